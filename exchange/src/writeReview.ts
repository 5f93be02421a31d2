import type { Yielding } from "@analyses/json";
import type { Translate } from "@analyses/evidence";
import { zipSync } from "fflate";
import { type Counts, type ReportItem, countsOf, Losses } from "./model/report";
import { type Analysis, type Review, type RiskOfBiasMethod, analysisKey } from "./model/review";
import { limits } from "./reading/limits";
import type { NamedBytes } from "./reading/zip";
import { itemDocument } from "./writing/itemDocument";
import { writeJson } from "./writing/json";
import { formlessSentence, hasForm, revmanDocument } from "./writing/revmanJson";
import { revmanPackage } from "./writing/revmanPackage";
import type { ItemShape } from "./writing/schemaPlace";
import { tableFormats, tables } from "./writing/tables";

export const targetFormats = ["document", "revman-json", "revman-package", ...tableFormats] as const;
export type TargetFormat = (typeof targetFormats)[number];

export interface WriteOptions {
  readonly translate: Translate;
  readonly format: TargetFormat;
  /** The name of the files, without extensions. */
  readonly name: string;
  /** The shape of a document's items; null for RevMan's form. */
  readonly shape: ItemShape | null;
  /** The `$schema` to write into a document that follows an item schema. */
  readonly $schema: string;
  /** The method to use if the source names no method; null if the user has not chosen a method. */
  readonly riskOfBias: RiskOfBiasMethod | null;
  readonly withoutResults: boolean;
  /** Whether to write no `'` before texts that spreadsheets would compute as formulas. */
  readonly rawText: boolean;
  /** Whether to write JSON on one line, like RevMan. */
  readonly isMinified: boolean;
}

export type WriteOutcome =
  | {
      readonly kind: "written";
      readonly files: readonly NamedBytes[];
      readonly items: readonly ReportItem[];
      readonly counts: Counts;
    }
  /** A document must name the method of its judgements, and the source does not. */
  | { readonly kind: "asks-risk-of-bias" }
  | { readonly kind: "refused"; readonly reason: string };

/** Writes a review in another format, in steps: `spec/exchange.md` section 6. */
export function* writeReview(review: Review, options: WriteOptions): Yielding<WriteOutcome> {
  const { format, name, shape, withoutResults, rawText, isMinified, translate } = options;
  const losses = new Losses(translate);
  const riskOfBias = review.riskOfBiasMethod ?? options.riskOfBias;
  if (format === "document" || format === "revman-json") {
    if (riskOfBias === null) return { kind: "asks-risk-of-bias" };
    const isOfRevman = format === "revman-json" || shape === null;
    const document =
      format === "revman-json" || shape === null
        ? revmanDocument(review, { riskOfBias, withoutResults }, losses)
        : itemDocument(review, { ...shape, riskOfBias, $schema: options.$schema }, losses);
    const bytes = yield* writeJson(document, { isMinified, isOfRevman });
    const kept = isOfRevman ? filterAnalyses(review, hasForm) : review;
    return finished(kept, [{ name: `${name}.analyses.json`, bytes }], losses);
  }
  const csv = { isRaw: rawText, losses };
  const files =
    format === "revman-package"
      ? yield* revmanPackage(review, name, { riskOfBias, withoutResults, isRaw: rawText }, losses)
      : yield* tables(review, name, format, csv);
  const isOfArms = (one: Analysis): boolean => one.choices["data-type"]?.value !== "contrast" && hasForm(one);
  return finished(format === "arms" ? filterAnalyses(review, isOfArms) : review, files, losses);
}

/**
 * Returns why a document leaves an analysis out; null if the document contains the analysis.
 *
 * @param shape the shape of the document's items; null for RevMan's form
 */
export function whyLeftOut(analysis: Analysis, shape: ItemShape | null, translate: Translate): string | null {
  return shape === null && !hasForm(analysis) ? formlessSentence(translate) : null;
}

/** Returns a review with only the analyses for which `has` is true. */
function filterAnalyses({ groups }: Review, has: (analysis: Analysis) => boolean): Pick<Review, "groups"> {
  return { groups: groups.map((group) => ({ ...group, analyses: group.analyses.filter(has) })) };
}

function finished(
  written: Pick<Review, "groups">,
  files: readonly NamedBytes[],
  { items, translate }: Losses,
): WriteOutcome {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > limits.output)
    return { kind: "refused", reason: translate("It would be more than {0} MB.", limits.output >> 20) };
  return { kind: "written", files, items, counts: countsOf(written) };
}

/** Returns a review with only the analyses whose numbers (`1.2`) are given. */
export function onlyAnalyses(review: Review, keys: ReadonlySet<string>): Review {
  const groups = review.groups.map((group) => ({
    ...group,
    analyses: group.analyses.filter((analysis) => keys.has(analysisKey(group, analysis))),
  }));
  return { ...review, groups: groups.filter(({ analyses }) => analyses.length > 0) };
}

/** Packs files into an archive with reproducible bytes. */
export function zipOf(files: readonly NamedBytes[]): Uint8Array {
  const entries = files.map(({ name, bytes }) => [name, bytes] as const);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) });
}
