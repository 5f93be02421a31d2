import { isJsonObject } from "@analyses/json";
import { fixedProperties } from "@analyses/json-schema";
import type { BranchChoice, SchemaBranch, SchemaProblem } from "@analyses/json-schema";
import type { ValidationContext } from "../../findings/check";
import { riskOfBiasOf } from "../../schemaLookup/riskOfBias";

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

/** Selects the branch whose domains belong to the document's risk-of-bias method. */
export function choiceByMethod(
  branches: readonly SchemaBranch[],
  { document, schemas }: Pick<ValidationContext, "document" | "schemas">,
): Extract<BranchChoice, { readonly kind: "meant" | "none" }> {
  const riskOfBias = riskOfBiasOf(document, schemas);
  if (riskOfBias === undefined) return { kind: "none" };
  const branchesWith = (matches: (name: string) => boolean): readonly SchemaBranch[] =>
    branches.filter((branch) =>
      branch.schemas.some(
        ({ properties }) => isJsonObject(properties) && Object.keys(properties).some(matches),
      ),
    );
  const [own, ...others] = branchesWith(riskOfBias.isDomain);
  const isOther = (name: string): boolean => riskOfBias.otherMethodOf(name) !== undefined;
  // The method decides only if exactly one branch has its domains and another branch has those of another method.
  return own === undefined || others.length > 0 || branchesWith(isOther).every((branch) => branch === own)
    ? { kind: "none" }
    : { kind: "meant", problems: own.problems };
}
