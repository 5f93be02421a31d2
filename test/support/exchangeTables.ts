import { numberRoles } from "@analyses/evidence";
import type { Answers } from "@analyses/exchange";
import { bytesOf, outcomeOf, readOf } from "./exchangeFiles";

/** Required questions about a table, as keys with choices. */
export function asked(
  text: string,
  answers: Partial<Answers> = {},
): readonly (readonly [string, readonly string[]])[] {
  const outcome = outcomeOf(bytesOf(text, "t.csv"), { answers: { columns: new Map(), ...answers } });
  if (outcome.kind !== "questions") return [];
  return outcome.questions.questions
    .filter(({ isNeeded }) => isNeeded)
    .map(({ key, choices }) => [key, key === "columns" ? [] : choices]);
}

/** The rows read from a table: group, analysis, study, numbers, and whether they are excluded. */
export function read(text: string, answers: Partial<Answers> = {}): readonly string[] {
  const { review } = readOf(bytesOf(text, "t.csv"), { answers: { columns: new Map(), ...answers } });
  return review.groups.flatMap(({ name, analyses }) =>
    analyses.flatMap((analysis) =>
      analysis.rows.map(({ study, numbers, excluded }) => {
        const values = numberRoles.flatMap((role) => numbers[role]?.value ?? []);
        return `${name.value} | ${analysis.name.value} | ${study.value} ${values.join(" ")}${excluded ? " out" : ""}`;
      }),
    ),
  );
}
