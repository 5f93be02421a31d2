// The roles that properties of an item can have: `spec/evidence.md` section 1.

import type { Analysis } from "../analysis";

/** The words of a text with `|` between them. */
export type Words<Text extends string> = Text extends `${infer First}|${infer Others}`
  ? First | Words<Others>
  : Text;

/** The words of some texts, with `|` between them, each with its own type. */
export function wordsIn<const Text extends string>(...texts: readonly Text[]): readonly Words<Text>[] {
  return texts.join("|").split("|") as Words<Text>[];
}

const choiceRoles = wordsIn(
  "data-type|effect-measure|method|model|heterogeneity-estimator|interval-method|confidence-level|scale",
  "prediction-interval|totals|total-shown|subtotals-shown|swap-events",
);
const labelRoles = wordsIn(
  "experimental-label|comparator-label|favours-left|favours-right|unit|measure-name",
);
const listRoles = wordsIn("studies|subgroups");

export const arms = ["experimental", "comparator"] as const;
export type Arm = (typeof arms)[number];

export const armParts = ["events", "total", "mean", "sd", "non-events"] as const;
export type ArmPart = (typeof armParts)[number];

const rolesOfArm = <Name extends Arm>(arm: Name) =>
  ({
    events: `${arm}-events`,
    total: `${arm}-total`,
    mean: `${arm}-mean`,
    sd: `${arm}-sd`,
    "non-events": `${arm}-non-events`,
  }) as const;

/** The roles of arm parts, as a table: role names are not concatenated for each row. */
export const armRoles = {
  experimental: rolesOfArm("experimental"),
  comparator: rolesOfArm("comparator"),
};

/** Maps a role of one arm to the same role of the other. */
export const ofOtherArm: ReadonlyMap<Role, NumberRole> = new Map(
  armParts.flatMap((part): (readonly [Role, NumberRole])[] => {
    const [one, other] = [armRoles.experimental[part], armRoles.comparator[part]];
    return [[one, other] as const, [other, one] as const];
  }),
);

export const numberRoles = [
  ...Object.values(armRoles.experimental),
  ...Object.values(armRoles.comparator),
  ...wordsIn("estimate|standard-error|interval-low|interval-high|observed-minus-expected|variance"),
];

const rowTextRoles = wordsIn("study|year|subgroup|excluded|applies-to|risk-of-bias|footnotes");

export const resultRoles = wordsIn(
  "result-estimate|result-low|result-high|result-weight|result-i2|result-tau2|result-q|result-p|result-studies",
  "result-participants|result-experimental-events|result-experimental-total|result-comparator-events",
  "result-comparator-total",
);

/**
 * Other roles. `arm` labels an arm by its values; `experimental-arm` and `comparator-arm` are whole objects. A `switch`
 * changes what is computed in a manner that is not supported, unless its value maps to "".
 */
const otherRoles = wordsIn("arm|experimental-arm|comparator-arm|subgroup-name|subgroup-key|switch");

/** Estimates and standard errors on a stated scale. Only those of ratios have two scales. */
export const scaledRoles = {
  "estimate-log": { role: "estimate", scale: "log" },
  "estimate-natural": { role: "estimate", scale: "natural" },
  "standard-error-log": { role: "standard-error", scale: "log" },
  "standard-error-natural": { role: "standard-error", scale: "natural" },
} as const;
type ScaledRole = keyof typeof scaledRoles;
const scaledNames = Object.keys(scaledRoles) as ScaledRole[];

export type ChoiceRole = (typeof choiceRoles)[number];
export type LabelRole = (typeof labelRoles)[number];
export type ListRole = (typeof listRoles)[number];
export type NumberRole = (typeof numberRoles)[number];
export type ResultRole = (typeof resultRoles)[number];
const allRoles = [
  ...choiceRoles,
  ...labelRoles,
  ...listRoles,
  ...numberRoles,
  ...rowTextRoles,
  ...resultRoles,
  ...otherRoles,
  ...scaledNames,
];
export type Role = (typeof allRoles)[number];

const roles: ReadonlySet<string> = new Set(allRoles);
export const isScaledRole = isOneOf(scaledNames);

export function isRole(name: unknown): name is Role {
  return typeof name === "string" && roles.has(name);
}

export function isOneOf<Name extends string>(names: readonly Name[]): (name: string) => name is Name {
  const all: ReadonlySet<string> = new Set(names);
  return (name): name is Name => all.has(name);
}

export const isChoiceRole = isOneOf(choiceRoles);
export const isLabelRole = isOneOf(labelRoles);
export const isNumberRole = isOneOf(numberRoles);
export const isResultRole = isOneOf(resultRoles);

/** The numbers that a study of a data type needs; figures have a column for each. */
export function columnRoles(dataType: Analysis["dataType"]): readonly NumberRole[] {
  return rolesOf[dataType];
}

const rolesOf: Readonly<Record<Analysis["dataType"], readonly NumberRole[]>> = {
  dichotomous: ofBothArms("events", "total"),
  continuous: ofBothArms("mean", "sd", "total"),
  contrast: ["estimate", "standard-error"],
  "observed-expected": ["observed-minus-expected", "variance"],
};

function ofBothArms(...parts: readonly (keyof (typeof armRoles)["comparator"])[]): readonly NumberRole[] {
  return arms.flatMap((arm) => parts.map((part) => armRoles[arm][part]));
}

/** The role of the values at a path: the format of the setting, of published forms and of answers. */
export type RoleEntry = Role | { readonly role: Role; readonly values: Readonly<Record<string, string>> };
export type RoleEntries = Readonly<Record<string, RoleEntry>>;

/** The entries of a property that may have several. */
export function entriesIn(entries: RoleEntry | readonly RoleEntry[]): readonly RoleEntry[] {
  return Array.isArray(entries) ? (entries as readonly RoleEntry[]) : [entries as RoleEntry];
}

/** A property that is true or false, and the role's values for these. */
export function switched(role: Role, yes: string, no: string): RoleEntry {
  return { role, values: { true: yes, false: no } };
}
export const fixed = switched("model", "fixed-effect", "random-effects");
export const included = switched("excluded", "false", "true");
