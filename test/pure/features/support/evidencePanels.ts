import { readFileSync } from "node:fs";
import { bindRoles } from "@analyses/evidence";
import type { EvidenceView, TableChange, TableEdits } from "@analyses/protocol/evidencePanel";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import { evidenceView } from "@analyses/server/features/evidencePanel/evidencePanel";
import { loadFigures } from "@analyses/server/evidence/reportEvidence";
import { writableTable } from "@analyses/server/features/evidencePanel/evidenceTable";
import * as edits from "@analyses/server/features/evidencePanel/tableEdits";
import { textAfter } from "../../../support/textAfter";
import { documentOf } from "./documents";
import { schemaContext } from "./schemas";

export const binding = bindRoles({});
/** A change of the table, or of the row with a pointer. */
export type ChangeOfRow = TableChange & { readonly row?: string };
export const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");

export const flat = `{ "analysis-groups": [ { "number": 1, "name": "G", "analyses": [ {
  "name": "Falls",
  "studies": [
    { "study": "Abara", "events1": 12, "total1": 148, "events2": 19, "total2": 151 },
    { "study": "Bergström", "events1": 7, "total1": 92, "events2": 11, "total2": 90 },
    { "study": "Cho", "events1": 3, "total1": 40, "events2": 9, "total2": 41 }
  ]
} ] } ] }
`;

const noSchema = schemaContext();

/** Applies panel changes to the first analysis of a text, and renders it. */
export interface PanelOfText {
  readonly tableEdits: (text: string, change: ChangeOfRow, schemas?: typeof noSchema) => TableEdits;
  /** The text after a change, or the message of a refusal. */
  readonly after: (text: string, change: ChangeOfRow, schemas?: typeof noSchema) => string;
  readonly view: (
    document: AnalysesDocument,
    more?: Partial<Parameters<typeof evidenceView>[2]>,
  ) => EvidenceView;
}

export async function loadPanel(): Promise<PanelOfText> {
  const figures = await loadFigures();
  const view: PanelOfText["view"] = (document, more = {}) => {
    const params = { positions: [], cursor: null, plot: "forest", without: [] } as const;
    return evidenceView(document, binding, { ...params, ...more }, figures);
  };
  const tableEdits: PanelOfText["tableEdits"] = (text, { row, ...change }, schemas = noSchema) => {
    const document = documentOf(text);
    const { analysis, rows } = view(document);
    const table = writableTable(document, schemas, binding, analysis?.start ?? 0);
    if (table === undefined) return edits.notJson(document);
    const at = row === undefined ? analysis : rows?.find(({ pointer }) => pointer === row);
    return edits.tableEdits(table, { at: at?.start ?? -1, change });
  };
  return {
    tableEdits,
    after(text, change, schemas) {
      const made = tableEdits(text, change, schemas);
      if (made.kind === "refused") return made.message;
      return textAfter(text, made.edits);
    },
    view,
  };
}

export function cell(
  row: number,
  part: string,
  text: string,
  asText = false,
): Extract<TableChange, { kind: "cell" }> & { readonly row: string } {
  return { kind: "cell", row: `/studies/${row}`, part, text, asText };
}
