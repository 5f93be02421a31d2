import { replaced, fix } from "./fixes/fix";
import { type FindingOf, type NumbersDiagnostic, writesNumbers } from "./diagnostic";
import { type ItemEvidence, shown, measureAbbreviation, studyInWords, decimals } from "@analyses/evidence";
import { translate } from "../localisation/translate";

type ResultFinding = FindingOf<"result-mismatch">;
type StoredFinding = Extract<ResultFinding, { readonly changes: unknown }>;
type ResultRole = Extract<ResultFinding, { readonly repairs: unknown }>["role"];

/** The message: one stored result differs from the computed one, or the stored results as a whole do. */
function resultMessage(finding: ResultFinding, evidence: ItemEvidence): string {
  if ("changes" in finding) return storedMessage(finding, evidence);
  const { stored, computed, repairs, role } = finding;
  const intended = repairs[0]?.value ?? computed;
  return repairs.length > 1
    ? translate("The limits {0} and {1} have changed places.", stored, intended)
    : translate("{0} is stored here, but the data give {1} ({2}).", stored, intended, resultName(role));
}

/** The message about all stored results, with one of them as an example. */
function storedMessage({ owner, path, stored, computed }: StoredFinding, evidence: ItemEvidence): string {
  const measure = evidence.choices?.pooling.choice.measure ?? "other-difference";
  const isTotal = owner === "" && path.join("/") === "estimate/mean";
  const value = (number: number | null): number | null =>
    number === null || !isTotal ? number : shown(number, measure);
  const [before, now] = writtenApart(value(stored), value(computed));
  const property = `\`${path.at(-1) ?? ""}\``;
  const { rows, subgroups } = evidence.content;
  const row = rows?.find(({ pointer }) => pointer === owner);
  const name =
    row === undefined
      ? subgroups?.find(({ pointer }) => pointer === owner)?.name
      : studyInWords(row, translate);
  const what = isTotal
    ? measureAbbreviation(measure, translate)
    : name === undefined
      ? property
      : translate("{0} of “{1}”", property, name);
  return translate(
    "The stored results are not those of these numbers: {0} {1} stored, {2} computed.",
    what,
    before,
    now,
  );
}

/**
 * Formats two numbers with two decimals or, if they would then look the same, with as many digits as distinguish them.
 */
function writtenApart(one: number | null, other: number | null): readonly [string, string] {
  const written = (number: number | null, digits: number): string => {
    if (number === null) return translate("none");
    return digits === 2 ? decimals(number, 2) : String(Number(number.toPrecision(digits)));
  };
  let digits = 2;
  while (digits < 17 && written(one, digits) === written(other, digits)) digits += 1;
  return [written(one, digits), written(other, digits)];
}

function resultName(role: ResultRole): string {
  switch (role) {
    case "result-estimate":
      return translate("estimate");
    case "result-low":
      return translate("lower limit");
    case "result-high":
      return translate("upper limit");
    case "result-weight":
      return translate("weight");
    case "result-i2":
      return "I²";
    case "result-tau2":
      return "Tau²";
    case "result-q":
      return "Chi²";
    case "result-p":
      return "P";
    case "result-studies":
      return translate("studies");
    case "result-participants":
    case "result-experimental-total":
    case "result-comparator-total":
      return translate("participants");
    case "result-experimental-events":
    case "result-comparator-events":
      return translate("events");
  }
}

const writesComputed = writesNumbers((written) => translate("Write what the data give: {0}", written));

export const resultMismatch: NumbersDiagnostic<"result-mismatch"> = {
  kind: "numbers",
  severity: "warning",
  words: resultMessage,
  fixes(finding, document, schemas) {
    const { data } = finding;
    if (data.kind !== "evidence" || data.isOfResults !== true)
      return writesComputed(finding, document, schemas);
    if (data.repairs.length === 0) return [];
    const replacements = data.repairs.map((repair) => replaced(repair, repair.newText));
    const title = translate("Write the results that these numbers give");
    // Not certain: the stored results may be right, and the data mistyped. Fix All would remove the only sign of it.
    return [fix(title, replacements, { certain: false, preferred: true })];
  },
};
