import type { EvidenceProblem } from "./problems";
import { question } from "./problems";
import type { FoundChoice, ItemContent } from "./readItem";
import type { ChoiceRole } from "./roles";
import type { Said } from "./values";
import { isScalar, quoted } from "./explicitRoles";
import { plain, readChoice, readTogether, readValue, valuesOf } from "./values";

/** Names of data types that are used for nothing else, as `type` is: `primary`, `efficacy`. */
const namesOfDataType: ReadonlySet<string> = new Set(["datatype", "outcomedatatype"]);

/**
 * Whether a value that is none of a choice is one of something else which has the same name: a sum called `totals`, an
 * interval called `prediction`, `scale: "HAM-D"`, `measure` of an outcome. A scale is asked about once it is known that it decides a result.
 */
function isOfSomethingElse(role: ChoiceRole, { bound, value, path }: FoundChoice): boolean {
  if (bound.by !== "name") return false;
  const name = plain(path.slice(path.lastIndexOf("/")));
  if (role === "scale") return true;
  if (role === "effect-measure") return name === "measure" && typeof value === "object";
  if (role === "data-type") return !namesOfDataType.has(name);
  const isWord = typeof value === "string" && !/\d/.test(value);
  return (role === "totals" || role === "prediction-interval") && !isWord;
}

type Read =
  | { readonly kind: "read"; readonly said: Readonly<Said<ChoiceRole>> }
  | { readonly kind: "problem"; readonly problem: EvidenceProblem };

/** What an item says of its choices. What has a property of its own goes before what another one tells with its own choice. */
export function readChoices(content: ItemContent): Read {
  const own: Said<ChoiceRole> = {};
  const beside: Said<ChoiceRole> = {};
  for (const [role, found] of content.said) {
    const wrong = readInto(own, role, found, beside);
    if (wrong !== null) return { kind: "problem", problem: wrong };
  }
  return { kind: "read", said: { ...beside, ...own } };
}

/**
 * Reads what is said of a choice.
 *
 * @param beside gets the choices that a value tells with its own
 * @returns why it cannot be read
 */
function readInto<Role extends ChoiceRole>(
  said: Said<Role>,
  role: Role,
  found: readonly FoundChoice[],
  beside: Said<ChoiceRole>,
): EvidenceProblem | null {
  const first = found.find((one) => meaning(role, one) !== undefined);
  for (const one of found) {
    const { value, bound } = one;
    if (first !== undefined && bound.rank > first.bound.rank) break;
    const meant = meaning(role, one);
    if (meant === undefined && !isOfSomethingElse(role, one)) return unknownValue(role, one);
    if (meant === undefined || first === undefined) continue;
    if (meant !== meaning(role, first)) return twice(role, [first, one]);
    if (one !== first) continue;
    said[role] = meant;
    if (readChoice[role](value) === undefined) Object.assign(beside, readTogether(value, role));
  }
  return null;
}

function meaning<Role extends ChoiceRole>(role: Role, { bound, value }: FoundChoice): Said<Role>[Role] {
  return readValue(role, bound.values, value) ?? readTogether(value, role)?.[role];
}

/** A scale that nobody knows, where numbers are estimates that may be ratios. */
export function unknownScale({ said }: ItemContent): EvidenceProblem | null {
  // One that an object says is that of an axis.
  const found = (said.get("scale") ?? []).filter(({ pointer, path }) => pointer === path);
  const unknown = found.find((one) => typeof one.value === "string" && meaning("scale", one) === undefined);
  return unknown === undefined ? null : unknownValue("scale", unknown);
}

/**
 * A value of a choice that is not known. What is an object or a list has no answer in the setting, and a scale such as
 * `log10` is none of those that can be computed.
 */
export function unknownValue(
  role: ChoiceRole,
  { value, pointer, path }: Pick<FoundChoice, "value" | "pointer" | "path">,
): EvidenceProblem {
  const text = quoted(value);
  const canBeSaid = isScalar(value) && !(role === "scale" && /\d/.test(text));
  const answers = (canBeSaid ? valuesOf(role) : []).map((meaning) => ({
    label: meaning,
    entries: { [path]: { role, values: { [text]: meaning } } },
  }));
  return { kind: "unknown-value", role, value: text, answers, pointer };
}

function twice(role: ChoiceRole, found: readonly FoundChoice[]): EvidenceProblem {
  const [first] = found;
  const answers = found.map(({ path, value, bound }) => ({
    label: `${path.slice(1)}: ${quoted(value)}`,
    entries: { [path]: { role, values: Object.fromEntries(bound.values) } },
  }));
  return question({ asked: "choice", role, answers, pointer: first?.pointer ?? "" });
}
