import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Log, Location } from "sarif";
import { type ToldProblem, corpus, problemsOf, toldBy } from "../support/corpus";
import { visible } from "@analyses/evidence";
import { LspClient } from "./support/lspClient";
import { runChecker, folderWith } from "./support/runChecker";

describe("the same problems are reported by server, checker and editor", () => {
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

  const check = async (format: string, itemSchema: string): Promise<string> => {
    const names = following(itemSchema).map(({ name }) => fileOf(name));
    return (await runChecker(folder, ["--format", format, "--item-schema", itemSchema, ...names])).stdout;
  };

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

  it("by the server when the client pulls them", async () => {
    const capabilities = { textDocument: { diagnostic: {} } };
    for (const itemSchema of itemSchemas) {
      const client = await LspClient.start({ capabilities, initializationOptions: { itemSchema } });
      for (const { name, text, problems } of following(itemSchema).filter((_, index) => index % 4 === 0)) {
        const uri = pathToFileURL(join(folder, fileOf(name))).href;
        await client.open(uri, text.replace(/^\ufeff/, ""));
        assert.deepEqual((await client.pull(uri)).map(toldBy), problems, name);
      }
      await client.stop();
    }
  });

  it("by the checker in JSON", async () => {
    for (const itemSchema of itemSchemas) {
      // Only the checker says what `--fix` mends.
      const onlyTold = (name: string, value: unknown) => (name === "fixable" ? undefined : value);
      const report = JSON.parse(await check("json", itemSchema), onlyTold) as {
        files: readonly { file: string; problems: readonly ToldProblem[] }[];
      };
      assert.deepEqual(
        report.files,
        following(itemSchema).map(({ name, problems }) => ({ file: fileOf(name), problems })),
      );
    }
  });

  it("by the checker in lines of text", async () => {
    for (const itemSchema of itemSchemas) {
      const lines = following(itemSchema).flatMap(({ name, problems }) =>
        problems.map(({ range: { start }, severity, message, code }) => {
          const place = `${fileOf(name)}:${start.line + 1}:${start.character + 1}`;
          return `${place}: ${severity}: ${visible(message)} [${code}]\n`;
        }),
      );
      assert.equal((await check("text", itemSchema)).replace(/^Files checked: .*\n$/m, ""), lines.join(""));
    }
  });

  it("by the checker in SARIF", async () => {
    const rangeOf = ({ physicalLocation }: Location) => physicalLocation?.region;
    for (const itemSchema of itemSchemas) {
      const [run] = (JSON.parse(await check("sarif", itemSchema)) as Log).runs;
      const told = run?.results?.map((result) => {
        const { ruleId, ruleIndex = -1, level, message, locations = [], relatedLocations = [] } = result;
        return {
          file: decodeURIComponent(locations[0]?.physicalLocation?.artifactLocation?.uri ?? ""),
          ruleId,
          rule: run.tool.driver.rules?.[ruleIndex]?.id,
          level,
          message: message.text,
          region: locations.map(rangeOf),
          related: relatedLocations.map((place) => ({
            message: place.message?.text,
            region: rangeOf(place),
          })),
        };
      });
      const wanted = following(itemSchema).flatMap(({ name, problems }) =>
        problems.map(({ code, severity, message, range, related }) => ({
          file: fileOf(name),
          ruleId: code,
          rule: code,
          level: severity === "error" || severity === "warning" ? severity : "note",
          message: visible(message),
          region: [regionOf(range)],
          related: related.map((place) => ({
            message: visible(place.message),
            region: regionOf(place.range),
          })),
        })),
      );
      assert.deepEqual(told, wanted);
    }
  });
});

/** SARIF counts lines and columns from 1. */
function regionOf({ start, end }: ToldProblem["range"]) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
