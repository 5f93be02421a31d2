import { smallestOf } from "../lists";
import type { ExplicitRole, PlacedSchema, StatedBy, WrongEntry } from "./explicitRoles";
import { isObject } from "../json";
import { keyOf, ranks, rolesOfSchema, rolesOfSetting, scaledRole } from "./explicitRoles";
import { type Form, rolesOfForm } from "./forms/form";
import { formOf, forms } from "./forms/published";
import type { Arm, ListRole, Role, RoleEntry } from "./roles";
import { arms, isLabelRole, isNumberRole, wordsIn } from "./roles";
import { plain } from "../choiceValues";
import type { NamedEffect, Scope, Word } from "./words";
import { switchesNamed } from "./switches";
import { isNextToAnalysis, listNamed, ofOutcomes, partNamed, wordAt } from "./words";

export interface BoundRole {
  readonly role: Role;
  readonly by: StatedBy;
  /** Of several properties with one role, that of the lowest rank is read; numbers of equal rank have to agree. */
  readonly rank: number;
  readonly values: ReadonlyMap<string, string>;
  /** The measure and scale that the role or name of an estimate, or of its error, implies. */
  readonly effect?: NamedEffect | undefined;
  /** The rank of the role that gives the scale, which may be of a published form where the role is of the setting. */
  readonly scaleRank?: number | undefined;
  /** The arm, if only a number implies it (`events1`): a label may override it. */
  readonly numbered?: Arm | undefined;
}

/**
 * The roles of the properties of items of one schema, bound once and cached for each path. The setting takes precedence
 * over the annotations of the schema, these over a published form, and that over names.
 */
export interface RoleBinding {
  /** The root place of items without a published form. */
  readonly item: BoundPlace;
  /** The published form of an item, and the root place for items of this form. */
  readonly rootOf: (item: unknown) => { readonly root: BoundPlace; readonly form: Form | undefined };
  readonly places: () => Iterable<BoundPlace>;
  readonly wrongEntries: readonly WrongEntry[];
}

/**
 * Binds the roles of all sources.
 *
 * @param sources.setting the value of the setting `evidence.roles`
 * @param sources.subschemas those of the item schema, including those that apply under conditions only
 */
export function bindRoles(sources: {
  readonly setting?: unknown;
  readonly subschemas?: readonly PlacedSchema[];
}): RoleBinding {
  const setting = rolesOfSetting(sources.setting);
  const stated = [...setting.roles, ...rolesOfSchema(sources.subschemas ?? [])];
  const item = rootPlace(undefined, stated);
  const roots = new Map<Form | undefined, BoundPlace>([[undefined, item]]);
  return {
    item,
    rootOf(value) {
      const form = formOf(value);
      const root = roots.get(form) ?? rootPlace(form, [...stated, ...(form ? rolesOfForm(form) : [])]);
      roots.set(form, root);
      return { root, form };
    },
    *places() {
      for (const root of roots.values()) yield* root.places();
    },
    wrongEntries: setting.wrong,
  };
}

/** The possible places of a row of which only the property names are known: without a form, and in each open form. */
export function placesOfRows(): readonly BoundPlace[] {
  return [undefined, ...forms.filter(({ isOpen }) => isOpen)].map((form) =>
    rootPlace(form, form === undefined ? [] : rolesOfForm(form))
      .property("data")
      .element(0, "row"),
  );
}

function rootPlace(form: Form | undefined, explicit: readonly ExplicitRole[]): BoundPlace {
  const isOpen = form === undefined || form.isOpen;
  const around = { isOpen, isInRow: false, numbered: undefined, effect: undefined } as const;
  return new BoundPlace("", [], explicit, { ...around, scope: "analysis" });
}

export interface Context {
  readonly scope: Scope;
  /** Whether a property without an explicit role may get one by its name; false in a closed form. */
  readonly isOpen: boolean;
  readonly isInRow: boolean;
  readonly numbered: Arm | undefined;
  readonly effect: NamedEffect | undefined;
}

/** The maximum number of children that a place caches: items that use names as keys have ever new children. */
const maxCached = 1000;

/** The maximum depth of nested objects in which a list of studies is searched. */
const maxHolderDepth = 3;
const fewElements = 5;

/** A path inside items, with the roles bound to it. */
export class BoundPlace {
  readonly roles: readonly BoundRole[];
  readonly scope: Scope;
  /**
   * Whether its name marks data outside of the pool, or pooled again: `excludedStudies`, `sensitivity`. False if the
   * setting or the schema binds a role to it or inside.
   */
  readonly isNextToAnalysis: boolean;
  /** The arm of an object that only an arm's number names (`group1`). */
  readonly numbered: Arm | undefined;
  /** Whether a form, the schema or the setting binds a role inside. */
  readonly hasExplicit: boolean;
  readonly #effect: NamedEffect | undefined;
  readonly #children = new Map<string, BoundPlace>();

  constructor(
    readonly name: string,
    private readonly path: readonly string[],
    /** The explicit roles whose paths begin with this one. */
    private readonly explicit: readonly ExplicitRole[],
    readonly context: Context,
    word?: Word,
  ) {
    const here = explicit.filter((role) => role.path.length === path.length);
    this.hasExplicit = explicit.length > here.length;
    this.roles = boundRoles(here, word, context);
    const arm = arms.find((one) => this.roles.some(({ role }) => role === `${one}-arm`));
    this.scope = arm ?? word?.scope ?? context.scope;
    this.numbered = arm === undefined ? (word?.numbered ?? context.numbered) : undefined;
    this.#effect = word?.effect;
    this.isNextToAnalysis = explicit.every(({ by }) => by === "form") && isNextToAnalysis(name);
  }

  get pattern(): string {
    return keyOf(this.path);
  }

  /** The rank of the role that makes a list at this place one of studies or subgroups. */
  get listRank(): number {
    const own = this.roles.find(isOfList);
    if (own !== undefined) return own.rank;
    const below = this.explicit.filter(({ by }) => by !== "form").map(({ rank }) => rank);
    return Math.min(ranks.name, smallestOf(below));
  }

  /** Whether the place has no role, or only the role of a switch that its name implies. */
  get isUnbound(): boolean {
    return this.roles.every(({ role, by }) => role === "switch" && by === "name");
  }

  *places(): Iterable<BoundPlace> {
    yield this;
    for (const child of this.#children.values()) yield* child.places();
  }

  property(name: string): BoundPlace {
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const explicit = this.#explicitBelow(name, name);
    const own = explicit.find(({ path }) => path.length === this.path.length + 1);
    // Comparing a name with all kinds of switches takes long: a property with a role of its own needs none.
    const find = own === undefined || isPrintedLabel(own) ? withSwitch : wordAt;
    const word = this.context.isOpen ? find(this.scope, name) : undefined;
    const around = { numbered: this.numbered, effect: this.#effect };
    const context = { ...this.context, ...around, scope: word?.scope ?? "none" } as const;
    return this.#remember(name, new BoundPlace(name, [...this.path, name], explicit, context, word));
  }

  /**
   * The place of a property, by its value: an object that contains a list of studies belongs to the analysis, whatever
   * its name, as its other properties describe how to pool them.
   */
  placeOf(name: string, value: unknown): BoundPlace {
    const place = this.property(name);
    const mayHold = this.scope === "analysis" && place.scope === "none";
    if (!mayHold || !isObject(value) || !place.#holdsStudies(value, 0)) return place;
    const key = `${name}\0holder`;
    const context = { ...this.context, scope: "analysis" } as const;
    return this.#children.get(key) ?? this.#remember(key, this.#child(name, name, context));
  }

  #holdsStudies(object: Readonly<Record<string, unknown>>, depth: number): boolean {
    if (this.isNextToAnalysis || depth > maxHolderDepth) return false;
    return Object.entries(object).some(([name, one]) => {
      const place = this.property(name);
      if (Array.isArray(one)) return place.listRole(one) !== undefined;
      return isObject(one) && place.scope === "none" && place.#holdsStudies(one, depth + 1);
    });
  }

  /**
   * The place of a list's element: all elements in the same scope share one, unless an explicit role names an index.
   *
   * @param scope in which names in the element are looked up; by default that of the list
   */
  element(index: number, scope: Scope = this.scope): BoundPlace {
    const isNamed = this.explicit.some(({ path }) => path[this.path.length] === String(index));
    const name = isNamed ? String(index) : "*";
    const key = `${name} ${scope}`;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const isInRow = this.context.isInRow || scope === "row";
    const context = { ...this.context, scope, isInRow, numbered: undefined, effect: this.#effect };
    return this.#remember(key, this.#child(name, String(index), context));
  }

  #remember(key: string, child: BoundPlace): BoundPlace {
    if (this.#children.size < maxCached) this.#children.set(key, child);
    return child;
  }

  #child(name: string, alias: string, context: Context): BoundPlace {
    return new BoundPlace(name, [...this.path, name], this.#explicitBelow(name, alias), context);
  }

  /** The explicit roles at or below a child, whose name may also be an index. */
  #explicitBelow(name: string, alias: string): readonly ExplicitRole[] {
    const at = this.path.length;
    const key = plain(name);
    return this.explicit.filter(({ path, by }) => {
      const step = path[at];
      if (step === undefined) return false;
      return step === "*" || step === name || step === alias || (by === "form" && step === key && key !== "");
    });
  }

  /** The role of a list: by an explicit role, by roles bound inside it, by its name, or by its elements' properties. */
  listRole(elements: readonly unknown[]): ListRole | undefined {
    const own = this.roles.find(isOfList)?.role;
    const stated = this.explicit.filter(({ by }) => by !== "form");
    const at = this.path.length;
    const isOfElements = stated.some(({ role, path }) => role === "studies" && /^\d+$/.test(path[at] ?? ""));
    if (own !== undefined || isOfElements) return own;
    const below = stated.filter(({ role }) => isNumberRole(role) || role === "study");
    const lists = below.map(({ path }) => path.slice(at).filter((step) => step === "*").length);
    if (lists.length > 0) return smallestOf(lists) > 1 ? "subgroups" : "studies";
    if (this.isNextToAnalysis) return undefined;
    const objects = elements.filter(isObject).slice(0, fewElements);
    if (elements.length > 0 && objects.length === 0) return undefined;
    const named = this.context.isOpen ? listNamed(this.name) : undefined;
    const row = this.element(0, "row");
    const areStudies = objects.flatMap(Object.keys).some((name) => isNameOfStudy(row.property(name)));
    if (!areStudies && objects.some((one) => this.#hasStudies(one))) return "subgroups";
    if (!areStudies && ofOutcomes.test(plain(this.name))) return undefined;
    if (named === "subgroups") return areStudies ? "studies" : named;
    return objects.some((one) => hasNumbers(one, row, 0)) ? "studies" : named;
  }

  #hasStudies(group: Readonly<Record<string, unknown>>): boolean {
    const place = this.element(0, "subgroup");
    return Object.entries(group).some(([name, value]) => {
      if (!Array.isArray(value)) return false;
      const mayBeArms = wordAt("row", name)?.scope === "arms" && listNamed(name) !== "studies";
      return !mayBeArms && place.property(name).listRole(value) === "studies";
    });
  }
}

/** The word for a name, with the role of a switch if such a property may change what is computed. */
function withSwitch(scope: Scope, name: string): Word | undefined {
  const word = wordAt(scope, name);
  const { entries, ...common } = word ?? { entries: [], order: 0, scope: "none" };
  const mayBeSwitch = (entry: RoleEntry): boolean =>
    entry === "data-type" || (typeof entry === "string" && isLabelRole(entry));
  if (!entries.every(mayBeSwitch) || !switchScopes.includes(scope) || switchesNamed(name).length === 0)
    return word;
  return { ...common, entries: [...entries, "switch"] };
}

const switchScopes: readonly Scope[] = wordsIn(
  "analysis|subgroup|row|experimental|comparator|estimate|interval|legend",
);

const isOfList = (role: BoundRole): role is BoundRole & { readonly role: ListRole } =>
  role.role === "studies" || role.role === "subgroups";

/** Whether a property of a row names a study, and is not one that subgroups have too. */
function isNameOfStudy({ name, roles }: BoundPlace): boolean {
  const isOfBoth = wordAt("subgroup", name) !== undefined || name === "id";
  return !isOfBoth && roles.some(({ role }) => role === "study");
}

function hasNumbers(value: unknown, place: BoundPlace, depth: number): boolean {
  if (typeof value === "number") {
    const part = partNamed(place.name);
    return place.roles.some(({ role }) => isNumberRole(role)) || (part !== undefined && part !== "total");
  }
  if (typeof value !== "object" || value === null || depth > 3) return false;
  return Object.entries(value).some(([name, one]) =>
    hasNumbers(one, Array.isArray(value) ? place.element(Number(name)) : place.property(name), depth + 1),
  );
}

/** Whether a role is that of a form's label: it is only printed, and may contradict the form's numbers. */
const isPrintedLabel = ({ by, role }: ExplicitRole): boolean => by === "form" && isLabelRole(role);

function boundRoles(
  here: readonly ExplicitRole[],
  word: Word | undefined,
  { numbered, effect }: Context,
): readonly BoundRole[] {
  const words = (word?.entries ?? []).map((entry): BoundRole => {
    const { role: stated, values } = typeof entry === "string" ? { role: entry, values: {} } : entry;
    const { role, scale } = scaledRole(stated);
    const isEffect = role === "estimate" || role === "standard-error";
    return {
      role,
      by: "name",
      rank: ranks.name + (isNumberRole(role) ? 0 : (word?.order ?? 0) / 1000),
      values: new Map(Object.entries(values)),
      effect: word?.effect ?? (isEffect ? (withScale(scale) ?? effect) : undefined),
      numbered: word?.numbered ?? numbered,
    };
  });
  const [first] = here;
  const chosen = here.filter(({ by }) => by === first?.by);
  if (first === undefined) return words;
  const switches = isPrintedLabel(first) ? words.filter(({ role }) => role === "switch") : [];
  const explicit = chosen.map(({ role: stated, by, rank, values }): BoundRole => {
    const { role } = scaledRole(stated);
    // Values and the scale of an estimate also come from roles of lower precedence at the same path.
    const scaled = [{ role: stated, rank }, ...here].find((one) => {
      const other = scaledRole(one.role);
      return other.role === role && other.scale !== undefined;
    });
    const ofName = words.find((one) => one.role === role);
    return {
      role,
      by,
      rank,
      values: values.size > 0 ? values : (here.find((one) => one.values.size > 0)?.values ?? values),
      effect:
        withScale(scaled && scaledRole(scaled.role).scale) ?? (by === "setting" ? undefined : ofName?.effect),
      scaleRank: scaled?.rank,
      numbered: role === "arm" || isLabelRole(role) ? (word?.numbered ?? numbered) : undefined,
    };
  });
  return [...explicit, ...switches];
}

function withScale(scale: NamedEffect["scale"] | undefined): NamedEffect | undefined {
  return scale === undefined ? undefined : { scale };
}
