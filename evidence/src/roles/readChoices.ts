import type { EvidenceProblem } from "./problems";
import type { FoundChoice, ItemContent } from "./readItem";
import type { ChoiceRole } from "./roles";
import type { Said } from "./values";
import { readChoice, readTogether, readValue, valuesOf } from "./values";

/** Roles whose names are also used for other things: a value that is none of theirs says nothing. */
const ambiguous: ReadonlySet<ChoiceRole> = new Set(["data-type", "scale", "prediction-interval", "totals"]);

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
    if (meant === undefined && (bound.by !== "name" || !ambiguous.has(role))) return unknownValue(role, one);
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

function unknownValue(role: ChoiceRole, { value, pointer, path }: FoundChoice): EvidenceProblem {
  const text = textOf(value);
  const answers = valuesOf(role).map((meaning) => ({
    label: meaning,
    entries: { [path]: { role, values: { [text]: meaning } } },
  }));
  return { kind: "unknown-value", role, value: text, answers, pointer };
}

function twice(role: ChoiceRole, found: readonly FoundChoice[]): EvidenceProblem {
  const [first] = found;
  const answers = found.map(({ path, value, bound }) => ({
    label: `${path.slice(1)}: ${textOf(value)}`,
    entries: { [path]: { role, values: Object.fromEntries(bound.values) } },
  }));
  return {
    kind: "question",
    asked: "choice",
    role,
    study: null,
    about: "",
    answers,
    pointer: first?.pointer ?? "",
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value).slice(0, 100);
}
