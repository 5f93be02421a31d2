import { readFileSync, readdirSync } from "node:fs";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";

const folder = "test/fixtures/revman";

/** Invented documents in RevMan's format, as text: on one line, with `\/` and Java's number format. */
export function revmanExamples(): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}/${name}`, "utf8") }));
}

/** A RevMan document with one group and the given JSON as its analyses. */
export function ofRevman(analyses: string, method = "RISK_OF_BIAS_2"): string {
  return (
    `{ "$schema": "${revmanSchemaIdentifier}", "risk-of-bias-method": "${method}", ` +
    `"analysis-groups": [ { "number": 1, "name": "Drug versus placebo", "analyses": [ ${analyses} ] } ] }`
  );
}
