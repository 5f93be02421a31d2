import { type CodeAction, CodeActionKind } from "vscode-languageserver-types";
import type { ItemEvidence, ItemRow, NumberRole, RoleBinding } from "@analyses/evidence";
import { isRatio, naturalNumbers, placeIn } from "@analyses/evidence";
import type { JsonPath, LinePosition, Placed } from "@analyses/json";
import { gapOfMembers, pathOfPointer, pointerOfPath, propertiesOf } from "@analyses/json";
import type { Calculation, EditPlace } from "@analyses/protocol/evidenceMessages";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { locate, rangeOf } from "../../document/locate";
import { evidenceAtPosition } from "../../evidence/reportEvidence";
import { translate } from "../../localisation/translate";

/** For each role that can be calculated, the roles of the numbers whose places the calculation needs. */
const roles = {
  "experimental-sd": ["experimental-sd", "comparator-sd", "experimental-mean"],
  "comparator-sd": ["experimental-sd", "comparator-sd", "comparator-mean"],
  "standard-error": ["standard-error", "estimate"],
} as const;

type Wanted = Calculation["wanted"];

/**
 * The actions that calculate a standard deviation, or the standard error of an estimate, from other reported
 * statistics: on the number itself, or in a study that lacks it.
 *
 * @param command the client's command that prompts for the statistics
 */
export function calculations(
  document: AnalysesDocument,
  binding: RoleBinding,
  position: LinePosition,
  command: string,
): CodeAction[] {
  const place = evidenceAtPosition(document, position, binding);
  if (place === undefined) return [];
  const { analysis, evidence } = place;
  const offset = document.text.offsetAt(position);
  const rows = evidence.content.rows ?? [];
  const row = rows.find(({ pointer }) => {
    const located = locate(document, analysis, pathOfPointer(pointer));
    return located !== undefined && located.start <= offset && offset <= located.start + located.node.length;
  });
  if (row === undefined) return [];
  const isAt = (role: Wanted): boolean => {
    const pointer = pointerTo(row, rows, role, binding);
    const located = pointer === undefined ? undefined : locate(document, analysis, pathOfPointer(pointer));
    if (located === undefined) return false;
    return (
      (located.property?.start ?? located.start) <= offset && offset <= located.start + located.node.length
    );
  };
  return wantedOf(evidence)
    .filter((role) => isAt(role) || row.number(role) === undefined)
    .flatMap((wanted): CodeAction[] => {
      const calculation = calculationOf(document, analysis, binding, evidence, row, wanted);
      if (calculation.places[wanted] === undefined) return [];
      const title = titleOf(wanted);
      return [
        {
          title,
          kind: CodeActionKind.RefactorRewrite,
          command: { title, command, arguments: [calculation] },
        },
      ];
    });
}

function wantedOf({ choices }: ItemEvidence): readonly Wanted[] {
  switch (choices?.pooling.dataType) {
    case "continuous":
      return ["experimental-sd", "comparator-sd"];
    case "contrast":
      return ["standard-error"];
    default:
      return [];
  }
}

function titleOf(wanted: Wanted): string {
  switch (wanted) {
    case "experimental-sd":
      return translate("Calculate the standard deviation of the experimental group from…");
    case "comparator-sd":
      return translate("Calculate the standard deviation of the comparator group from…");
    case "standard-error":
      return translate("Calculate the standard error from…");
  }
}

function calculationOf(
  document: AnalysesDocument,
  analysis: Placed,
  binding: RoleBinding,
  { choices, content }: ItemEvidence,
  row: ItemRow,
  wanted: Wanted,
): Calculation {
  const pointers = new Map<NumberRole, string | undefined>(
    roles[wanted].map((role) => [role, pointerTo(row, content.rows ?? [], role, binding)]),
  );
  const places = [...pointers].flatMap(([role, pointer]) => {
    const place = pointer === undefined ? undefined : placeAt(document, analysis, pathOfPointer(pointer));
    return place === undefined ? [] : [[role, place] as const];
  });
  const measure = choices?.pooling.choice.measure ?? "other-difference";
  // For a missing number, the name that its property will get says whether it is a logarithm, if the name has a role.
  const effectNamed = (role: "estimate" | "standard-error") => {
    const pointer = pointers.get(role);
    return pointer === undefined ? undefined : row.rolesAt(pointer.slice(row.pointer.length)).get(role);
  };
  const { isNatural, isErrorNatural } = choices
    ? naturalNumbers({ effectNamed }, choices)
    : { isNatural: false, isErrorNatural: false };
  return {
    uri: document.uri,
    version: document.version,
    wanted,
    isRatio: isRatio(measure),
    isNatural,
    isErrorNatural,
    confidenceLevel: choices?.confidenceLevel ?? 0.95,
    known: Object.fromEntries(row.numbers),
    places: Object.fromEntries(places),
    note: row.says("footnotes") ? (noteAt(document, analysis, row.pointerOf("footnotes")) ?? null) : null,
  };
}

/** The pointer to a role's number in a row; if the row lacks it, where rows of this or other analyses have theirs. */
function pointerTo(
  row: ItemRow,
  rows: readonly ItemRow[],
  role: (typeof roles)[Wanted][number],
  binding: RoleBinding,
): string | undefined {
  return placeIn(row, rows, role, pointersFor(role, row, binding));
}

/** Where rows can have a role's number, as pointers from the row: by the properties of all analyses bound so far. */
function* pointersFor(role: NumberRole, row: ItemRow, binding: RoleBinding): Generator<string, void> {
  const own = pathOfPointer(row.pointer);
  for (const place of binding.places()) {
    if (!place.context.isInRow || !place.roles.some((bound) => bound.role === role)) continue;
    const path = pathOfPointer(place.pattern);
    const isInRow = own.every((step, index) => path[index] === "*" || path[index] === step);
    const inItem = path.slice(own.length);
    if (inItem.length > 0 && isInRow && !inItem.includes("*")) yield pointerOfPath(inItem);
  }
}

/** Where to write a number: in place of its value, or after the last property of the object that lacks it. */
function placeAt(document: AnalysesDocument, analysis: Placed, path: JsonPath): EditPlace | undefined {
  const located = locate(document, analysis, path);
  if (located !== undefined) {
    const { start, end } = rangeOf(located);
    if (located.node.kind === "object" || located.node.kind === "array") return undefined;
    return { range: document.text.rangeBetween(start, end), before: "", after: "" };
  }
  const object = locate(document, analysis, path.slice(0, -1));
  if (object?.node.kind !== "object") return undefined;
  const { node, start } = object;
  const [first, ...others] = propertiesOf({ node, start });
  const last = others.at(-1) ?? first;
  if (first === undefined || last === undefined) return undefined;
  const end = last.value.start + last.value.node.length;
  // The new property has the same white space before it as the others have, without any comments in it.
  const gap = gapOfMembers(document.text, { node, start });
  const before = `,${gap === "" ? " " : gap}${JSON.stringify(String(path.at(-1)))}: `;
  return { range: document.text.rangeBetween(end, end), before, after: "" };
}

/** Where to insert a footnote: after the last entry of the list; undefined without a list. */
function noteAt(document: AnalysesDocument, analysis: Placed, pointer: string): EditPlace | undefined {
  const list = locate(document, analysis, pathOfPointer(pointer));
  if (list?.node.kind !== "array") return undefined;
  const at = list.start + list.node.length - 1;
  const last = list.node.elements.length - 1;
  const start = list.node.starts[last];
  const element = list.node.elements[last];
  if (start === undefined || element === undefined)
    return { range: document.text.rangeBetween(at, at), before: "", after: "" };
  const end = list.start + start + element.length;
  return { range: document.text.rangeBetween(end, end), before: ", ", after: "" };
}
