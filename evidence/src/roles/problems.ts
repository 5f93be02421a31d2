import type { EffectMeasure } from "../analysis";
import type { ChoiceRole, Role } from "./roles";

/** Why an analysis cannot be computed. `pointer` is where in the item one would look for it. */
export type EvidenceProblem =
  | { readonly kind: "no-studies"; readonly pointer: string }
  | { readonly kind: "no-data-type"; readonly pointer: string }
  | { readonly kind: "missing"; readonly role: Role; readonly study: string; readonly pointer: string }
  | { readonly kind: "several"; readonly role: Role; readonly study: string; readonly pointer: string }
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
      readonly role: ChoiceRole;
      readonly value: string;
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
    case "several":
      return translate(
        "In the study “{1}”, several numbers may have the role “{0}”: the setting `analysesRegistry.evidence.roles` says which is meant.",
        problem.role,
        problem.study,
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
