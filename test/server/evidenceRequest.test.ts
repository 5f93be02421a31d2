import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MarkupContent, MarkupKind } from "vscode-languageserver-types";
import {
  CodeLensRefreshRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  HoverRequest,
  InlayHintRefreshRequest,
  InlayHintRequest,
} from "vscode-languageserver-protocol/node";
import type { EvidenceReport } from "@analyses/evidence";
import { evidenceRequest } from "@analyses/protocol/evidenceMessages";
import { eventually } from "../support/eventually";
import { program } from "./support/evidenceProgram";
import { type LspClientOptions, LspClient } from "./support/lspClient";
import { runProgram } from "./support/runProgram";
import { folderWith } from "./support/runChecker";

describe("the request analyses/evidence", () => {
  const uri = "file:///review.analyses.json";
  const text = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
  let client: LspClient;
  beforeEach(async () => {
    client = await LspClient.start();
    await client.open(uri, text);
  });
  afterEach(() => client.stop());

  const ask = async (params: object): Promise<EvidenceReport> => {
    const answer = await client.connection.sendRequest<EvidenceReport>(evidenceRequest.method, {
      textDocument: { uri },
      ...params,
    });
    return answer;
  };

  it("gives any editor the report of the command line, of the text as it is being edited", async () => {
    const folder = folderWith({});
    const file = join(folder, "review.analyses.json");
    writeFileSync(file, text);
    const { stdout } = await runProgram(program, folder, ["--format", "json", file]);
    const printed = JSON.parse(stdout) as EvidenceReport;
    const { version, documents } = await ask({});
    assert.equal(version, 1);
    assert.deepEqual(documents, [{ path: uri, analyses: printed.documents[0]?.analyses }]);
    const line = text.split("\n").findIndex((one) => one.includes('"events": 12'));
    const at = { line, character: '                "events": 1'.length };
    await client.change(uri, { range: { start: at, end: at }, text: "0" });
    const [analysis] = (await ask({ analysis: "1.1" })).documents[0]?.analyses ?? [];
    assert.ok(Math.abs((analysis?.rows?.[0]?.estimate ?? 0) - Math.log(102 / 148 / (19 / 151))) < 1e-12);
  });

  it("answers for the analysis at a position or of a number, and for none where there is none", async () => {
    const line = text.split("\n").findIndex((one) => one.includes("Pain at end of treatment"));
    const names = async (params: object) =>
      (await ask(params)).documents[0]?.analyses.map(({ name }) => name);
    assert.deepEqual(await names({ position: { line, character: 20 } }), ["Pain at end of treatment"]);
    assert.deepEqual(await names({ position: { line: line + 8, character: 0 } }), [
      "Pain at end of treatment",
    ]);
    assert.deepEqual(await names({ position: { line: 1, character: 0 } }), []);
    assert.deepEqual(await names({ analysis: "1.2" }), ["Pain at end of treatment"]);
    assert.deepEqual(await names({ analysis: "9.9" }), []);
    assert.equal(
      await client.connection.sendRequest(evidenceRequest.method, {
        textDocument: { uri: "file:///other.json" },
      }),
      null,
    );
  });

  it("takes roles from the setting", async () => {
    const foreign = { "analysis-groups": [{ analyses: [{ zeilen: [{ w: "A", a: 0.5, b: 0.25 }] }] }] };
    await client.open("file:///foreign.analyses.json", JSON.stringify(foreign));
    const roles = { "/zeilen/*/w": "study", "/zeilen/*/a": "estimate", "/zeilen/*/b": "standard-error" };
    await client.configure({ evidence: { roles } });
    const answer = await client.connection.sendRequest<EvidenceReport>(evidenceRequest.method, {
      textDocument: { uri: "file:///foreign.analyses.json" },
      analysis: "1.1",
    });
    const [analysis] = answer.documents[0]?.analyses ?? [];
    assert.equal(analysis?.result?.estimate, 0.5);
    assert.equal(analysis.rows?.[0]?.study, "A");
  });
});

describe("what analyses come to, in any editor", () => {
  const uri = "file:///review.analyses.json";
  const text = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
  const lineOf = (words: string): number => text.split("\n").findIndex((line) => line.includes(words));
  let client: LspClient;
  afterEach(() => client.stop());

  const start = async (options: LspClientOptions = {}): Promise<void> => {
    client = await LspClient.start(options);
    await client.open(uri, text);
  };
  const lenses = async (): Promise<readonly string[]> => {
    const empty = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    const resolved = (empty ?? []).map((lens) =>
      client.connection.sendRequest(CodeLensResolveRequest.type, lens),
    );
    return (await Promise.all(resolved)).map(
      ({ command }) => `${command?.title ?? ""}|${command?.command ?? ""}`,
    );
  };
  const hints = async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
    const params = { textDocument: { uri }, range };
    return ((await client.connection.sendRequest(InlayHintRequest.type, params)) ?? []).map(
      ({ label }) => label,
    );
  };
  const hover = async (words: string): Promise<string> => {
    const line = lineOf(words);
    const character = (text.split("\n")[line] ?? "").indexOf(words);
    const answer = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line, character },
    });
    return answer !== null && MarkupContent.is(answer.contents) ? answer.contents.value : "";
  };

  it("is a lens above each analysis, which names a command only where the editor has it", async () => {
    await start();
    assert.equal((await lenses())[0], "RR 0.67 [0.50, 0.89] · 5 studies · 1,857 participants · I² 0 %|");
    await client.stop();
    await start({ initializationOptions: { commands: ["analysesRegistry.showEvidence"] } });
    assert.match((await lenses())[4] ?? "", /^RD .*\|analysesRegistry\.showEvidence$/);
    await client.configure({ evidence: { codeLens: false } });
    assert.deepEqual(await lenses(), []);
  });

  it("is requested anew when settings change, by editors that support that", async () => {
    let refreshes = 0;
    const refresh = { refreshSupport: true };
    await start({ capabilities: { workspace: { codeLens: refresh, inlayHint: refresh } } });
    for (const type of [CodeLensRefreshRequest.type, InlayHintRefreshRequest.type])
      client.connection.onRequest(type, () => {
        refreshes += 1;
      });
    await client.configure({ evidence: { codeLens: false } });
    await eventually(() => assert.equal(refreshes, 2));
  });

  it("is in the hover, as a table of text or, for editors that draw them, as an image", async () => {
    const markdown = { textDocument: { hover: { contentFormat: [MarkupKind.Markdown] } } };
    await start({ capabilities: markdown });
    const table = await hover("Pain at end of treatment");
    assert.match(table, /^\*\*1\\\.2 Pain at end of treatment\*\*\n\nMD /);
    assert.match(table, /```text\nLow dose\n/);
    assert.doesNotMatch(table, /data:/);
    await client.configure({ evidence: { hover: false } });
    assert.doesNotMatch(await hover("Pain at end of treatment"), /MD/);
    await client.stop();
    await start({ capabilities: markdown, initializationOptions: { showsImages: true } });
    assert.match(await hover("Pain at end of treatment"), /!\[.*\]\(data:image\/svg\+xml;base64,/);
    assert.match(await hover("Abara 2014"), /^\*\*Abara 2014\*\*\n\n0\\\.64/);
  });

  it("follows each study as a hint, once the setting enables that", async () => {
    await start();
    assert.deepEqual(await hints(), []);
    await client.configure({ evidence: { inlayHints: true } });
    assert.deepEqual(await hints(), ["0.64 [0.32, 1.28] · 17.2%", "0.62 [0.25, 1.53] · 10.0%"]);
  });
});
