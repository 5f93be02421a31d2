import { nameProperties } from "../analysisName";
import { bindRoles } from "../roles/binding";
import type { Resolve } from "../roles/explicitRoles";
import { isObject, isScalar } from "../json";
import type { ChoiceRole, LabelRole, Role } from "../roles/roles";
import { isChoiceRole, isLabelRole } from "../roles/roles";
import type { SchemaNode, WritingPlace, Written } from "./schemaView";
import { elementsOf, viewOf, alternativesOf, typesOf, wordsOf } from "./schemaView";
import type { ValueOfRole } from "./writeRow";
import { propertiesOfRow, rolesOfRow, writtenRow } from "./writeRow";
import { readChoice } from "../choiceValues";

/*
 * The inverse of reading: builds an item by its schema. Writes each role to the property that is annotated, else named,
 * for it (`spec/exchange.md` section 6).
 */

/** The format of items: a schema, and a resolver of its references. */
export interface ItemShape {
  readonly itemSchema: unknown;
  /** The setting `evidence.roles`, for properties without a known name or annotation. */
  readonly roles?: unknown;
  readonly resolve: Resolve;
}

/** The standard values of choices by role. */
export type ChoicesToWrite = ReadonlyMap<ChoiceRole, string | number | boolean>;

/** The content of an item. */
export interface ItemToWrite {
  readonly number: number;
  readonly name: string;
  readonly choices: ChoicesToWrite;
  readonly labels: ReadonlyMap<LabelRole, string>;
  readonly subgroups: readonly string[];
  readonly rows: readonly { readonly subgroup: number | null; readonly valueOf: ValueOfRole }[];
}

/** The roles for which an item with some choices, and its rows, have a property. */
export interface RolesOfShape {
  readonly ofItem: ReadonlySet<Role>;
  readonly ofRows: ReadonlySet<Role>;
}

/** Writes items of one shape. */
export class ItemWriter {
  readonly #at: WritingPlace;

  constructor({ itemSchema, roles, resolve }: ItemShape) {
    const { item: place } = bindRoles({ itemSchema, resolve, setting: roles });
    const schemas = isObject(itemSchema) ? [{ node: itemSchema, root: itemSchema }] : [];
    this.#at = { place, schemas, resolve };
  }

  rolesWith(choices: ChoicesToWrite): RolesOfShape {
    const places = [...this.#properties(choices)].map(([, at]) => at);
    const hasRole = ({ place }: WritingPlace, wanted: Role): boolean =>
      place.roles.some(({ role }) => role === wanted);
    return {
      ofItem: new Set(places.flatMap(({ place }) => place.roles.map(({ role }) => role))),
      ofRows: new Set(
        places
          .filter((at) => hasRole(at, "studies"))
          .flatMap((at) => [...rolesOfRow(propertiesOfRow(elementOf(at, "row")))]),
      ),
    };
  }

  /** The item, and the given roles that it or its rows have a property for. Missing required values become `null`. */
  write(given: ItemToWrite): { readonly item: Written; readonly placed: ReadonlySet<Role> } {
    const placed = new Set<Role>();
    const item: (readonly [string, Written])[] = [];
    const { required } = viewOf(this.#at.schemas, this.#at.resolve, this.#chosen(given.choices));
    let isNamed = false;
    for (const [name, at] of this.#properties(given.choices)) {
      const isName: boolean = !isNamed && nameProperties.includes(name);
      if (isName) isNamed = true;
      const own = name === "number" ? given.number : isName ? given.name : undefined;
      const value = own ?? valueAt(at, given, placed);
      if (value !== undefined) item.push([name, value]);
      else if (required.has(name)) item.push([name, null]);
    }
    return { item: Object.fromEntries(item), placed };
  }

  #properties(choices: ChoicesToWrite): ReadonlyMap<string, WritingPlace> {
    const { properties } = viewOf(this.#at.schemas, this.#at.resolve, this.#chosen(choices));
    return new Map(Array.from(properties, ([name, schemas]) => [name, this.#property(name, schemas)]));
  }

  #property(name: string, schemas: readonly SchemaNode[]): WritingPlace {
    return { ...this.#at, schemas, place: this.#at.place.property(name) };
  }

  /** The choices in the words of the schema, which select its alternatives. */
  #chosen(choices: ChoicesToWrite): ReadonlyMap<string, Written> {
    const { properties } = viewOf(this.#at.schemas, this.#at.resolve);
    return new Map(
      Array.from(properties).flatMap(([name, schemas]) => {
        const at = this.#property(name, schemas);
        return at.place.roles.flatMap(({ role, values }) => {
          const value = isChoiceRole(role) ? choices.get(role) : undefined;
          const word =
            value === undefined || !isChoiceRole(role) ? undefined : writtenChoice(role, value, values, at);
          return word === undefined ? [] : [[name, word] as const];
        });
      }),
    );
  }
}

function elementOf(at: WritingPlace, scope: "row" | "subgroup"): WritingPlace {
  return { ...at, schemas: elementsOf(at.schemas, at.resolve), place: at.place.element(0, scope) };
}

function valueAt(at: WritingPlace, given: ItemToWrite, placed: Set<Role>): Written | undefined {
  for (const { role, values } of at.place.roles) {
    if (role === "studies") {
      const hasFlat = given.subgroups.length === 0 || given.rows.some(({ subgroup }) => subgroup === null);
      return hasFlat ? rowsOf(at, given, null, placed) : undefined;
    }
    if (role === "subgroups") {
      placed.add(role);
      return given.subgroups.length === 0 ? undefined : subgroupsOf(at, given, placed);
    }
    const choice = isChoiceRole(role) ? given.choices.get(role) : undefined;
    if (choice !== undefined && isChoiceRole(role)) {
      const word = writtenChoice(role, choice, values, at);
      if (word !== undefined) placed.add(role);
      // Off is the default: no need to write it.
      if (word !== undefined && word !== false) return word;
    }
    const label = isLabelRole(role) ? given.labels.get(role) : undefined;
    if (label !== undefined) {
      placed.add(role);
      return label;
    }
  }
  return undefined;
}

function rowsOf(
  at: WritingPlace,
  { rows }: ItemToWrite,
  subgroup: number | null,
  placed: Set<Role>,
): Iterable<Written> {
  const properties = propertiesOfRow(elementOf(at, "row"));
  for (const role of ["studies", ...rolesOfRow(properties)] as const) placed.add(role);
  return (function* () {
    for (const row of rows) if (row.subgroup === subgroup) yield writtenRow(properties, row.valueOf);
  })();
}

function subgroupsOf(at: WritingPlace, given: ItemToWrite, placed: Set<Role>): readonly Written[] {
  const element = elementOf(at, "subgroup");
  const { properties } = viewOf(element.schemas, element.resolve);
  return given.subgroups.map((subgroup, index) =>
    Object.fromEntries(
      Array.from(properties).flatMap(([name, schemas]): readonly (readonly [string, Written])[] => {
        const child = { ...element, schemas, place: element.place.property(name) };
        const roles = child.place.roles.map(({ role }) => role);
        if (roles.includes("subgroup-name")) return [[name, subgroup]];
        return roles.includes("studies") ? [[name, rowsOf(child, given, index, placed)]] : [];
      }),
    ),
  );
}

/**
 * Translates a choice into the words of a schema.
 *
 * @param value the standard value
 * @param values standard values by the document's words
 * @returns undefined if the schema has no word for it
 */
function writtenChoice(
  role: ChoiceRole,
  value: string | number | boolean,
  values: ReadonlyMap<string, string>,
  at: Pick<WritingPlace, "schemas" | "resolve">,
): string | number | boolean | undefined {
  const words = wordsOf(at).filter(isScalar);
  const word = words.find((one) => {
    const said = values.get(String(one)) ?? one;
    return said === value || readChoice[role](said) === value;
  });
  if (word !== undefined || words.length > 0) return word;
  const types = typesOf(at);
  if (typeof value !== "number")
    return typeof value === "boolean" || types.size === 0 || types.has("string") ? value : undefined;
  // If the schema allows no more than one, a level is a fraction.
  const isFraction = alternativesOf(at.schemas, at.resolve).some(({ node }) =>
    [node.maximum, node.exclusiveMaximum].some((limit) => typeof limit === "number" && limit <= 1),
  );
  return isFraction ? value : Number((value * 100).toPrecision(12));
}
