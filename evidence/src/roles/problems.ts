import type { Role } from "./roles";

/** Why an analysis cannot be computed. `pointer` is where in the item one would look for it. */
export type EvidenceProblem =
  | { readonly kind: "no-studies"; readonly pointer: string }
  | { readonly kind: "no-data-type"; readonly pointer: string }
  | { readonly kind: "missing"; readonly role: Role; readonly study: string; readonly pointer: string }
  | { readonly kind: "not-a-number"; readonly role: Role; readonly study: string; readonly pointer: string }
  | {
      readonly kind: "impossible-number";
      readonly role: Role;
      readonly study: string;
      readonly value: number;
      readonly pointer: string;
    }
  | { readonly kind: "unknown-value"; readonly role: Role; readonly value: string; readonly pointer: string }
  | {
      readonly kind: "does-not-fit";
      readonly role: Role;
      readonly value: string;
      readonly other: Role;
      readonly otherValue: string;
      readonly pointer: string;
    }
  | { readonly kind: "out-of-range"; readonly pointer: string };

/** Puts a sentence into the reader's language; `{0}`, `{1}` … stand for the values. */
export type Translate = (sentence: string, ...values: (string | number)[]) => string;

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
      return translate(
        "What has the role “{0}” in the study “{1}” is not a number.",
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
    case "unknown-value":
      return translate("“{0}” is no known value for the role “{1}”.", problem.value, problem.role);
    case "does-not-fit":
      return translate(
        "The {0} “{1}” does not fit the {2} “{3}”.",
        problem.role,
        problem.value,
        problem.other,
        problem.otherValue,
      );
    case "out-of-range":
      return translate("The numbers are too large, too small or too far apart to be computed.");
  }
}
