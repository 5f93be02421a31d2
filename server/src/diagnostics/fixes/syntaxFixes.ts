import { knownProperties } from "@analyses/json-schema";
import { translate } from "../../localisation/translate";
import type { Reading, SyntaxProblem, SyntaxProblemKind, TextRepair } from "@analyses/json";
import { type ValuePlace, placeOf, schemaLookup } from "../../schemaLookup/schemaLookup";
import { text } from "../../schemaLookup/template";
import { type Fix, replaceBy, leaveOutFix, propertyAt, fix } from "./fix";
import { isScrap, nextSignificant, withoutQuotes, pathAt, readingsOf } from "@analyses/json";
import { twoNumberFixes } from "./twoNumbers";
import { twoClosers } from "../words/syntaxWords";
import type { SchemaContext } from "../../schema/schemaContext";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Finding, SyntaxData } from "../../findings/finding";

/** Quick fixes for syntax problems, best first. */
export function syntaxFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: Finding,
  { problem, repair, isUnsure = false }: SyntaxData,
): readonly Fix[] {
  if (problem === "mistyped") return repair === undefined ? [] : mistypedFixes(document, repair, isUnsure);
  if (isScrap(problem)) {
    const fixes = scrapFixes(document, schemas, finding);
    return isUnsure ? fixes.map((one) => ({ ...one, preferred: false })) : fixes;
  }
  if (repair === undefined) return [];
  const unquoted = problem === "quotes-not-double" ? unquotedFixes(document, schemas, finding) : [];
  if (unquoted.some(({ certain }) => certain)) return unquoted;
  const { start, end, newText, certain } = repair;
  // A word after a value is the next key only if the schema has a property of that name.
  const isAfterValue = problem === "key-not-quoted" && newText.startsWith(",");
  if (isAfterValue && !isKnownName(document, schemas, finding)) return [];
  // Repairs of these two problems usually insert text; one that also removes text is titled as a replacement.
  const isReplaced = (problem === "comma-missing" || problem === "string-not-closed") && end > start;
  // For several characters, a title such as "Remove the comma" would be wrong.
  const isRun = problem.endsWith("-extra") && end - start > 1;
  const title = isReplaced ? replaceBy(newText) : repairTitle(isRun ? "leftover" : problem, newText);
  // A superfluous comma can also indicate a missing value, so its removal is not preferred.
  const preferred =
    !isUnsure && (certain || (problem !== "comma-extra" && !hidesProperties(document, finding, problem)));
  // If another string follows the added closing quote, the comma between the two strings is missing as well.
  const next = problem === "string-not-closed" ? nextSignificant(document.text, end)?.character : undefined;
  const template = [text(next === '"' ? `${newText},` : newText)];
  if (unquoted.length > 0) return [...unquoted, fix(title, [{ start, end, template }], {})];
  if (problem === "leftover" && mayBeInches(document, finding))
    return [
      fix(title, [{ start, end, template }], {}),
      fix(repairTitle("quote-in-text", '\\"'), [{ start, end, template: [text('\\"')] }], {}),
    ];
  const frame = finding.start < document.root.start ? endOfFrame(document) : undefined;
  const further = frame === undefined ? [] : [{ start: frame.start, end: frame.end, template: [text("")] }];
  return [fix(title, [{ start, end, template }, ...further], { certain: certain && !isUnsure, preferred })];
}

/**
 * If a code block or a statement encloses the document, the problem at its end; undefined if nothing stands before the
 * document. The finding at the beginning reports both ends.
 */
export function endOfFrame({ text: whole, problems }: AnalysesDocument): SyntaxProblem | undefined {
  const [first, last] = [problems[0], problems.at(-1)];
  const isFrame = first?.kind === "leftover" && last?.kind === "text-after-end" && last.repair !== undefined;
  return isFrame && /^[`;]+$/.test(whole.slice(last.start, last.end)) ? last : undefined;
}

/**
 * The fix with the edit that turns the text into JSON. Preferred if it exchanges two brackets, decodes HTML, or removes
 * no letter, digit or white space.
 */
function mistypedFixes(
  { text: whole }: AnalysesDocument,
  { start, end, newText }: TextRepair,
  isUnsure: boolean,
): readonly Fix[] {
  const written = whole.slice(start, end);
  const areExchanged = twoClosers.test(newText);
  const isHtml = /^&#?\w+;/.test(written);
  const title =
    newText === ""
      ? translate("Remove {0}", written)
      : start === end
        ? translate("Add {0}", newText)
        : newText === " "
          ? translate("Join the lines")
          : areExchanged
            ? translate("Exchange: {0}", newText.replace(/\s+/, " "))
            : isHtml
              ? translate("Write the characters in place of their HTML names")
              : replaceBy(newText);
  const preferred = !isUnsure && (areExchanged || isHtml || !/[\p{L}\d\s]/u.test(written));
  return [fix(title, [{ start, end, template: [text(newText)] }], { preferred })];
}

/** Whether a fix may be certain, regardless of the schemas. */
export function mayBeMendedUnseen(
  { text: whole }: AnalysesDocument,
  { start, end }: Finding,
  { problem, repair }: SyntaxData,
): boolean {
  if (problem === "mistyped") return false;
  if (!isScrap(problem)) return problem === "quotes-not-double" || repair?.certain === true;
  const written = whole.slice(start, end);
  const readings = [...readingsOf(written), ...readingsOf(withoutQuotes(written))];
  return readings.some(({ trust }) => trust === "certain");
}

/** Whether a comment contains properties, which the author has probably disabled for a while. */
function hidesProperties(
  document: AnalysesDocument,
  { start, end }: Finding,
  problem: SyntaxData["problem"],
): boolean {
  return problem === "comment" && /"\s*:/.test(document.text.slice(start, Math.min(end, start + 1000)));
}

function isKnownName(document: AnalysesDocument, schemas: SchemaContext, { start, end }: Finding): boolean {
  const { steps } = pathAt(document, start);
  const known = knownProperties(schemaLookup(schemas).schemasAt(document, steps));
  const written = document.text.slice(start, end);
  return known.length === 0 || known.some(({ name }) => name === written);
}

/** Whether a superfluous quote follows a digit, as in `"5""`: it may stand for inches and belong to the text. */
function mayBeInches({ text: written }: AnalysesDocument, { start, end }: Finding): boolean {
  return /^\d"$/.test(written.slice(start - 1, end));
}

/** Fixes that replace text that is no JSON value with a value of a type that the schema allows there. */
function scrapFixes(document: AnalysesDocument, schemas: SchemaContext, finding: Finding): readonly Fix[] {
  const { start, end } = finding;
  const written = document.text.slice(start, end);
  const place = placeOf(document, schemas, start);
  const { types, via } = place;
  // Nothing is offered in place of the whole document, because a document is an object and never a single value.
  if (start === document.root.start) return [];
  const asWritten = fittingAt(place, written);
  const fitting = asWritten.length > 0 ? asWritten : fittingAt(place, withoutQuotes(written));
  const offered = types.length > 0 ? fitting : withoutLessLikely(written, fitting);
  const lacksValue = offered.length === 0 && readingsOf(written)[0]?.type === "null";
  return [
    ...(lacksValue ? leaveOutFix(document, start) : []),
    ...twoNumberFixes(document, schemas, finding),
    ...offered.map(({ json, type, trust }, index) => {
      // Any word can also be read as text, so a second reading as text does not make the first reading ambiguous.
      const isOnly = offered.length === 1 || offered[1]?.type === "string";
      const title = type === "string" ? repairTitle("word-not-quoted", json) : replaceBy(json);
      return fix(title, [{ start, end, template: [text(json)] }], {
        certain: index === 0 && trust === "certain",
        preferred: index === 0 && trust !== "possible" && isOnly,
      });
    }),
    // In a list, spaces between numbers may stand for commas.
    ...(via?.kind === "element" && /^-?\d+(?: -?\d+)+$/.test(written)
      ? [
          fix(
            replaceBy(written.replaceAll(" ", ", ")),
            [{ start, end, template: [text(written.replaceAll(" ", ", "))] }],
            {},
          ),
        ]
      : []),
  ];
}

/** Fixes for single-quoted values where the schema allows no text, as `'12'`; double quotes would be a type error. */
function unquotedFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { start, end }: Finding,
): readonly Fix[] {
  if (propertyAt(document, start) !== undefined) return [];
  const place = placeOf(document, schemas, start);
  if (place.types.length === 0 || place.types.includes("string")) return [];
  const fitting = fittingAt(place, document.text.slice(start + 1, end - 1).trim());
  return fitting.map(({ json, trust }) =>
    fix(replaceBy(json), [{ start, end, template: [text(json)] }], {
      certain: trust === "certain",
      preferred: fitting.length === 1 && trust !== "possible",
    }),
  );
}

/** Drops the reading as text if the word can also be a constant or a number, except for words such as `l9`. */
function withoutLessLikely(word: string, readings: readonly Reading[]): readonly Reading[] {
  const others = readings.filter(({ type }) => type !== "string");
  return others.length > 0 && !/^[lI]/.test(word) ? others : readings;
}

function fittingAt({ types, isWithinLimits }: ValuePlace, written: string): readonly Reading[] {
  const isOfType = (type: string): boolean =>
    types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
  return readingsOf(written).filter(({ type, json }) => isOfType(type) && isWithinLimits(json));
}

function repairTitle(problem: SyntaxProblemKind, newText: string): string {
  switch (problem) {
    case "colon-missing":
      return translate("Add the colon");
    case "comma-missing":
      return translate("Add the comma");
    case "comma-extra":
      return translate("Remove the comma");
    case "colon-extra":
      return translate("Remove the colon");
    case "comment":
      return translate("Remove the comment");
    case "closer-extra":
      return translate("Remove the bracket");
    case "escape-invalid":
      return translate("Write the backslash as \\\\");
    case "key-not-quoted":
    case "quotes-not-double":
    case "word-not-quoted":
      return translate("Put it in double quotes");
    case "space-not-plain":
      return translate("Make it a plain space");
    case "brace-not-closed":
    case "brace-not-opened":
    case "bracket-not-closed":
    case "key-expected":
    case "string-not-closed":
      return translate("Add {0}", newText.trim());
    case "escaped":
      return translate("Remove the backslashes");
    case "quote-in-text":
      return newText === "" ? translate("Join the texts") : translate('Write the quote as \\"');
    case "merge-conflict":
    case "other-side":
    case "closer-wrong":
    case "control-character":
    case "document-empty":
    case "leftover":
    case "not-json":
    case "number-invalid":
    case "text-after-end":
    case "text-not-json":
    case "unread":
    case "value-expected":
    case "decimal-comma":
    case "word-not-json":
      return newText === "" ? translate("Remove it") : replaceBy(newText);
  }
}
