import type { Analysis } from "../analysis";

/** The roles that properties of an item can have: `spec/evidence.md` section 1. */

const choiceRoles = [
  "data-type",
  "effect-measure",
  "method",
  "model",
  "heterogeneity-estimator",
  "interval-method",
  "confidence-level",
  "prediction-interval",
  "totals",
  "total-shown",
  "subtotals-shown",
  "swap-events",
  "scale",
] as const;

const labelRoles = [
  "experimental-label",
  "comparator-label",
  "favours-left",
  "favours-right",
  "unit",
  "measure-name",
] as const;

const listRoles = ["studies", "subgroups"] as const;

/** The two groups of participants. */
export const arms = ["experimental", "comparator"] as const;
export type Arm = (typeof arms)[number];

/** The numbers of an arm. */
export const armParts = ["events", "total", "mean", "sd", "non-events"] as const;
export type ArmPart = (typeof armParts)[number];

/** The roles of arm parts, as a table: role names are not concatenated for each row. */
export const armRoles = {
  experimental: {
    events: "experimental-events",
    total: "experimental-total",
    mean: "experimental-mean",
    sd: "experimental-sd",
    "non-events": "experimental-non-events",
  },
  comparator: {
    events: "comparator-events",
    total: "comparator-total",
    mean: "comparator-mean",
    sd: "comparator-sd",
    "non-events": "comparator-non-events",
  },
} as const;

/** Maps a role of one arm to the same role of the other. */
export const ofOtherArm: ReadonlyMap<Role, NumberRole> = new Map(
  armParts.flatMap((part): (readonly [Role, NumberRole])[] => {
    const { experimental, comparator } = armRoles;
    return [
      [experimental[part], comparator[part]],
      [comparator[part], experimental[part]],
    ];
  }),
);

export const numberRoles = [
  ...Object.values(armRoles.experimental),
  ...Object.values(armRoles.comparator),
  "estimate",
  "standard-error",
  "interval-low",
  "interval-high",
  "observed-minus-expected",
  "variance",
] as const;

export const rowTextRoles = [
  "study",
  "year",
  "subgroup",
  "excluded",
  "applies-to",
  "risk-of-bias",
  "footnotes",
] as const;

export const resultRoles = [
  "result-estimate",
  "result-low",
  "result-high",
  "result-weight",
  "result-i2",
  "result-tau2",
  "result-q",
  "result-p",
  "result-studies",
  "result-participants",
  "result-experimental-events",
  "result-experimental-total",
  "result-comparator-events",
  "result-comparator-total",
] as const;

/** Roles that identify an arm: a label by its values, or an object as a whole. */
const armSigns = ["arm", "experimental-arm", "comparator-arm"] as const;

/** Estimates and errors with their scale: only ratios have two. */
export const scaledRoles = {
  "estimate-log": { role: "estimate", scale: "log" },
  "estimate-natural": { role: "estimate", scale: "natural" },
  "standard-error-log": { role: "standard-error", scale: "log" },
  "standard-error-natural": { role: "standard-error", scale: "natural" },
} as const;
type ScaledRole = keyof typeof scaledRoles;

export type ChoiceRole = (typeof choiceRoles)[number];
export type LabelRole = (typeof labelRoles)[number];
export type ListRole = (typeof listRoles)[number];
export type NumberRole = (typeof numberRoles)[number];
export type RowTextRole = (typeof rowTextRoles)[number];
export type ResultRole = (typeof resultRoles)[number];
export type Role =
  | ChoiceRole
  | LabelRole
  | ListRole
  | NumberRole
  | RowTextRole
  | ResultRole
  | ScaledRole
  | (typeof armSigns)[number]
  | "subgroup-name"
  | "subgroup-key"
  /** Changes what is computed in a manner that is not supported, unless its value maps to "". */
  | "switch";

const scaledNames = [
  "estimate-log",
  "estimate-natural",
  "standard-error-log",
  "standard-error-natural",
] as const;

export const isScaledRole = isOneOf<ScaledRole>(scaledNames);

const roles: ReadonlySet<string> = new Set<Role>([
  ...choiceRoles,
  ...labelRoles,
  ...listRoles,
  ...numberRoles,
  ...rowTextRoles,
  ...resultRoles,
  ...armSigns,
  ...scaledNames,
  "subgroup-name",
  "subgroup-key",
  "switch",
]);

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
