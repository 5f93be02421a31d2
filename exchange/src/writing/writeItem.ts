// The inverse of reading: builds an item by its schema. Writes the value of each role to the property that has the
// role by annotation, else by name (`spec/exchange.md` section 6).

import type { ChoiceRole, LabelRole, Role, RoleBinding } from "@analyses/evidence";
import { isChoiceRole, nameProperties, readChoice } from "@analyses/evidence";
import type { JsonObject, JsonValue } from "@analyses/json";
import type { NewValue, ValuePlace, Written } from "@analyses/json-schema";
import { listIn, maxElements, newObject, writtenOf } from "@analyses/json-schema";
import { type ItemShape, bindingOf, itemPlace } from "./schemaPlace";

/** The standard values of choices by role. */
type ChoicesToWrite = ReadonlyMap<ChoiceRole, string | number | boolean>;

/** The content of an item. */
interface ItemToWrite {
  readonly number: number;
  readonly name: string;
  readonly choices: ChoicesToWrite;
  readonly labels: ReadonlyMap<LabelRole, string>;
  readonly subgroups: readonly string[];
  readonly rows: readonly { readonly subgroup: number | null; readonly valueOf: ValueOfRole }[];
}

/** Returns a row's value for a role, in the form that the schema requires at a place; undefined for no value. */
export type ValueOfRole = (role: Role, at: ValuePlace) => JsonValue | undefined;

/** The roles that have a property in an item with given choices, and in its rows. */
export interface RolesOfShape {
  readonly ofItem: ReadonlySet<Role>;
  readonly ofRows: ReadonlySet<Role>;
  /** The roles that each row must have. */
  readonly needed: ReadonlySet<Role>;
}

/** A place in an item: what its schemas expect, and its roles. */
interface RolePlace {
  readonly at: ValuePlace;
  readonly place: RoleBinding["item"];
}

/** The maximum depth of values in a row. */
const maxDepth = 4;

/** Writes items of one shape. */
export class ItemWriter {
  readonly #item: RolePlace;

  constructor(shape: ItemShape) {
    this.#item = { at: itemPlace(shape), place: bindingOf(shape).item };
  }

  rolesWith(choices: ChoicesToWrite): RolesOfShape {
    const places = this.#properties(choices).map(([, one]) => one);
    const rows = places
      .filter((place) => rolesAt(place).includes("studies"))
      .map((place) => elementOf(place, "row"));
    return {
      ofItem: new Set(places.flatMap(rolesAt)),
      ofRows: new Set(rows.flatMap((row) => rolesOfRow(propertiesOfRow(row)))),
      needed: new Set(
        rows.flatMap((row) => {
          const { lacking } = row.at.having({});
          return propertiesOf(row).flatMap(([name, one]) => (lacking.includes(name) ? rolesAt(one) : []));
        }),
      ),
    };
  }

  /** Reads the defaults twice, since some depend on others: the estimator has a default only with random effects. */
  defaults(): ChoicesToWrite {
    return defaultsOf(this.#properties(defaultsOf(this.#properties(new Map()))));
  }

  /** Builds the item; `placed` are the roles that found a property. Missing required values become `null`. */
  write(given: ItemToWrite): { readonly item: Written; readonly placed: ReadonlySet<Role> } {
    const placed = new Set<Role>();
    const properties = this.#properties(given.choices);
    const named = properties.find(([name]) => nameProperties.includes(name))?.[0];
    const begun = membersOf(properties, ([name, one]) => {
      const own = name === "number" ? given.number : name === named ? given.name : undefined;
      return own === undefined ? valueAt(one, given, placed) : fixed(own);
    });
    return { item: writtenOf(newObject(withChoices(this.#item, given.choices), begun)), placed };
  }

  /** Returns the properties of an item with some choices, whose words select among the schema's alternatives. */
  #properties(choices: ChoicesToWrite): readonly Property[] {
    const words = propertiesOf(this.#item).flatMap(([name, one]) => {
      const word = wordAt(one, choices)?.word;
      return word === undefined ? [] : [[name, word] as const];
    });
    return propertiesOf(this.#item, Object.fromEntries(words));
  }
}

/** The choices that a shape has as defaults, in standard values; none in RevMan's form. */
export function defaultChoices(shape: ItemShape | null): ChoicesToWrite {
  return shape === null ? new Map() : new ItemWriter(shape).defaults();
}

type Property = readonly [name: string, RolePlace];

const fixed = (value: JsonValue): NewValue => ({ kind: "fixed", value });

function propertiesOf({ at, place }: RolePlace, members: JsonObject = {}): readonly Property[] {
  const { names, property } = at.having(members);
  return names.map((name) => [name, { at: property(name), place: place.property(name) }]);
}

function defaultsOf(properties: readonly Property[]): ChoicesToWrite {
  return new Map(
    properties.flatMap(([, { at, place }]) => {
      const { schema } = at.schemas.find((one) => one.certain && one.schema.default !== undefined) ?? {};
      return place.roles.flatMap(({ role, values }) => {
        const word = schema?.default;
        if (!isChoiceRole(role)) return [];
        const value = readChoice[role](typeof word === "string" ? (values.get(word) ?? word) : word);
        return value === undefined ? [] : [[role, value] as const];
      });
    }),
  );
}

function membersOf<Each extends readonly [string, ...unknown[]]>(
  properties: readonly Each[],
  valueOf: (property: Each) => NewValue | undefined,
): ReadonlyMap<string, NewValue> {
  return new Map(
    properties.flatMap((property) => {
      const value = valueOf(property);
      return value === undefined ? [] : [[property[0], value] as const];
    }),
  );
}

function elementOf({ at, place }: RolePlace, scope: "row" | "subgroup"): RolePlace {
  const element = { at: at.element(0), place: place.element(0, scope) };
  return { ...element, at: withChoices(element, new Map()) };
}

function rolesAt({ place }: RolePlace): readonly Role[] {
  return place.roles.map(({ role }) => role);
}

/**
 * Writes null for an unknown choice, even if the schema allows only one value: a choice changes what the numbers mean.
 */
function withChoices({ at, place }: RolePlace, choices: ChoicesToWrite): ValuePlace {
  return {
    ...at,
    having(members) {
      const own = at.having(members);
      return {
        ...own,
        property(name) {
          const one = { at: own.property(name), place: place.property(name) };
          if (!rolesAt(one).some(isChoiceRole)) return withChoices(one, choices);
          return { ...one.at, given: fixed(wordAt(one, choices)?.word ?? null) };
        },
      };
    },
  };
}

/** A property of a row or of an object in a row; `inner` are the properties of an object that has no role itself. */
type RowProperty = readonly [name: string, RolePlace, inner: readonly RowProperty[]];

function propertiesOfRow(row: RolePlace, depth = 0): readonly RowProperty[] {
  return propertiesOf(row).map(([name, one]) => {
    const isAround = one.place.isUnbound && depth < maxDepth;
    return [name, one, isAround ? propertiesOfRow(one, depth + 1) : []];
  });
}

/** The roles for which the schema of a row has a property. */
function rolesOfRow(properties: readonly RowProperty[]): readonly Role[] {
  return properties.flatMap(([, one, inner]) => [...rolesAt(one), ...rolesOfRow(inner)]);
}

function valueAt(place: RolePlace, given: ItemToWrite, placed: Set<Role>): NewValue | undefined {
  const roles = rolesAt(place);
  if (roles.includes("studies")) {
    const hasFlat = given.subgroups.length === 0 || given.rows.some(({ subgroup }) => subgroup === null);
    return hasFlat ? rowsOf(place, given, null, placed) : undefined;
  }
  if (roles.includes("subgroups")) {
    placed.add("subgroups");
    return given.subgroups.length === 0 ? undefined : subgroupsOf(place, given, placed);
  }
  const choice = wordAt(place, given.choices);
  if (choice !== undefined) {
    placed.add(choice.role);
    // Omits `false`, the default of choices that are on or off.
    if (choice.word !== false) return fixed(choice.word);
  }
  for (const [role, label] of given.labels)
    if (roles.includes(role)) {
      placed.add(role);
      return fixed(label);
    }
  return undefined;
}

function rowsOf(
  place: RolePlace,
  { rows }: ItemToWrite,
  subgroup: number | null,
  placed: Set<Role>,
): NewValue {
  const row = elementOf(place, "row");
  const properties = propertiesOfRow(row);
  for (const role of ["studies", ...rolesOfRow(properties)] as const) placed.add(role);
  const own = rows.filter((each) => each.subgroup === subgroup);
  const newRow = ({ valueOf }: (typeof own)[number]): NewValue =>
    newObject(row.at, membersOfRow(properties, valueOf));
  const more = (function* () {
    for (const each of own.slice(maxElements)) yield newRow(each);
  })();
  return { kind: "list", elements: own.slice(0, maxElements).map(newRow), more };
}

function subgroupsOf(place: RolePlace, given: ItemToWrite, placed: Set<Role>): NewValue {
  const element = elementOf(place, "subgroup");
  const properties = propertiesOf(element);
  const elements = given.subgroups.map((subgroup, index) => {
    const begun = membersOf(properties, ([, child]) => {
      if (rolesAt(child).includes("subgroup-name")) return fixed(subgroup);
      return rolesAt(child).includes("studies") ? rowsOf(child, given, index, placed) : undefined;
    });
    return newObject(element.at, begun);
  });
  return { kind: "list", elements };
}

/** A row's values by property name; nested objects only where one of their properties has a value. */
function membersOfRow(
  properties: readonly RowProperty[],
  valueOf: ValueOfRole,
  depth = 0,
): ReadonlyMap<string, NewValue> {
  return membersOf(properties, ([, one, inner]) => {
    const value = rolesAt(one)
      .map((role) => valueOf(role, one.at))
      .find((known) => known !== undefined);
    if (value !== undefined) return fixed(value);
    const within = membersOfRow(inner, valueOf, depth + 1);
    return within.size > 0 ? newObject(one.at, within, depth + 1) : undefined;
  });
}

/**
 * Returns the choice whose role a place has, and the choice's word in the schema; undefined if there is no such choice,
 * or if the schema has no word for it.
 */
function wordAt(
  { at, place }: RolePlace,
  choices: ChoicesToWrite,
): { readonly role: ChoiceRole; readonly word: string | number | boolean } | undefined {
  for (const { role, values } of place.roles) {
    const value = isChoiceRole(role) ? choices.get(role) : undefined;
    if (value === undefined || !isChoiceRole(role)) continue;
    const word = wordFor(role, value, values, at);
    if (word !== undefined) return { role, word };
  }
  return undefined;
}

/**
 * Translates a choice into the words of a schema.
 *
 * @param value the standard value
 * @param standard standard values by the document's words
 */
function wordFor(
  role: ChoiceRole,
  value: string | number | boolean,
  standard: ReadonlyMap<string, string>,
  { types, schemas }: ValuePlace,
): string | number | boolean | undefined {
  const words = schemas
    .flatMap(({ schema }) => listIn(schema) ?? [])
    .filter((word) => word !== null && typeof word !== "object");
  if (words.length > 0)
    return words.find((word) => {
      const standardValue = standard.get(String(word)) ?? word;
      return standardValue === value || readChoice[role](standardValue) === value;
    });
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return types.length === 0 || types.includes("string") ? value : undefined;
  // A level is a fraction if the schema's maximum is 1 or less, else in per cent.
  const isFraction = schemas.some(({ schema: { maximum, exclusiveMaximum } }) =>
    [maximum, exclusiveMaximum].some((limit) => typeof limit === "number" && limit <= 1),
  );
  return isFraction ? value : Number((value * 100).toPrecision(12));
}
