import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "vscode-languageserver-protocol/node";
import {
  CompletionRequest,
  DocumentSymbol,
  DocumentSymbolRequest,
} from "vscode-languageserver-protocol/node";
import { each } from "../support/each";
import { eventually } from "../support/eventually";
import { documentWith } from "../support/evidenceTexts";
import { LspClient } from "./support/lspClient";
import { runChecker, folderWith } from "./support/runChecker";

/** An analysis whose last study has the same numbers as its first. */
function analysis(number: number, length = 20) {
  const studies = Array.from({ length }, (_, index) => ({
    study: `Study ${index}`,
    events1: 10 + ((index * 7 + number) % 13),
    total1: 100 + index,
    events2: 12 + ((index * 5 + number) % 11),
    total2: 90 + index,
  }));
  const [first, ...others] = studies;
  const twice = { ...first, study: "Twice" };
  return { number, name: `Outcome ${number}`, measure: "RR", studies: [first, ...others, twice] };
}

const count = 120;
/** Takes longer than the evidence computed before the server publishes the first findings. */
const reviewOf = (analyses: number) =>
  documentWith(Array.from({ length: analyses }, (_, index) => analysis(index + 1))).replace(
    "RISK_OF_BIAS_1",
    "RISK_OF_BIAS_3",
  );
const text = reviewOf(count);

const isEvidence = ({ code }: Pick<Diagnostic, "code">): boolean => code === "duplicate-row";
const said = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, range }) => `${String(code)} in line ${range.start.line + 1}`);

describe("findings about numbers, published after all others", () => {
  let client: LspClient;
  let folder: string;
  let uri: string;
  beforeEach(() => {
    folder = folderWith({});
    writeFileSync(join(folder, "review.analyses.json"), text);
    uri = pathToFileURL(join(folder, "review.analyses.json")).href;
  });
  afterEach(() => client.stop());

  const latest = (): readonly Diagnostic[] =>
    client.published.filter((one) => one.uri === uri).at(-1)?.diagnostics ?? [];
  const allAreThere = () => eventually(() => assert.equal(latest().filter(isEvidence).length, count), 60_000);
  /** Overwrites the events of the last study of some analyses, in one edit. */
  const change = (events: string, ...numbers: readonly number[]) => {
    const changes = numbers.map((number) => {
      const before = text.slice(0, text.indexOf(`"Twice"`, text.indexOf(`"Outcome ${number}"`)));
      const line = before.split("\n").length;
      const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
      return { range, text: `"events1": ${events},\n` };
    });
    return client.change(uri, ...changes);
  };
  const firstEvents = (number: number): string => String(10 + (number % 13));

  it("comes with a second publication: the first waits for no number, the last has what the command line finds", async () => {
    client = await LspClient.start();
    await client.open(uri, text);
    await allAreThere();
    const [first] = client.published;
    each(first?.diagnostics, ({ code }) => code, ["not-allowed-value"]);
    assert.ok(client.published.every(({ version }) => version === 1));
    const { stdout } = await runChecker(folder, ["--format", "json", "review.analyses.json"]);
    const { files } = JSON.parse(stdout) as {
      files: { problems: { code: string; range: { start: { line: number } } }[] }[];
    };
    assert.deepEqual(
      said(latest()),
      files[0]?.problems.map(({ code, range }) => `${code} in line ${range.start.line + 1}`),
    );
  });

  it("stays while other analyses are edited, one or two at once, and never reports numbers that are gone", async () => {
    client = await LspClient.start();
    await client.open(uri, text);
    await allAreThere();
    const before = client.published.length;
    await change("1", 7);
    await client.pushed(uri);
    await change("2", 90, 80);
    await client.pushed(uri);
    await eventually(() => assert.equal(latest().filter(isEvidence).length, count - 3));
    for (const { diagnostics, version } of client.published.slice(before)) {
      const found = diagnostics.filter(isEvidence).length;
      assert.equal(found, version === 2 ? count - 1 : count - 3, `version ${version ?? 0}`);
    }
    await change(firstEvents(7), 7);
    await client.pushed(uri);
    await eventually(() => assert.equal(latest().filter(isEvidence).length, count - 2));
  });

  it("stays in an analysis that is longer than what else is computed at once, where it is edited", async () => {
    const { studies, ...rest } = analysis(1, 1200);
    const analyses = [{ ...rest, studies: [{ ...studies[9], study: "Again" }, ...studies] }];
    const large = JSON.stringify(
      { "analysis-groups": [{ number: 1, name: "Drug", analyses }] },
      undefined,
      1,
    );
    assert.ok(large.length > 100_000);
    client = await LspClient.start();
    await client.open(uri, large);
    const lineOf = (name: string): number =>
      large.slice(0, large.indexOf(`"${name}"`)).split("\n").length - 1;
    const twice = lineOf("Twice");
    const found = () => said(latest().filter(isEvidence));
    await eventually(() => assert.ok(found().includes(`duplicate-row in line ${twice + 1}`)), 60_000);
    const all = 2;
    assert.equal(found().length, all);
    const before = client.published.length;
    const at = { line: lineOf("Study 600"), character: 0 };
    // Insert a line above the finding, which the server must publish at its new position at once; then change its row.
    await client.change(uri, { range: { start: at, end: at }, text: "\n" });
    await client.pushed(uri);
    assert.ok(found().includes(`duplicate-row in line ${twice + 2}`), found().join());
    const events = { start: { line: twice + 2, character: 0 }, end: { line: twice + 3, character: 0 } };
    await client.change(uri, { range: events, text: `"events1": 99,\n` });
    await eventually(() => assert.equal(found().length, all - 1), 60_000);
    for (const { diagnostics } of client.published.slice(before))
      assert.ok(diagnostics.filter(isEvidence).length >= all - 1, "none goes and comes again");
  });

  it("makes a client pull again, and answers its other requests meanwhile", async () => {
    const capabilities = {
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true } },
    };
    client = await LspClient.start({ capabilities });
    await client.open(uri, text);
    const first = await client.pull(uri);
    each(first, ({ code }) => code, ["not-allowed-value"]);
    const position = { line: 1, character: 30 };
    await client.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
    await eventually(async () => {
      assert.ok(client.refreshes > 0);
      assert.equal((await client.pull(uri)).filter(isEvidence).length, count);
    });
    await change("1", 7);
    const after = await client.pull(uri);
    assert.equal(after.filter(isEvidence).length, count - 1);
  });

  it("is in the first outline of all analyses, however long they take", async () => {
    client = await LspClient.start({
      capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
    });
    await client.open(uri, reviewOf(2 * count));
    const [symbol] =
      (await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } })) ?? [];
    assert.ok(DocumentSymbol.is(symbol));
    const details = symbol.children?.map(({ detail }) => detail) ?? [];
    assert.equal(details.length, 2 * count);
    assert.deepEqual(
      details.filter((detail) => !detail?.includes("RR ")),
      [],
    );
  });

  it("comes with the next report for a client that pulls and supports no refresh", async () => {
    client = await LspClient.start({ capabilities: { textDocument: { diagnostic: {} } } });
    await client.open(uri, text);
    each(await client.pull(uri), ({ code }) => code, ["not-allowed-value"]);
    assert.equal((await client.pull(uri)).filter(isEvidence).length, count);
    assert.equal(client.refreshes, 0);
  });
});
