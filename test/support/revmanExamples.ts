import { readFileSync, readdirSync } from "node:fs";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";

const folder = "test/fixtures/revman";

/** Made-up documents of the form that RevMan writes, as text: on one line, with `\/` and Java's numbers. */
export function revmanExamples(): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}/${name}`, "utf8") }));
}

/** A document of RevMan with one group, and in its list of analyses what is written. */
export function ofRevman(analyses: string, method = "RISK_OF_BIAS_2"): string {
  return (
    `{ "$schema": "${revmanSchemaIdentifier}", "risk-of-bias-method": "${method}", ` +
    `"analysis-groups": [ { "number": 1, "name": "Drug versus placebo", "analyses": [ ${analyses} ] } ] }`
  );
}
