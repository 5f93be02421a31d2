import assert from "node:assert/strict";
import type { Diagnostic, TextEdit } from "vscode-languageserver-protocol/node";
import { CodeActionRequest } from "vscode-languageserver-protocol/node";
import {
  evidenceViewRequest,
  tableEditRequest,
  type TableEdits,
  type EvidenceView,
} from "@analyses/protocol/evidencePanel";
import { eventually } from "../support/eventually";
import { revmanExamples } from "../support/revmanExamples";
import { LspClient } from "./support/lspClient";

const original =
  revmanExamples()
    .find(({ name }) => name.startsWith("XX"))
    ?.text.trimEnd() ?? "";
const groups = original.slice(
  original.indexOf('{"number":1,"name":"Drug versus'),
  original.lastIndexOf("]}"),
);
const head = original.slice(0, original.indexOf(groups));
/** The document is one line, so that an offset is a column. */
const inLine = (character: number) => ({ line: 0, character });
const uri = "file:///reviews/CD9-analysis-data.json";

/** Applies edits to a one-line text. */
function edited(text: string, edits: readonly Pick<TextEdit, "range" | "newText">[]): string {
  return [...edits]
    .sort((one, other) => other.range.start.character - one.range.start.character)
    .reduce(
      (all, { range, newText }) =>
        all.slice(0, range.start.character) + newText + all.slice(range.end.character),
      text,
    );
}

describe("RevMan's documents in an editor, on one line", () => {
  let client: LspClient;
  beforeEach(async () => {
    client = await LspClient.start({ capabilities: { textDocument: { codeAction: literal } } });
  });
  afterEach(() => client.stop());
  const literal = { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } };
  const textDocument = { uri };
  const view = (version: number, character: number) =>
    client.connection.sendRequest<EvidenceView | null>(evidenceViewRequest.method, {
      textDocument: { uri, version },
      positions: [inLine(character)],
      cursor: null,
      plot: "forest",
      without: [],
    });

  it("of a megabyte are edited in one place, reported once for the analysis, and mended in that analysis only", async () => {
    const count = Math.ceil(1_000_000 / groups.length);
    const text = `${head}${Array.from({ length: count }, () => groups).join(",")}]}`;
    assert.ok(text.length > 1_000_000 && count * 6 > 400);
    const place = head.length + (count - 1) * (groups.length + 1);
    const key = '"experimental-group":{"cases":12,"sample-size":148}';
    const number = text.indexOf(key, place) + key.indexOf("12");
    await client.open(uri, text);
    await client.change(uri, { range: { start: inLine(number), end: inLine(number + 2) }, text: "21" });
    const changed = `${text.slice(0, number)}21${text.slice(number + 2)}`;
    const isOfResults = ({ code }: Diagnostic) => code === "result-mismatch";
    const found = await eventually(() => {
      const { diagnostics = [] } = client.published.findLast(({ version }) => version === 2) ?? {};
      assert.equal(diagnostics.filter(isOfResults).length, 1);
      return diagnostics.filter(isOfResults);
    }, 60_000);
    const [range] = found.map((one) => one.range);
    assert.equal(changed.slice(range?.start.character, range?.end.character), "-0.36979499846138847");
    assert.ok((range?.start.character ?? 0) > place, "The analysis that was edited, of all that are alike.");

    const shown = await view(2, number);
    const row = shown?.rows?.find(({ study }) => study === "Brekke 2014");
    assert.ok(row);
    const inPanel = await client.connection.sendRequest<TableEdits | null>(tableEditRequest.method, {
      textDocument: { uri, version: 2 },
      at: row.start,
      change: { kind: "cell", part: "experimental-events", text: "23", asText: false },
    });
    assert.ok(inPanel?.kind === "edits");
    const cell = changed.indexOf('"cases":20,', row.start) + '"cases":'.length;
    assert.equal(edited(changed, inPanel.edits), `${changed.slice(0, cell)}23${changed.slice(cell + 2)}`);

    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range: range ?? assert.fail(),
      context: { diagnostics: found },
    });
    const fix = actions?.find(({ title }) => title === "Write the results that these numbers give");
    const edits = fix !== undefined && "edit" in fix ? (fix.edit?.changes?.[uri] ?? []) : [];
    const mended = edited(changed, edits);
    const end = text.indexOf('{"number":2,"name":"Death"', place);
    assert.equal(mended.slice(0, place), text.slice(0, place));
    assert.equal(mended.slice(mended.length - (text.length - end)), text.slice(end));
    const own = (whole: string) => whole.slice(place, whole.length - (text.length - end));
    assert.equal(own(mended).replace(/:-?\d[^,}]*/g, ":0"), own(changed).replace(/:-?\d[^,}]*/g, ":0"));
  });
});
