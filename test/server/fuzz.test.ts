import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { LSPErrorCodes, ResponseError } from "vscode-languageserver-protocol/node";
import { checkReferencesRequest, referenceAtRequest } from "@analyses/protocol/referenceMessages";
import { groupRecord } from "../support/references";
import { corpus } from "../support/corpus";
import { foundCases, fuzz, fuzzTimeout, texts } from "../support/fuzz/fuzz";
import { mutated } from "../support/fuzz/mutations";
import { hostileSchema } from "../support/fuzz/schemas";
import { LspClient } from "./support/lspClient";
import { RegistryAnswers } from "./support/registryAnswers";
import { folderWith } from "./support/runChecker";

/** In megabytes: low enough that unbounded growth soon exhausts the server's memory. */
const memory = 256;

/** Milliseconds after which a request counts as hanging, even on a busy machine. */
const patience = 20_000;

const capabilities = {
  textDocument: {
    diagnostic: {},
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    completion: { completionItem: { snippetSupport: true } },
  },
  workspace: { configuration: true, workspaceEdit: { documentChanges: true } },
};

const samples = texts("samples/pairwise-analysis.schema.json");

const oddSetting = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, 0, -1, 1e308, "", []),
);
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("item.schema.json", "./item.schema.json") },
  fc.constantFrom(
    "../../etc/passwd",
    "https://x.example/s.json",
    "//x.example/s.json",
    "file:///dev/zero",
    "%%%",
  ),
  fc.constantFrom("bundled:1.0.0", "bundled:9", "C:\\x", "\u0000", "untitled:x", ".", "review.analyses.json"),
  fc.string(),
);

/** Settings of a user or a workspace, mostly of a valid type. */
const settings = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        itemSchema: fc.oneof({ weight: 8, arbitrary: path }, oddSetting),
        schemas: fc.oneof(
          fc.array(
            fc.record({ id: fc.constantFrom("urn:x", "", "urn:analyses-registry:analyses:1.0.0"), path }),
          ),
          oddSetting,
        ),
        validate: fc.oneof(fc.constantFrom("onType", "onType", "onSave", "off"), oddSetting),
        severity: fc.oneof(
          fc.dictionary(fc.constantFrom("syntax", "schema", "__proto__"), oddSetting),
          oddSetting,
        ),
        maxProblems: fc.oneof(fc.constantFrom(0, 1, 1000, 1e9, Number.MAX_SAFE_INTEGER), oddSetting),
        references: fc.oneof(fc.record({ check: fc.oneof(fc.boolean(), oddSetting) }), oddSetting),
      },
      { requiredKeys: [] },
    ),
  },
  oddSetting,
);

describe("the built server, whatever it is given", () => {
  let client: LspClient;
  let folder: string;
  let uri: string;

  beforeEach(async () => {
    folder = folderWith({});
    uri = pathToFileURL(join(folder, "review.analyses.json")).href;
    const workspaceFolders = [pathToFileURL(folder).href];
    const initializationOptions = { answersReferenceRequests: true };
    client = await LspClient.start({ capabilities, initializationOptions, workspaceFolders, memory });
    const registry = new RegistryAnswers(client);
    registry.answer = ({ id }) => ({ kind: "known", record: groupRecord(id, "[a](command:x)\u202e") });
  });
  afterEach(() => client.stop());

  /** Sends every supported request. Each must get a result, or the error `ContentModified` or `ServerCancelled`. */
  async function askEverything(line: number, character: number): Promise<void> {
    const textDocument = { uri };
    const position = { line, character };
    const range = { start: { line: 0, character: 0 }, end: position };
    const options = { tabSize: 2, insertSpaces: true };
    const requests: Readonly<Record<string, object>> = {
      "textDocument/diagnostic": { textDocument },
      "textDocument/completion": { textDocument, position },
      "textDocument/hover": { textDocument, position },
      "textDocument/documentSymbol": { textDocument },
      "textDocument/foldingRange": { textDocument },
      "textDocument/selectionRange": { textDocument, positions: [position] },
      "textDocument/documentLink": { textDocument },
      "textDocument/formatting": { textDocument, options },
      "textDocument/rangeFormatting": { textDocument, range, options },
      "textDocument/onTypeFormatting": { textDocument, position, ch: "\n", options },
      "textDocument/codeAction": { textDocument, range, context: { diagnostics: [] } },
      "workspace/symbol": { query: "a" },
      [checkReferencesRequest.method]: { uri },
      [referenceAtRequest.method]: { textDocument, position },
    };
    await Promise.all(Object.entries(requests).map(([method, params]) => answered(method, params)));
  }

  async function answered(method: string, params: object): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${method} is not answered.`)), patience);
    });
    try {
      await Promise.race([client.connection.sendRequest(method, params), late]);
    } catch (problem) {
      const isOverrun =
        problem instanceof ResponseError &&
        (problem.code === LSPErrorCodes.ContentModified || problem.code === LSPErrorCodes.ServerCancelled);
      if (!isOverrun) throw problem;
    } finally {
      clearTimeout(timer);
    }
  }

  it("answers every request about documents, schemas and settings, and neither ends nor complains", async function () {
    this.timeout(fuzzTimeout);
    const documents = corpus().flatMap(({ text }) => (text.length < 6000 ? [text] : []));
    const schemas = fc.oneof(
      { weight: 2, arbitrary: hostileSchema.map((schema) => JSON.stringify(schema)) },
      mutated([...samples, ...foundCases("schemas")]),
    );
    const place = fc.tuple(fc.nat(40), fc.nat(80));
    const input = fc.record({
      text: mutated([...documents, ...foundCases("documents")]),
      // Most edits leave schema and settings unchanged.
      schema: fc.option(schemas, { freq: 2 }),
      settings: fc.option(settings, { freq: 2 }),
      edits: fc.array(
        fc.record({ start: place, end: place, text: fc.constantFrom("", '"', "{", "\n", "a") }),
        { maxLength: 3 },
      ),
      place,
    });
    const found = foundCases("settings").map((text): unknown => JSON.parse(text));
    const examples = found.map((given) => ({
      text: documents[0] ?? "",
      schema: samples[0] ?? "",
      settings: given,
      edits: [],
      place: [3, 9] satisfies [number, number],
    }));
    await client.configure({ itemSchema: "item.schema.json" });
    await client.open(uri, "{}");
    await fuzz(
      input,
      examples,
      async ({ text, schema, settings, edits, place }) => {
        if (schema !== null) {
          const file = join(folder, "item.schema.json");
          writeFileSync(file, schema);
          await client.fileChanged(pathToFileURL(file).href);
        }
        if (settings !== null) await client.configure(settings);
        await client.change(uri, { text });
        for (const { start, end, text: inserted } of edits) {
          const [from, to] = [start, end].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
          if (from === undefined || to === undefined) continue;
          const range = {
            start: { line: from[0], character: from[1] },
            end: { line: to[0], character: to[1] },
          };
          await client.change(uri, { range, text: inserted });
        }
        await askEverything(...place);
        assert.deepEqual(client.complaints, []);
      },
      ({ text, schema }) => text.length + (schema?.length ?? 0),
    );
  });
});
