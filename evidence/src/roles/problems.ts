import type { Role, RoleEntries, RoleEntry, Words } from "./roles";

/** Translates a sentence; `{0}`, `{1}` … are placeholders for the values. */
export type Translate = (sentence: string, ...values: (string | number)[]) => string;

/** Leaves a sentence in English, whatever the user's language. */
export const english: Translate = (sentence, ...values) =>
  sentence.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));

export type Sentence = (translate: Translate) => string;

/** An answer to a question, as entries for the setting. */
export interface Answer {
  readonly text: Sentence;
  /** The document's own name for what the answer is about, if the question quotes that name. */
  readonly name: string | null;
  readonly entries: RoleEntries;
}

/** Why an analysis cannot be computed, as a sentence, and the pointer to its cause in the item. */
export interface EvidenceProblem {
  /** `question`: the document does not say what determines the direction or the size of a result. */
  readonly kind: Words<
    | "no-studies|no-data-type|missing|question|unknown-switch|unknown-value|not-a-number|impossible-number"
    | "other-unit|other-measure|does-not-fit|out-of-range"
  >;
  readonly pointer: string;
  readonly role: Role | null;
  readonly sentence: Sentence;
  /** In the order of the document; none if the setting cannot express an answer. */
  readonly answers: readonly Answer[];
  readonly mismatch: Mismatch | null;
}

/** Whether a result is a problem instead of the value. */
export function isProblem(found: object | null): found is EvidenceProblem {
  return found !== null && "sentence" in found;
}

export interface Mismatch {
  readonly role: Role;
  readonly value: string;
  readonly other: Role;
  readonly otherValue: string;
}

export function problem(
  kind: EvidenceProblem["kind"],
  pointer: string,
  sentence: Sentence,
  more: Partial<Pick<EvidenceProblem, "role" | "answers" | "mismatch">> = {},
): EvidenceProblem {
  return { kind, pointer, sentence, role: null, answers: [], mismatch: null, ...more };
}

export function question(
  pointer: string,
  answers: readonly Answer[],
  sentence: (translate: Translate, choices: string) => string,
): EvidenceProblem {
  const names = [...new Set(answers.flatMap(({ name }) => name ?? []))];
  return problem("question", pointer, (translate) => sentence(translate, choicesOf(names, translate)), {
    answers,
  });
}

/** An answer that selects one of several things in the document by its name. */
export function answer(
  name: string,
  entries: RoleEntries,
  text: Sentence = (translate) => translate("“{0}” counts", name),
): Answer {
  return { name, entries, text };
}

export const maxQuotedLength = 60;
const maxAnswersNamed = 6;

/** The names of answers in a sentence: “a”, “b” or “c”. */
function choicesOf(all: readonly string[], translate: Translate): string {
  const names = all.slice(0, maxAnswersNamed).map((name) => `“${name.slice(0, maxQuotedLength)}”`);
  const last = names.pop();
  return names.length === 0 ? (last ?? "") : translate("{0} or {1}", names.join(", "), last ?? "");
}

/** The problem in two words, shown in place of the effect of a row that cannot be computed. */
export function problemInShort({ kind }: EvidenceProblem, translate: Translate): string {
  if (kind === "impossible-number") return translate("Impossible number");
  if (kind === "not-a-number") return translate("Not a number");
  return kind === "missing" ? translate("Number missing") : translate("Not computed");
}

/** A study in a sentence: one without a name by its place among the studies. */
export function studyInWords(
  { name, study }: { readonly name: string | null; readonly study: string },
  translate: Translate,
): string {
  return name === null ? translate("study {0} (no name)", study) : study;
}

/** The display name of a choice, or the role itself. */
export const choiceName = (role: Role, translate: Translate): string =>
  choiceNames[role]?.(translate) ?? role;

const choiceNames: Readonly<Partial<Record<Role, Sentence>>> = {
  "data-type": (translate) => translate("data type"),
  "effect-measure": (translate) => translate("effect measure"),
  method: (translate) => translate("method"),
  model: (translate) => translate("model"),
  "heterogeneity-estimator": (translate) => translate("heterogeneity estimator"),
  "interval-method": (translate) => translate("interval method"),
  "confidence-level": (translate) => translate("confidence level"),
  scale: (translate) => translate("scale"),
  totals: (translate) => translate("totals"),
  "swap-events": (translate) => translate("events and non-events exchanged"),
};

/** The display name of a standard value that documents omit, such as a data type; else the value itself. */
export const standardName = (value: string, translate: Translate): string =>
  standardNames.get(value)?.(translate) ?? value;

const standardNames = new Map<string, Sentence>([
  ["dichotomous", (translate) => translate("dichotomous")],
  ["continuous", (translate) => translate("continuous")],
  ["contrast", (translate) => translate("estimates")],
  ["observed-expected", (translate) => translate("O−E and variance")],
  ["mean-difference", () => "MD"],
]);

/** A choice as the document writes it, if it is a text, else its standard name. */
export function writtenOr(stated: { readonly value: unknown } | undefined, standard: string): string {
  return typeof stated?.value === "string" ? stated.value : standard;
}

/** An answer for which the document has no name. */
export const unnamed = (text: Sentence, entries: RoleEntries): Answer => ({ name: null, text, entries });
export const answerPooled = (name: string, entries: RoleEntries): Answer =>
  answer(name, entries, (translate) => translate("“{0}” is pooled", name));

export function entriesFor(paths: readonly string[], entry: RoleEntry): RoleEntries {
  return Object.fromEntries(paths.map((path) => [path, entry]));
}
