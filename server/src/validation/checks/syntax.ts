import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Placed, SyntaxProblem, ReportedProblemKind } from "@analyses/json";
import {
  isWellFormed,
  mostProblems,
  shiftProblem,
  walkTree,
  readingsOf,
  withoutQuotes,
} from "@analyses/json";
import type { DocumentCheck, TextCheck } from "../check";
import type { FindingDraft } from "../finding";
import { moreFindings } from "../finding";
import { asWrongType } from "../schemaFindings";
import { translate } from "../../localisation/translate";

/** Text that is not JSON (RFC 8259). */
export const syntaxCheck: TextCheck = {
  scope: "text",
  codes: ["syntax"],
  dependsOn: ({ limit }) => [limit],
  wordingDependsOn: ({ compiled }) => [compiled.document, compiled.item],
  *run({ document, schemas, limit }, piece) {
    const { node, start } = piece;
    const findings: FindingDraft[] = [];
    const all = node.kind === "lazy" ? syntaxFindings(document, piece) : ownFindings(document, piece);
    for (const finding of all) {
      if (findings.length > limit) return [...findings, moreFindings(start)];
      findings.push(asWrongType(document, schemas, finding));
      yield 0;
    }
    return findings;
  },
};

/** The same before and after the document's value. */
export const syntaxAroundCheck: DocumentCheck = {
  scope: "document",
  codes: ["syntax"],
  run: ({ document }) => document.problems.flatMap((problem) => syntaxFinding(document, problem)),
};

/** What is wrong with the text of a node and everything in it. */
export function syntaxFindings(document: AnalysesDocument, placed: Placed): FindingDraft[] {
  if (isWellFormed(placed.node)) return [];
  const findings: FindingDraft[] = [];
  const isBroken = ({ node }: Placed) => node.kind === "error" || !isWellFormed(node);
  for (const child of walkTree(document, placed, isBroken))
    for (const finding of ownFindings(document, child)) findings.push(finding);
  return withoutCommasOfBrackets(findings);
}

/** The first by which it is not sure what a text says: a comment leaves that as it is. */
export function firstBreak(findings: readonly FindingDraft[]): FindingDraft | undefined {
  return findings.find(({ data }) => data.kind !== "syntax" || data.problem !== "comment");
}

/** A comma that is lost with the bracket before it is one problem with that. */
function withoutCommasOfBrackets(findings: FindingDraft[]): FindingDraft[] {
  const repairOf = ({ data }: FindingDraft) => (data.kind === "syntax" ? data.repair : undefined);
  const written = findings.map(repairOf).filter((repair) => /[}\]],$/.test(repair?.newText ?? ""));
  if (written.length === 0) return findings;
  const places = new Set(written.map((repair) => repair?.start));
  const isDoubled = (finding: FindingDraft): boolean =>
    finding.data.kind === "syntax" &&
    finding.data.problem === "comma-missing" &&
    places.has(repairOf(finding)?.start);
  return findings.filter((finding) => !isDoubled(finding));
}

/** What is wrong with the text of a node itself, its children left out. */
function ownFindings(document: AnalysesDocument, { node, start }: Placed): readonly FindingDraft[] {
  if (node.kind === "lazy" || node.problems.length === 0) return [];
  const findings = node.problems.flatMap((problem) => syntaxFinding(document, shiftProblem(problem, start)));
  return findings.length < mostProblems ? findings : [...findings, moreFindings(start)];
}

/**
 * @param problem with offsets in the text
 * @returns nothing for the rest of a merge conflict, whose beginning says it all
 */
export function syntaxFinding({ text }: AnalysesDocument, problem: SyntaxProblem): FindingDraft[] {
  const { kind, start, end, repair } = problem;
  if (kind === "other-side") return [];
  return [
    {
      code: "syntax",
      message: syntaxMessage(kind, text.slice(start, Math.min(end, start + 100))),
      start,
      end,
      related: [],
      data: { kind: "syntax", problem: kind, ...(repair === undefined ? {} : { repair }) },
    },
  ];
}

/** @param written - The text at fault. */
export function syntaxMessage(kind: ReportedProblemKind, written: string): string {
  const quoted = abridged(written);
  switch (kind) {
    case "brace-not-closed":
      return translate("This object is not closed: a `}` is missing.");
    case "brace-not-opened":
      return translate("A `{` is missing before this property.");
    case "bracket-not-closed":
      return translate("This list is not closed: a `]` is missing.");
    case "bracket-not-opened":
      return translate("A `[` is missing before this list.");
    case "closer-extra":
      return translate("This `{0}` closes nothing.", quoted);
    case "closer-wrong":
      if (written === ")")
        return translate("Round brackets are not part of JSON: a list ends with `]`, an object with `}`.");
      return written === "}"
        ? translate("This list must be closed by `]`, not `}`.")
        : translate("This object must be closed by `}`, not `]`.");
    case "colon-extra":
      return translate("This colon is one too many.");
    case "colon-missing":
      return translate("A colon is missing between the property's name and its value.");
    case "comma-extra":
      return translate("This comma is one too many.");
    case "comma-missing":
      return quoted === "" || !/^[;:\u060c\uff0c\uff1b]$/.test(written)
        ? translate("A comma is missing here.")
        : translate("`{0}` stands for a comma here.", quoted);
    case "comment":
      return translate("Comments are not part of JSON: remove it.");
    case "control-character":
      return translate(
        "Text must not contain a tab or another control character as such: write it as an escape such as `\\t`.",
      );
    case "decimal-comma":
      return translate(
        "Decimals are written with a point: {0}.",
        abridged(readingsOf(written)[0]?.json ?? written),
      );
    case "document-empty":
      return translate("The document is empty: an analyses document begins with `{`.");
    case "escape-invalid":
      return translate(
        "`{0}` is not an escape that JSON knows: a backslash in text is written `\\\\`.",
        quoted,
      );
    case "key-expected":
      return translate("The name of a property is missing before this value.");
    case "key-not-quoted":
      return translate(
        'The property\'s name must be in double quotes: "{0}".',
        abridged(withoutQuotes(written)),
      );
    case "leftover":
      return translate("`{0}` is no part of the document: remove it.", quoted);
    case "merge-conflict":
      return translate(
        "A merge conflict is not resolved here: keep what is right and remove the lines with the markers.",
      );
    case "not-json":
      return translate("This is not JSON, and is not read.");
    case "quote-in-text":
      return translate('A quote in text is written `\\"`.');
    case "escaped":
      return translate("This JSON was copied out of a text: its quotes have a backslash before them.");
    case "number-invalid":
      return translate("`{0}` is not a number as JSON writes it.", quoted);
    case "quotes-not-double":
      return translate("Text must be in double quotes, not single ones.");
    case "space-not-plain":
      return translate("This space is a special character that JSON does not allow: use a plain space.");
    case "string-not-closed":
      return translate("The closing quote of this text is missing.");
    case "text-after-end":
      return translate("The document ends before this: nothing may follow its closing bracket.");
    case "text-not-json":
      return translate("`{0}` has no meaning in JSON.", quoted);
    case "unread":
      return translate("Something in here is not JSON, and too much is broken or too deep to say what.");
    case "value-expected":
      return translate("The property has no value.");
    case "word-not-json":
      return translate("`{0}` is not a value that JSON knows.", quoted);
    case "word-not-quoted":
      return translate('Text must be in double quotes: "{0}".', abridged(withoutQuotes(written)));
  }
}

function abridged(written: string): string {
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}
