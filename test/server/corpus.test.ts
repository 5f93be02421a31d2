import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ToldProblem, corpus, problemsOf, toldBy } from "../support/corpus";
import { LspClient } from "./support/lspClient";
import { runChecker, folderWith } from "./support/runChecker";

describe("the same problems are reported by server and checker", () => {
  const documents = corpus();
  const itemSchemas = [...new Set(documents.map(({ itemSchema }) => itemSchema))];
  const expected = new Map<string, readonly ToldProblem[]>();
  const fileOf = (name: string): string => `${name}.analyses.json`;
  let folder: string;

  before(async () => {
    folder = folderWith({});
    cpSync("samples", folder, { recursive: true });
    for (const document of documents) {
      writeFileSync(join(folder, fileOf(document.name)), document.text);
      expected.set(document.name, await problemsOf(document, folder));
    }
  });

  /** Documents that use an item schema, with the problems that the pure functions report. */
  const following = (itemSchema: string) =>
    documents
      .filter((document) => document.itemSchema === itemSchema)
      .map(({ name, text }) => ({ name, text, problems: expected.get(name) ?? assert.fail(name) }));

  it("by the server that pushes them", async () => {
    for (const itemSchema of itemSchemas) {
      const client = await LspClient.start({ initializationOptions: { itemSchema } });
      for (const { name, text, problems } of following(itemSchema)) {
        const uri = pathToFileURL(join(folder, fileOf(name))).href;
        await client.open(uri, text.replace(/^\ufeff/, ""));
        assert.deepEqual((await client.pushed(uri)).map(toldBy), problems, name);
      }
      await client.stop();
    }
  });

  it("by the checker in JSON", async () => {
    for (const itemSchema of itemSchemas) {
      // Only the checker says what `--fix` mends.
      const onlyTold = (name: string, value: unknown) => (name === "fixable" ? undefined : value);
      const names = following(itemSchema).map(({ name }) => fileOf(name));
      const words = ["--format", "json", "--item-schema", itemSchema, ...names];
      const report = JSON.parse((await runChecker(folder, words)).stdout, onlyTold) as {
        files: readonly { file: string; problems: readonly ToldProblem[] }[];
      };
      assert.deepEqual(
        report.files,
        following(itemSchema).map(({ name, problems }) => ({ file: fileOf(name), problems })),
      );
    }
  });
});
