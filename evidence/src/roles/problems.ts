import type { EffectMeasure } from "../analysis";
import type { ChoiceRole, Role, RoleEntries } from "./roles";

/** An answer to a question: as the document has it, and what the setting says then. */
export interface Answer {
  readonly label: string;
  readonly entries: RoleEntries;
}

/** What decides the direction or the size of a result and the document does not say. */
export type Asked =
  /** Which arm is the experimental one: answers are what the arms are called. */
  | "arm"
  /** The arms of the studies are not of two sides. */
  | "comparison"
  /** Which list of studies is pooled, or whether its lists are subgroups. */
  | "list"
  /** Which of several numbers counts. */
  | "number"
  /** Logarithms or ratios. */
  | "scale"
  /** Whether an error is that of the logarithm or of the ratio. */
  | "error-scale"
  /** Which of several values of a choice counts. */
  | "choice"
  /** Estimates or the numbers of arms. */
  | "data"
  /** A study, or the sum of the others. */
  | "sum"
  /** Which of several rows of one study counts. */
  | "same-study"
  /** Whether a study is left out. */
  | "excluded";

export interface Question {
  readonly kind: "question";
  readonly asked: Asked;
  readonly role: Role;
  /** Of which study; null where it is about the analysis. */
  readonly study: string | null;
  /** What it is about, as the document has it: a text, a name. */
  readonly about: string;
  /** In the order in which the document has them; none where the setting has no words for an answer. */
  readonly answers: readonly Answer[];
  readonly pointer: string;
}

/** A question of which only what is not usual is given. */
export function question(asks: Pick<Question, "asked" | "role"> & Partial<Question>): Question {
  return { kind: "question", study: null, about: "", answers: [], pointer: "", ...asks };
}

/** Why an analysis cannot be computed. `pointer` is where in the item one would look for it. */
export type EvidenceProblem =
  | { readonly kind: "no-studies"; readonly pointer: string }
  | { readonly kind: "no-data-type"; readonly pointer: string }
  | { readonly kind: "missing"; readonly role: Role; readonly study: string; readonly pointer: string }
  | Question
  | {
      readonly kind: "other-unit";
      readonly study: string;
      readonly unit: string;
      /** That of others. */
      readonly common: string;
      readonly pointer: string;
    }
  | {
      /** A switch of a published form that is not as it has to be. */
      readonly kind: "unknown-switch";
      readonly form: string;
      readonly path: string;
      readonly value: string;
      readonly pointer: string;
    }
  | {
      readonly kind: "not-a-number";
      readonly role: Role;
      readonly study: string;
      /** What stands there. */
      readonly value: unknown;
      readonly pointer: string;
    }
  | {
      readonly kind: "impossible-number";
      readonly role: Role;
      readonly study: string;
      readonly value: number;
      readonly pointer: string;
    }
  | {
      readonly kind: "other-measure";
      readonly study: string;
      readonly measure: EffectMeasure;
      /** That of others. */
      readonly common: EffectMeasure;
      readonly pointer: string;
    }
  | {
      readonly kind: "unknown-value";
      readonly role: ChoiceRole | "applies-to";
      readonly value: string;
      readonly answers: readonly Answer[];
      readonly pointer: string;
    }
  | {
      readonly kind: "does-not-fit";
      readonly role: Role;
      readonly value: string;
      readonly other: Role;
      readonly otherValue: string;
      /** What the document says itself. */
      readonly written: ReadonlyMap<Role, { readonly value: unknown }>;
      readonly pointer: string;
    }
  | { readonly kind: "out-of-range"; readonly pointer: string };

/** Puts a sentence into the reader's language; `{0}`, `{1}` … stand for the values. */
export type Translate = (sentence: string, ...values: (string | number)[]) => string;

const longestQuoted = 60;

/** The problem in one plain sentence. */
export function problemSentence(problem: EvidenceProblem, translate: Translate): string {
  switch (problem.kind) {
    case "no-studies":
      return translate("The role “studies” is missing: no list of studies was found.");
    case "no-data-type":
      return translate(
        "The role “data-type” is missing: no study has events, means, an estimate or observed minus expected events.",
      );
    case "missing":
      return translate("The role “{0}” is missing in the study “{1}”.", problem.role, problem.study);
    case "not-a-number":
      return typeof problem.value === "string"
        ? translate(
            "What has the role “{0}” in the study “{1}” is a text, “{2}”: one number is needed, without quotation marks.",
            problem.role,
            problem.study,
            problem.value.slice(0, longestQuoted),
          )
        : translate(
            "What has the role “{0}” in the study “{1}” is not a number.",
            problem.role,
            problem.study,
          );
    case "question":
      return questionSentence(problem, translate);
    case "other-unit":
      return translate(
        "The study “{0}” has another unit than others (“{1}”, not “{2}”): their means cannot be pooled as they are.",
        problem.study,
        problem.unit,
        problem.common,
      );
    case "unknown-switch":
      return translate(
        "`{0}` is “{1}”: {2} would compute it in another way, and nothing is computed here.",
        problem.path,
        problem.value,
        problem.form,
      );
    case "impossible-number":
      return translate(
        "The number {0} is not possible for the role “{1}” in the study “{2}”.",
        problem.value,
        problem.role,
        problem.study,
      );
    case "other-measure":
      return translate(
        "The study “{0}” has another effect measure than others ({1}, not {2}): they cannot be pooled.",
        problem.study,
        standardName(problem.measure, translate),
        standardName(problem.common, translate),
      );
    case "unknown-value":
      return translate("“{0}” is no known value for the role “{1}”.", problem.value, problem.role);
    case "does-not-fit":
      return translate(
        "“{0}” ({1}) does not fit “{2}” ({3}): they cannot be pooled like this.",
        writtenOr(problem.written.get(problem.role), standardName(problem.value, translate)),
        choiceName(problem.role, translate),
        writtenOr(problem.written.get(problem.other), standardName(problem.otherValue, translate)),
        choiceName(problem.other, translate),
      );
    case "out-of-range":
      return translate("The numbers are too large, too small or too far apart to be computed.");
  }
}

/** The problem in two words, for the place of the effect of a row that cannot be computed. */
export function problemInShort({ kind }: EvidenceProblem, translate: Translate): string {
  switch (kind) {
    case "impossible-number":
      return translate("Impossible number");
    case "not-a-number":
      return translate("Not a number");
    case "missing":
      return translate("Number missing");
    default:
      return translate("Not computed");
  }
}

/** A question in one plain sentence, with the answers as the document has them. */
function questionSentence({ asked, role, study, about, answers }: Question, translate: Translate): string {
  const choices = choicesOf(
    answers.filter(({ label }) => label !== "apart"),
    translate,
  );
  switch (asked) {
    case "arm":
      return answers.length === 0
        ? translate("Which arm is the experimental one? The document does not say it ({0}).", about)
        : translate("Which arm is the experimental one: {0}?", choices);
    case "comparison":
      return translate(
        "These studies compare different treatments ({0}): they are no pairwise analysis.",
        about,
      );
    case "list":
      return translate("Which studies are pooled: {0}?", choices);
    case "number":
      if (answers.length === 0)
        return translate("In the study “{0}”, several numbers may have the role “{1}”.", study ?? "", role);
      return answers.length === 1
        ? translate("In the study “{0}”: is {1} what is pooled?", study ?? "", choices)
        : translate("In the study “{0}”, which number is the role “{1}”: {2}?", study ?? "", role, choices);
    case "scale":
      return translate("Are the estimates ({0}) ratios or their logarithms?", about);
    case "error-scale":
      return translate(
        "Are the standard errors ({0}) those of the logarithms or those of the ratios themselves?",
        about,
      );
    case "choice":
      return translate(
        "The analysis says its {0} twice: which counts, {1}?",
        choiceName(role, translate),
        choices,
      );
    case "data":
      return translate("What is pooled: {0}?", choices);
    case "sum":
      return translate("Is “{0}” a study of its own, or the sum of others?", about);
    case "same-study":
      return answers.length > 2
        ? translate(
            "The study “{0}” stands in several rows with the same participants: which is pooled, {1}?",
            about,
            choices,
          )
        : translate(
            "The study “{0}” stands in several rows with the same participants: are they counted twice?",
            about,
          );
    case "excluded":
      return translate("Is the study “{0}” left out? “{1}” is neither a yes nor a no.", study ?? "", about);
  }
}

/** An answer as one chooses it. */
export function answerText(
  problem: EvidenceProblem,
  { label, entries }: Answer,
  translate: Translate,
): string {
  if (problem.kind === "unknown-value") return translate("“{0}” means {1}", problem.value, label);
  if (problem.kind !== "question") return label;
  switch (problem.asked) {
    case "arm":
    case "comparison":
      return translate("“{0}” is the experimental arm", label);
    case "list":
      return Object.values(entries).includes("subgroups")
        ? translate("“{0}” are subgroups", label)
        : translate("“{0}” is pooled", label);
    case "scale":
      if (label === "log") return translate("They are logarithms");
      return label === "natural"
        ? translate("They are ratios, and their standard errors those of the ratios")
        : translate("They are ratios, and their standard errors those of the logarithms");
    case "error-scale":
      return label === "log"
        ? translate("They are those of the logarithms")
        : translate("They are those of the ratios");
    case "sum":
      return label === "sum"
        ? translate("It is the sum of others, and is not pooled")
        : translate("It is a study or subgroup of its own");
    case "same-study":
      return label === "apart"
        ? translate("They are different participants: all are pooled")
        : translate("“{0}” is pooled", label);
    case "excluded":
      return label === "true" ? translate("It is left out") : translate("It is pooled");
    default:
      return translate("“{0}” counts", label);
  }
}

const mostAnswersNamed = 6;

/** “a”, “b” or “c”. */
function choicesOf(answers: readonly Answer[], translate: Translate): string {
  const names = answers.slice(0, mostAnswersNamed).map(({ label }) => `“${label.slice(0, longestQuoted)}”`);
  const last = names.pop();
  return names.length === 0 ? (last ?? "") : translate("{0} or {1}", names.join(", "), last ?? "");
}

/** What an analysis chooses, as a reader calls it. */
export function choiceName(role: Role, translate: Translate): string {
  switch (role) {
    case "data-type":
      return translate("data type");
    case "effect-measure":
      return translate("effect measure");
    case "method":
      return translate("method");
    case "model":
      return translate("model");
    case "heterogeneity-estimator":
      return translate("heterogeneity estimator");
    case "interval-method":
      return translate("interval method");
    case "confidence-level":
      return translate("confidence level");
    case "scale":
      return translate("scale");
    case "totals":
      return translate("totals");
    default:
      return role;
  }
}

/** A choice that the document does not write, as a reader calls it: what its data are, or the usual measure of them. */
export function standardName(value: string, translate: Translate): string {
  switch (value) {
    case "dichotomous":
      return translate("dichotomous");
    case "continuous":
      return translate("continuous");
    case "contrast":
      return translate("estimates");
    case "observed-expected":
      return translate("O−E and variance");
    case "mean-difference":
      return "MD";
    default:
      return value;
  }
}

/** A choice as the document writes it; numbers and the like are no words for one. */
export function writtenOr(said: { readonly value: unknown } | undefined, standard: string): string {
  return typeof said?.value === "string" ? said.value : standard;
}
