import fc from "fast-check";
import { corpus } from "../../support/corpus";
import { askEverything } from "../../support/fuzz/everyAnswer";
import { foundCases, fuzz, fuzzTimeout, texts } from "../../support/fuzz/fuzz";
import { sampled } from "../../support/size";
import { mutated } from "../../support/fuzz/mutations";
import { isJsonObject, readJson } from "@analyses/json";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { documentOf } from "../features/support/documents";
import { schemaContext } from "../features/support/schemas";

const [pairwise = "", reference = ""] = texts(
  "samples/pairwise-analysis.schema.json",
  "samples/registry-reference.schema.json",
);
const contexts: Readonly<Record<"none" | "pairwise", SchemaContext>> = {
  none: schemaContext(),
  pairwise: schemaContext(objectOf(pairwise), {
    "file:///schemas/registry-reference.schema.json": objectOf(reference),
  }),
};

function objectOf(text: string): object {
  const value = readJson(text);
  if (!isJsonObject(value)) throw new Error("A schema file is an object.");
  return value;
}

describe("whatever text a document is made of", () => {
  it("everything that an editor asks is answered, with places that are in the text", async function () {
    this.timeout(fuzzTimeout);
    // The corpus tests cover the largest documents, which would take all of the time here.
    const known = sampled(corpus().flatMap(({ text }) => (text.length < 6000 ? [text] : [])));
    const places = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
    const schemas = fc.constantFrom("none" as const, "pairwise" as const);
    await fuzz(
      fc.record({ text: mutated([...known, ...foundCases("documents")]), schemas, places }),
      [...known, ...foundCases("documents")].map((text) => ({
        text,
        schemas: "pairwise" as const,
        places: [7, 77, 777],
      })),
      ({ text, schemas, places }) => askEverything(documentOf(text), contexts[schemas], places),
      ({ text }) => text.length,
    );
  });
});
