import type { Yielding } from "@analyses/json";
import {
  type DocumentItem,
  type NumberRole,
  type RoleBinding,
  type Scale,
  type Translate,
  type ItemRow,
  documentItem,
  evidenceOfItem,
  htmlText,
  naturalNumbers,
  numberRoles,
  readChoice,
  readJudgements,
} from "@analyses/evidence";
import { countsOf, Losses } from "./model/report";
import type { Analysis, Cell, Choices, Group, Judgement, Labels, Place, Review, Row } from "./model/review";
import { listOf, objectOf, parsedJson } from "./reading/json";
import { present, textCell } from "./reading/cells";
import { domainNamed, methodOfDomain } from "./reading/riskOfBias";
import type { ReadOutcome } from "./readSource";
import { mapYielding } from "./yieldingLists";

/**
 * Reads an analyses document by the roles of its item schema.
 *
 * @param text JSON
 * @param binding the roles of its properties
 */
export function* readDocument(
  text: string,
  {
    file,
    binding,
    translate,
  }: { readonly file: string; readonly binding: RoleBinding; readonly translate: Translate },
): Yielding<Extract<ReadOutcome, { kind: "read" | "refused" }>> {
  const document = objectOf(parsedJson(text));
  const groups = document?.["analysis-groups"];
  if (document === undefined || !Array.isArray(groups))
    return { kind: "refused", reason: translate("{0} is JSON, but no analyses document.", file) };
  const losses = new Losses(translate);
  const read: Group[] = [];
  for (const [index, group] of listOf(groups).entries()) {
    const analyses: Analysis[] = [];
    let facts: DocumentItem["group"] | undefined;
    for (const [at, value] of listOf(objectOf(group)?.analyses).entries()) {
      const item = documentItem(
        { value: group, index },
        { value, index: at },
        evidenceOfItem(value, binding),
      );
      facts ??= item.group;
      listProblem(item, file, losses);
      yield 0;
      analyses.push(yield* readItem(item, file));
    }
    facts ??= {
      number: numberIn(objectOf(group)?.number) ?? index + 1,
      name: textIn(objectOf(group)?.name),
    };
    const pointer = `/analysis-groups/${index}`;
    read.push({
      number: facts.number,
      name: textCell(facts.name, { file, line: 1, column: 1, pointer }),
      analyses,
    });
  }
  const method = document["risk-of-bias-method"];
  const review: Review = {
    source: "document",
    groups: read,
    riskOfBiasMethod: method === "RISK_OF_BIAS_1" ? 1 : method === "RISK_OF_BIAS_2" ? 2 : null,
    isHtml: false,
  };
  return { kind: "read", review, items: losses.items, counts: countsOf(review) };
}

/** Reports why an analysis cannot be computed; the conversion carries it over unchanged. */
function listProblem({ group, number, pointer, evidence }: DocumentItem, file: string, losses: Losses): void {
  if (evidence.kind !== "problem") return;
  const message = evidence.problem.sentence(losses.translate);
  const where = { analysis: `${group.number}.${number}`, place: { file, line: 1, column: 1, pointer } };
  losses.add(evidence.problem.kind === "question" ? "assumed" : "note", "number-asked", where, message);
}

function* readItem({ number, name, pointer, evidence }: DocumentItem, file: string): Yielding<Analysis> {
  const place: Place = { file, line: 1, column: 1, pointer };
  const { content } = evidence;
  const labels: Labels = Object.fromEntries(
    Array.from(content.labels, ([role, { value }]) => [role, textCell(value, place)]),
  );
  const onScale = scaleOf(evidence);
  return {
    number,
    name: textCell(name, place),
    choices: {
      ...choicesOf(evidence, place),
      ...present({ scale: onScale && textCell(onScale, place) }),
    },
    labels,
    extras: {},
    subgroups: (content.subgroups ?? []).map((subgroup, index) => ({
      name: textCell(subgroup.name, place),
      number: index + 1,
      id: null,
      stored: {},
    })),
    rows: yield* mapYielding(content.rows ?? [], (row) => readRow(row, { file, pointer, evidence })),
    stored: {},
    subgroupDifferences: {},
    storedForm: "printed",
    place,
  };
}

/** Returns the explicit choices of an analysis, without the assumed defaults. */
function choicesOf({ choices }: DocumentItem["evidence"], place: Place): Choices {
  if (choices === null) return {};
  const { pooling, model, confidenceLevel, totals, swapEvents, scale, showPrediction, defaults } = choices;
  const stated = <Value>(role: (typeof defaults)[number], value: Value): Cell<Value> | undefined =>
    defaults.includes(role) ? undefined : { value, text: String(value), place };
  const isRandom = model.kind === "random-effects";
  return present({
    "data-type": stated("data-type", pooling.dataType),
    "effect-measure": stated("effect-measure", pooling.choice.measure),
    method: stated("method", pooling.choice.method),
    model: stated("model", model.kind),
    "heterogeneity-estimator": isRandom ? stated("heterogeneity-estimator", model.estimator) : undefined,
    "interval-method": isRandom ? stated("interval-method", model.interval) : undefined,
    "confidence-level": stated("confidence-level", confidenceLevel),
    "prediction-interval": isRandom ? stated("prediction-interval", showPrediction) : undefined,
    totals: stated("totals", totals),
    "swap-events": pooling.dataType === "dichotomous" ? stated("swap-events", swapEvents) : undefined,
    scale: pooling.dataType === "contrast" ? stated("scale", scale) : undefined,
  });
}

type Evidence = DocumentItem["evidence"];

/**
 * Returns the scale of estimates if the analysis does not state it: "log" for estimates that {@link isLogged} converts,
 * "natural" if the names of their properties show ratios, such as `hr`; undefined if the scale is stated or unknown.
 */
function scaleOf(evidence: Evidence): Scale | undefined {
  const { choices, content } = evidence;
  if (choices?.pooling.dataType !== "contrast" || choices.isScaleStated) return undefined;
  if (isLogged(evidence)) return "log";
  const [row] = (content.rows ?? []).filter((one) => one.says("estimate"));
  return row !== undefined && naturalNumbers(row, choices).isNatural ? "natural" : undefined;
}

/**
 * Whether to replace estimates by the logarithms and standard errors that evidence computes from them: if ratios have
 * the errors of their logarithms, if a row has its own confidence level, or if rows have different scales. Other
 * formats have only one scale and one level for all rows.
 */
function isLogged({ choices, content }: Evidence): boolean {
  if (choices?.pooling.dataType !== "contrast") return false;
  const rows = (content.rows ?? []).filter((row) => row.says("estimate"));
  const scales = rows.map((row) => naturalNumbers(row, choices));
  const hasOtherError = rows.some(
    (row, index) =>
      scales[index]?.isNatural === true &&
      !scales[index].isErrorNatural &&
      (row.says("standard-error") || row.says("variance")),
  );
  const hasOwnLevel = rows.some((row) => {
    const stated = row.stated("confidence-level");
    return stated !== undefined && readChoice["confidence-level"](stated) !== choices.confidenceLevel;
  });
  return hasOtherError || hasOwnLevel || new Set(scales.map(({ isNatural }) => isNatural)).size > 1;
}

function readRow(
  row: ItemRow,
  {
    file,
    pointer,
    evidence,
  }: { readonly file: string; readonly pointer: string; readonly evidence: Evidence },
): Row {
  const place: Place = { file, line: 1, column: 1, pointer: pointer + row.pointer };
  const numbers = numbersOf(row, evidence).map(
    ([role, value]) => [role, { value, text: String(value), place }] as const,
  );
  const footnotes = [row.stated("footnotes")].flat().filter((value) => typeof value === "string");
  return {
    study: textCell(row.name ?? "", place),
    year: row.year === null ? null : textCell(row.year, place),
    subgroup: row.subgroup,
    appliesTo: row.appliesTo,
    excluded: row.excluded,
    numbers: Object.fromEntries(numbers),
    footnotes: footnotes.map((footnote) => textCell(htmlText(footnote), place)),
    riskOfBias: judgementsOf(row),
    stored: {},
    place,
  };
}

/** Returns the numbers of a row as written; if {@link isLogged}, estimate and error as evidence computes them. */
function numbersOf(row: ItemRow, evidence: Evidence): readonly (readonly [NumberRole, number])[] {
  const written = numberRoles.flatMap((role) => {
    const value = row.number(role);
    return value === undefined ? [] : [[role, value] as const];
  });
  if (evidence.kind !== "computed" || evidence.analysis.dataType !== "contrast" || !isLogged(evidence))
    return written;
  const data = evidence.analysis.rows.find(({ id }) => id === row.index)?.data ?? null;
  const others = written.filter(([role]) => role.endsWith("-total"));
  return data === null
    ? others
    : [["estimate", data.estimate], ["standard-error", data.standardError], ...others];
}

function judgementsOf(row: ItemRow): readonly Judgement[] {
  return Array.from(readJudgements(row.stated("risk-of-bias"))).flatMap(([name, judgement]) => {
    const domain = domainNamed(name);
    if (domain === undefined) return [];
    // In RoB 2, "unclear" means some concerns.
    const isOfTwo = judgement === "unclear" && methodOfDomain(domain) === 2;
    return [{ domain, judged: isOfTwo ? "some-concerns" : judgement, support: null }];
  });
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
