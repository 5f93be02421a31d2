import type { Yielding } from "@analyses/json";
import type { Translate } from "@analyses/evidence";
import { type Counts, type ReportItem, countsOf, Losses } from "./model/report";
import type { Review, SourceKind } from "./model/review";
import { decodeText, decodeXml } from "./reading/decode";
import { listOf, objectOf, parsedJson } from "./reading/json";
import { contentKind } from "./reading/kinds";
import { limits, Refused } from "./reading/limits";
import { type NamedBytes, ZipReader } from "./reading/zip";
import { isPackageFile, readPackage, readPackageRows } from "./revman/readPackage";
import { readRevmanJson, revmanSchema } from "./revman/readRevmanJson";
import { readRm5 } from "./rm5/readRm5";
import type { Questions } from "./table/answers";
import { type TableOptions, readTable } from "./table/readTable";
import { isWorkbook, isWorkbookPart, readWorkbook } from "./table/workbook";

export interface ReadOptions extends TableOptions {
  readonly translate: Translate;
  /** The kind to assume if the source's content does not determine it. */
  readonly from?: SourceKind;
}

export type ReadOutcome =
  | {
      readonly kind: "read";
      readonly review: Review;
      readonly items: readonly ReportItem[];
      readonly counts: Counts;
    }
  /** An analyses document, which only its item schema can interpret. */
  | { readonly kind: "document"; readonly text: string }
  | { readonly kind: "questions"; readonly questions: Questions }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Reads a source of any kind, in steps: `spec/exchange.md` sections 1 to 5.
 *
 * @param files one file, or the files of a folder with relative paths
 */
export function* readSource(files: readonly NamedBytes[], options: ReadOptions): Yielding<ReadOutcome> {
  const losses = new Losses(options.translate);
  try {
    const review = yield* readAny(files, options, losses);
    if ("kind" in review) return review;
    return { kind: "read", review, items: losses.items, counts: countsOf(review) };
  } catch (error) {
    if (error instanceof Refused) return { kind: "refused", reason: error.message };
    throw error;
  }
}

type Read = Review | Exclude<ReadOutcome, { kind: "read" }>;

function* readAny(files: readonly NamedBytes[], options: ReadOptions, losses: Losses): Yielding<Read> {
  const { translate } = options;
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const [first] = files;
  if (first === undefined) throw new Refused(translate("There is no file to read."));
  if (size > limits.input)
    throw new Refused(
      translate("{0} has more than {1} MB, which is not read.", first.name, limits.input >> 20),
    );
  if (files.length > 1) return yield* readPackage(onlyPackage(files, losses), losses);
  const { name, bytes } = first;
  switch (contentKind(bytes, name, translate)) {
    case "zip":
      return yield* readZip(first, options, losses);
    case "xml":
      return yield* readRm5(decodeXml(bytes, name, losses), name, losses);
    case "json":
      return yield* readJson(decodeText(bytes, name, losses), first, options, losses);
    case "text": {
      const text = decodeText(bytes, name, losses);
      if (isOtherPart(text))
        throw new Refused(
          translate("{0} is one file of a data package: choose the package, or its rows.", name),
        );
      if (isPackageRows(text)) return yield* readPackageRows(first, losses);
      return yield* readTable({ kind: "text", text, file: name }, options, losses);
    }
  }
}

/** Whether a text starts with the headings of a data package's rows. */
function isPackageRows(text: string): boolean {
  return /^"?Analysis group"?,"?Analysis number"?,.*\bApplicability\b/.test(text);
}

/** Whether a text is a file of a data package other than its rows. */
function isOtherPart(text: string): boolean {
  const [headings = ""] = text.slice(0, 20_000).split(/\r?\n/, 1);
  if (/^"?Study"?,"?Domain \(judgement\)/.test(headings)) return true;
  return /^"?Analysis group"?,/.test(headings) && !isPackageRows(headings);
}

function* readJson(
  text: string,
  { name }: NamedBytes,
  { from, translate }: ReadOptions,
  losses: Losses,
): Yielding<Read> {
  const document = objectOf(parsedJson(text));
  const schema = document?.$schema;
  if (typeof schema === "string" && schema.endsWith("/studies.schema.json"))
    throw new Refused(translate("{0} has studies, but no analyses: choose the file of the analyses.", name));
  if (document === undefined || !Array.isArray(document["analysis-groups"]))
    throw new Refused(translate("{0} is JSON, but no analyses document.", name));
  const isRevman =
    schema === revmanSchema && listOf(document["analysis-groups"]).every((group) => isOfRevman(group));
  return from === "revman-json" || (from === undefined && isRevman)
    ? yield* readRevmanJson(document, name, losses)
    : { kind: "document", text };
}

/**
 * Whether a group's analyses have RevMan's form. RevMan's identifier alone does not show that: teams use it for
 * documents of their own form too.
 */
function isOfRevman(group: unknown): boolean {
  return listOf(objectOf(group)?.analyses).every((analysis) =>
    Array.isArray(objectOf(analysis)?.["data-rows"]),
  );
}

function* readZip({ name, bytes }: NamedBytes, options: ReadOptions, losses: Losses): Yielding<Read> {
  const { translate } = options;
  const reader = new ZipReader(translate);
  const names = reader.names(bytes, name);
  if (isWorkbook(names)) {
    const parts = yield* reader.open(bytes, name, isWorkbookPart);
    const workbook = yield* readWorkbook(parts, name, losses);
    return yield* readTable(workbook, options, losses);
  }
  // RevMan's own export contains the package as a nested archive.
  const files = [...(yield* reader.open(bytes, name, (text) => isPackageFile(text) || /\.zip$/i.test(text)))];
  const found: NamedBytes[] = [];
  for (const file of files)
    if (isPackageFile(file.name)) found.push(file);
    else for (const one of yield* reader.open(file.bytes, file.name, isPackageFile)) found.push(one);
  if (found.length === 0)
    throw new Refused(translate("{0} holds no data package and no workbook: export it as CSV there.", name));
  return yield* readPackage(onlyPackage(found, losses), losses);
}

/** Returns the files of a data package; refuses files of several packages. */
function onlyPackage(files: readonly NamedBytes[], { translate }: Losses): readonly NamedBytes[] {
  const found = files.filter(({ name }) => isPackageFile(name));
  const packages = found.filter(({ name }) => name.endsWith("-data-rows.csv"));
  if (packages.length > 1)
    throw new Refused(
      translate("There are several data packages: choose one of them ({0}).", packages.length),
    );
  if (found.length === 0) throw new Refused(translate("There is no data package in the folder."));
  return found;
}
