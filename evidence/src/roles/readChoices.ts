import { isScalar, quoted, unescaped } from "../json";
import { type EvidenceProblem, type Sentence, answer, choiceName, problem, question } from "./problems";
import type { ItemContent } from "./readItem";
import type { FoundValue } from "./walkItem";
import type { ChoiceRole } from "./roles";
import { type Stated, plain, readChoice, readTogether, valuesOf, readValue } from "../choiceValues";

/**
 * Reads the choices of an item, or asks if the values of one choice disagree. A property with one choice takes precedence
 * over a text that combines several, such as `Risk Ratio (M-H, Fixed)`.
 */
export function readChoices({ stated }: ItemContent): Stated<ChoiceRole> | EvidenceProblem {
  const own: Stated<ChoiceRole> = {};
  const combined: Stated<ChoiceRole> = {};
  for (const [role, found] of stated) {
    const wrong = readInto(own, role, found, combined);
    if (wrong !== null) return wrong;
  }
  return { ...combined, ...own };
}

/**
 * Reads one choice into `stated`. `found` is sorted by rank: only values of the rank of the first one that is understood
 * count.
 *
 * @param combined receives the other choices of a text that combines several
 * @returns the problem with the values, if there is one
 */
function readInto<Role extends ChoiceRole>(
  stated: Stated<Role>,
  role: Role,
  found: readonly FoundValue[],
  combined: Stated<ChoiceRole>,
): EvidenceProblem | null {
  const first = found.find((one) => meaning(role, one) !== undefined);
  for (const one of found) {
    if (first !== undefined && one.bound.rank > first.bound.rank) break;
    const intended = meaning(role, one);
    if (intended === undefined && !isOfSomethingElse(role, one)) return unknownValue(role, one, [one.path]);
    if (intended === undefined || first === undefined) continue;
    if (intended !== meaning(role, first)) return twice(role, [first, one]);
    if (one !== first) continue;
    stated[role] = intended;
    if (readChoice[role](one.value) === undefined) Object.assign(combined, readTogether(one.value, role));
  }
  return null;
}

export function meaning<Role extends ChoiceRole>(
  role: Role,
  { bound, value }: FoundValue,
): Stated<Role>[Role] {
  return readValue(role, bound.values, value) ?? readTogether(value, role)?.[role];
}

/** Whether a value that is unknown for a choice belongs to another property of the same name. */
function isOfSomethingElse(role: ChoiceRole, { bound, value, path }: FoundValue): boolean {
  if (bound.by !== "name") return false;
  const name = plain(path.slice(path.lastIndexOf("/")));
  // `scale: "HAM-D"`; if the scale determines a result, it is reported later.
  if (role === "scale") return true;
  if (role === "effect-measure") return name === "measure" && typeof value === "object";
  if (role === "heterogeneity-estimator") return typeof value === "number";
  if (role === "data-type") return name !== "datatype" && name !== "outcomedatatype";
  // Numbers are stored results: `totals: 120`, `prediction: [0.2, 1.4]`.
  const isWord = typeof value === "string" && !/\d/.test(value);
  return (role === "totals" || role === "prediction-interval") && !isWord;
}

/**
 * Reports an unknown value. The setting cannot map an object or a list, nor a scale such as `log10` to one that can be
 * computed: these have no answers.
 */
export function unknownValue(
  role: ChoiceRole | "applies-to",
  { value, pointer }: Pick<FoundValue, "value" | "pointer">,
  paths: readonly string[],
): EvidenceProblem {
  const text = quoted(value);
  const canBeStated = role === "applies-to" || (isScalar(value) && !(role === "scale" && /\d/.test(text)));
  const answers = (canBeStated ? valuesOf(role) : []).map((intended) => {
    const entry = { role, values: { [role === "applies-to" ? "*" : text]: intended } };
    const entries = Object.fromEntries(paths.map((path) => [path, entry]));
    return answer(intended, entries, (translate) => translate("“{0}” means {1}", text, intended));
  });
  const name = pointer.split("/").findLast((step) => !/^\d+$/.test(step));
  const sentence: Sentence = (translate) =>
    translate("“{0}” is no known value of “{1}”.", text, unescaped(name ?? role));
  return problem("unknown-value", pointer, sentence, { role, answers });
}

function twice(role: ChoiceRole, found: readonly FoundValue[]): EvidenceProblem {
  const answers = found.map(({ path, value, bound }) =>
    answer(`${path.slice(1)}: ${quoted(value)}`, {
      [path]: { role, values: Object.fromEntries(bound.values) },
    }),
  );
  return question(found[0]?.pointer ?? "", answers, (translate, choices) =>
    translate("The analysis says its {0} twice: which counts, {1}?", choiceName(role, translate), choices),
  );
}
