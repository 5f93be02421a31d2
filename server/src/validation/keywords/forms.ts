import { fixedProperties } from "@analyses/json-schema";
import type { SchemaProblem, SchemaBranch } from "@analyses/json-schema";

/**
 * If every form fixes a value for a property, allows all of these values instead of only that of the likeliest form.
 */
export function withAllForms(
  problem: SchemaProblem,
  branches: readonly SchemaBranch[],
  depth: number,
): SchemaProblem {
  const { detail, instancePath } = problem;
  if (detail.keyword !== "const" || instancePath.length !== depth + 1) return problem;
  const fixed = branches.map(({ schemas }) =>
    fixedProperties(schemas).find(({ name }) => name === instancePath.at(-1)),
  );
  if (fixed.includes(undefined)) return problem;
  const values = fixed.flatMap((one) => (one === undefined ? [] : [one.value]));
  const allowed = [
    ...new Map([detail.allowed, ...values].map((value) => [JSON.stringify(value), value])).values(),
  ];
  return allowed.length === 1 ? problem : { ...problem, detail: { keyword: "enum", allowed } };
}
