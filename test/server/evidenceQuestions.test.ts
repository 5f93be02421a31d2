import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction } from "vscode-languageserver-protocol/node";
import {
  CodeActionRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
} from "vscode-languageserver-protocol/node";
import type { EvidenceRoles } from "@analyses/protocol/evidenceMessages";
import { answerEvidenceCommand, evidenceRolesRequest } from "@analyses/protocol/evidenceMessages";
import { eventually } from "../support/eventually";
import { documentWith } from "../support/evidenceTexts";
import { LspClient } from "./support/lspClient";
import { folderWith } from "./support/runChecker";

describe("the questions in the evidence of an analysis", () => {
  let client: LspClient;
  afterEach(() => client.stop());

  const positionOf = (text: string, words: string) => {
    const line = text.split("\n").findIndex((one) => one.includes(words));
    return { line, character: text.split("\n")[line]?.indexOf(words) ?? 0 };
  };
  const lens = async (uri: string): Promise<string> => {
    const lenses = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    const [first] = lenses ?? [];
    assert.ok(first);
    return (await client.connection.sendRequest(CodeLensResolveRequest.type, first)).command?.title ?? "";
  };
  const answersAt = async (text: string, words: string, uri: string): Promise<readonly CodeAction[]> => {
    const position = positionOf(text, words);
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [], only: ["quickfix"] },
    });
    return (actions ?? []).flatMap((one) => {
      const isAnswer = typeof one.command === "object" && one.command.command === answerEvidenceCommand;
      return isAnswer ? [one as CodeAction] : [];
    });
  };
  /** Labels that *Show Evidence Roles* offers. */
  const answersNow = async (text: string, words: string, uri: string): Promise<readonly string[]> => {
    const params = { textDocument: { uri }, position: positionOf(text, words) };
    const { method } = evidenceRolesRequest;
    const roles = await client.connection.sendRequest<EvidenceRoles | null>(method, params);
    return (roles?.answers ?? []).map(({ label }) => label);
  };
  /** Requests roles as the client's command does, and returns the chosen answer. */
  const rolesOf = async (action: CodeAction): Promise<EvidenceRoles["answers"][number]> => {
    const [target] = (action.command?.arguments ?? []) as readonly { readonly answer: string }[];
    const roles = await client.connection.sendRequest<EvidenceRoles | null>(
      evidenceRolesRequest.method,
      target,
    );
    const answer = roles?.answers.find(({ label }) => label === target?.answer);
    assert.ok(answer, target?.answer);
    return answer;
  };

  it("is written into the schema where a schema can state it, and undone in the schema's text", async () => {
    const folder = folderWith({});
    const arm = { type: "object", properties: { name: { type: "string" }, events: {}, n: {} } };
    const row = { properties: { study: {}, arms: { items: arm } } };
    const schema = JSON.stringify({ properties: { studies: { items: row } } }, undefined, 2);
    const file = join(folder, "item.schema.json");
    writeFileSync(file, schema);
    client = await LspClient.start({
      initializationOptions: { commands: [answerEvidenceCommand], itemSchema: file },
      capabilities: { workspace: { configuration: true } },
    });
    const arms = [
      { name: "vehicle", events: 28, n: 144 },
      { name: "cream", events: 58, n: 294 },
    ];
    const text = documentWith([{ name: "Falls", studies: [{ study: "A", arms }] }]);
    const place = pathToFileURL(join(folder, "review.analyses.json")).href;
    await client.open(place, text);
    const chosen = await answersAt(text, '"study": "A"', place);
    const action = chosen.find((one) => one.title === "“cream” is the experimental arm");
    assert.ok(action);
    const { annotations } = await rolesOf(action);
    assert.equal(annotations.length, 1);
    const [edit] = annotations;
    assert.equal(edit?.uri, pathToFileURL(file).href);
    const lines = schema.split("\n");
    const at = edit.range.start;
    const before = lines.slice(0, at.line).join("\n").length + 1 + at.character;
    const written = schema.slice(0, before) + edit.newText + schema.slice(before);
    assert.match(
      JSON.stringify(JSON.parse(written)),
      /"x-evidence-role":"arm","x-evidence-values":\{"vehicle":"comparator","cream":"experimental"\}/,
    );
    for (const [is, expected] of [
      [written, /^OR 1\.02 /],
      [schema, /^Which arm/],
    ] as const) {
      writeFileSync(file, is);
      await client.fileChanged(pathToFileURL(file).href);
      const isAsked = (await answersNow(text, '"study": "A"', place)).length > 0;
      assert.equal(isAsked, is === schema);
      await eventually(async () => assert.match(await lens(place), expected));
    }
  });
});
