import { hasParts, labelKeys, numberedLabels } from "./armLabels";
import type { BoundPlace } from "./binding";
import { escaped, isObject, isScalar } from "../json";
import { type Answer, type EvidenceProblem, type Translate, answer, question } from "./problems";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import { type Arm, type ArmPart, type RoleEntries, type RoleEntry, armRoles } from "./roles";
import { differentTreatments } from "./whichMeaning";
import { armSuggested, isSum, partNamed } from "./words";

type JsonObject = Readonly<Record<string, unknown>>;

/** An arm of a row that is not identified, and the entries of the setting that would identify it. */
interface OpenArm {
  readonly label: string;
  readonly as: (arm: Arm) => RoleEntries;
}
type OpenArms = readonly OpenArm[];

const labelled = (paths: readonly string[], label: string): OpenArm => ({
  label,
  as: (arm) => Object.fromEntries(paths.map((path) => [path, { role: "arm", values: { [label]: arm } }])),
});
const placed = (path: string, label: string): OpenArm => ({ label, as: (arm) => ({ [path]: `${arm}-arm` }) });

/** The arms of a row that are not identified, including numbered ones with labels. */
export function openArms(value: unknown, place: BoundPlace, depth = 0): OpenArms | undefined {
  if (!isObject(value) || depth > 2) return undefined;
  const numbered = numberedLabels(value, place);
  const paths = numbered.map(({ path }) => path);
  if (numbered.length > 1) return numbered.map(({ label }) => labelled(paths, label));
  const objects: OpenArm[] = [];
  let isOpen = false;
  for (const [name, one] of Object.entries(value)) {
    const property = place.property(name);
    const isKnown = property.scope === "experimental" || property.scope === "comparator";
    let inside: OpenArms | undefined;
    if (Array.isArray(one)) inside = property.scope === "arms" ? openElements(one, property) : undefined;
    else if (isObject(one) && hasParts(one) && !isSum(name) && property.numbered === undefined) {
      // The label of an arm may be a word for the other arm.
      const stated = isKnown
        ? labelKeys(one)
            .map((key) => one[key])
            .find((label) => armSuggested(label) !== undefined)
        : undefined;
      const isContradicted = (armSuggested(stated) ?? property.scope) !== property.scope;
      objects.push(placed(property.pattern, isContradicted ? `${name} (${String(stated)})` : name));
      isOpen ||= !isKnown || isContradicted;
    } else if (property.scope !== "none" && !isKnown) inside = openArms(one, property, depth + 1);
    if (inside !== undefined) return inside;
  }
  return objects.length > 1 && isOpen ? objects : byPrefixes(value, place);
}

function openElements(list: readonly unknown[], place: BoundPlace): OpenArms | undefined {
  const objects = list.flatMap((value, index) =>
    isObject(value) && hasParts(value) ? [{ one: value, index }] : [],
  );
  if (objects.length < 2) return undefined;
  const key = labelKeys(objects[0]?.one ?? {}).find((name) => {
    const labels = objects.map(({ one }) => one[name]);
    return labels.every(isScalar) && new Set(labels.map(String)).size === labels.length;
  });
  const path = `${place.pattern}/*/${key}`;
  return objects.map(({ one, index }) =>
    key === undefined
      ? placed(`${place.pattern}/${index}`, `${place.name} ${index + 1}`)
      : labelled([path], String(one[key])),
  );
}

/** Numbers whose names combine an unknown arm and a part: `statin_events`, `meanStatin`. */
function byPrefixes(value: JsonObject, place: BoundPlace): OpenArms | undefined {
  const byArm = new Map<string, (readonly [path: string, part: ArmPart])[]>();
  for (const [name, one] of Object.entries(value)) {
    const [arm, part] = (typeof one === "number" ? partOfOther(name) : undefined) ?? [];
    if (arm === undefined || part === undefined || isSum(arm)) continue;
    byArm.set(arm, [...(byArm.get(arm) ?? []), [`${place.pattern}/${escaped(name)}`, part]]);
  }
  const whole = [...byArm].filter(([, numbers]) => numbers.some(([, part]) => part !== "total"));
  if (whole.length < 2) return undefined;
  return whole.map(([label, numbers]) => ({
    label,
    as: (arm) => Object.fromEntries(numbers.map(([path, part]) => [path, armRoles[arm][part]])),
  }));
}

function partOfOther(name: string): readonly [arm: string, part: ArmPart] | undefined {
  const all = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").split(/[^\p{L}\p{N}]+/u);
  for (let at = 1; at < all.length; at++) {
    const [first, last] = [all.slice(0, at).join(" "), all.slice(at).join(" ")];
    const [before, next] = [partNamed(last), partNamed(first)];
    if (before !== undefined) return [first, before];
    if (next !== undefined) return [last, next];
  }
  return undefined;
}

/** Asks which arm is the experimental one, if the rows of an item do not identify it. */
export function whichArms(content: ItemContent, lacking?: readonly ItemRow[]): EvidenceProblem | null {
  const { contradicting } = content;
  const { experimental, comparator } = content.armNames;
  const counted = (content.rows ?? []).filter((row) => !row.excluded);
  // If a label occurs as both arms, numbers such as `1` and `2` do not identify the arms.
  const areMixed = [...experimental].some((name) => comparator.has(name));
  const rows = lacking ?? (areMixed ? counted : counted.filter((row) => row.hasUnknownArms));
  if (rows.length === 0) return null;
  const found = rows.map((row) => openArms(row.value, row.place)).filter((open) => open !== undefined);
  const labels = [...new Set(found.flatMap((open) => open.map(({ label }) => label)))];
  const isOfEstimates = rows.every((row) => row.says("estimate") && !row.says("experimental-total"));
  if (areMixed && isOfEstimates) return differentTreatments(rows[0]?.pointer ?? "", labels);
  if (found.length === 0) {
    if (areMixed) return differentTreatments(rows[0]?.pointer ?? "", [...experimental, ...comparator]);
    return contradicting.length === 0 ? null : which(rows, byNumbers(content));
  }
  if (found.some((open) => open.length !== 2)) {
    const few = labels.length > maxLabels ? [] : labels;
    const pairs = few.flatMap((text) =>
      few
        .filter((other) => other !== text)
        .map((other) => ({
          ...answerOf(found, [new Set([text]), new Set([other])]),
          text: (translate: Translate) =>
            translate("“{0}” is the experimental arm, “{1}” the comparator", text, other),
        })),
    );
    return which(rows, pairs, labels);
  }
  const sides = sidesOf(found);
  if (sides === undefined) return differentTreatments(rows[0]?.pointer ?? "", labels);
  const [one, other] = sides;
  return which(rows, [answerOf(found, [one, other]), answerOf(found, [other, one])], labels);
}

function which(
  rows: readonly ItemRow[],
  answers: readonly Answer[],
  labels: readonly string[] = [],
): EvidenceProblem {
  const about = labels.slice(0, maxLabels).join(", ");
  return question(rows[0]?.pointer ?? "", answers, (translate, choices) =>
    answers.length === 0
      ? translate("Which arm is the experimental one? The document does not say it ({0}).", about)
      : translate("Which arm is the experimental one: {0}?", choices),
  );
}

const maxLabels = 4;
type Sides = readonly [experimental: ReadonlySet<string>, comparator: ReadonlySet<string>];

/**
 * Divides labels into two sides, so that the arms of each row are on different sides; the first label is on the first
 * side. Undefined if a label would be on both.
 */
function sidesOf(rows: readonly OpenArms[]): Sides | undefined {
  const sides = [new Set([rows[0]?.[0]?.label]), new Set<string | undefined>()] as const;
  for (let before = 0; before < sides[0].size + sides[1].size;) {
    before = sides[0].size + sides[1].size;
    for (const [one, other] of rows.map((row) => row.map(({ label }) => label)))
      for (const [side, opposite] of [sides, [sides[1], sides[0]]] as const) {
        if (side.has(one)) opposite.add(other);
        if (side.has(other)) opposite.add(one);
      }
  }
  const [first, second] = sides.map((side) => new Set([...side].filter((label) => label !== undefined)));
  const isApart = first !== undefined && second !== undefined && ![...first].some((text) => second.has(text));
  return isApart ? [first, second] : undefined;
}

function answerOf(rows: readonly OpenArms[], [experimental, comparator]: Sides): Answer {
  let entries: RoleEntries = {};
  for (const { label, as } of rows.flat())
    if (experimental.has(label)) entries = merged(entries, as("experimental"));
    else if (comparator.has(label)) entries = merged(entries, as("comparator"));
  return isExperimental([...experimental].slice(0, maxLabels).join(", "), entries);
}

function isExperimental(label: string, entries: RoleEntries): Answer {
  return answer(label, entries, (translate) => translate("“{0}” is the experimental arm", label));
}

/** Merges entries of the setting: values of the same path and role are combined. */
function merged(one: RoleEntries, other: RoleEntries): RoleEntries {
  const all: Record<string, RoleEntry> = { ...one };
  for (const [path, entry] of Object.entries(other)) {
    const known = all[path];
    const isSame = typeof entry === "object" && typeof known === "object" && known.role === entry.role;
    all[path] = isSame ? { role: entry.role, values: { ...known.values, ...entry.values } } : entry;
  }
  return all;
}

/** The answers for an item in which the label of a numbered arm names the other arm. */
const byNumbers = ({ contradicting }: ItemContent): readonly Answer[] =>
  contradicting.map(({ label, numbered }) => {
    const roleOf = (arm: Arm): RoleEntry => (arm === numbered ? "experimental-label" : "comparator-label");
    return isExperimental(
      label,
      Object.fromEntries(contradicting.map((one) => [one.path, roleOf(one.numbered)])),
    );
  });
