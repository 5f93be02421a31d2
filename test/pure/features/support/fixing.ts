import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { type CodeAction, TextDocumentEdit, TextEdit } from "vscode-languageserver-types";
import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import {
  type CodeActionOptions,
  codeActions,
  fixAllActions,
} from "@analyses/server/features/codeActions/codeActions";
import type { Finding } from "@analyses/server/findings/finding";
import { createSchemaStore } from "@analyses/server/schemaStore/schemaStore";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import type { FileReading } from "@analyses/protocol/customMessages";
import { textAfter } from "../../../support/textAfter";
import { documentOf } from "./documents";
import { sampleItem, sampleReference } from "./schemas";

const itemUri = "file:///item.schema.json";
const workload = { isCancelled: () => false, pause: () => Promise.resolve() };

const options: CodeActionOptions = {
  only: undefined,
  snippetEdits: false,
  versionedEdits: true,
  selectItemSchema: undefined,
};

/** Validates a text with an item schema, and collects the findings and their fixes. */
export async function fixing(
  text: string,
  item?: object | string,
  more: Partial<CodeActionOptions> = {},
  files: Readonly<Record<string, string>> = {},
) {
  const document = documentOf(text);
  const itemText = typeof item === "object" ? JSON.stringify(item) : item;
  const readFile = (uri: string): Promise<FileReading> => {
    const found = uri === itemUri ? itemText : files[uri];
    return Promise.resolve(
      found === undefined
        ? { kind: "failed", reason: "there is no such file" }
        : { kind: "read", text: found },
    );
  };
  const settings = { ...defaultAnalysesSettings, itemSchema: item === undefined ? "" : itemUri };
  const schemas = await createSchemaStore({ readFile }).contextFor(document, settings);
  const findings = await validateDocument(document, schemas, settings, workload);
  assert.ok(findings);

  const actionsAt = (finding: Finding): CodeAction[] =>
    withoutYielding(
      codeActions(document, schemas, findings, document.text.rangeBetween(finding.start, finding.start), {
        ...options,
        ...more,
        only: ["quickfix"],
      }),
    );
  const all = [
    ...new Map(findings.flatMap(actionsAt).map((action) => [JSON.stringify(action), action])).values(),
  ];
  const fixAllOptions = { ...options, only: ["source.fixAll"] };
  const validate = (changed: AnalysesDocument) => validateDocument(changed, schemas, settings, workload);
  const [fixAll] = await fixAllActions(document, schemas, findings, validate, workload, fixAllOptions);

  return {
    findings,
    actionsAt,
    codes: findings.map(({ code }) => code),
    titles: all.map(({ title }) => title),
    actions: all,
    /** The text after the fix with this title. */
    after: (title: string): string => {
      const action = all.find((candidate) => candidate.title === title);
      assert.ok(action, `There is no “${title}”, but ${all.map((one) => one.title).join(", ")}`);
      return applyAction(document, action);
    },
    /** The text after “fix all”; undefined if it is not offered. */
    afterAll: fixAll && applyAction(document, fixAll),
    /** Edits of “fix all”, by offset. */
    replacedByAll: (fixAll === undefined ? [] : editsOf(fixAll)).map(({ range, newText }) => ({
      start: document.text.offsetAt(range.start),
      end: document.text.offsetAt(range.end),
      newText,
    })),
  };
}

/** The same with the schemas of the pairwise meta-analysis sample. */
export const fixingSample = (text: string) =>
  fixing(text, sampleItem, {}, { "file:///registry-reference.schema.json": sampleReference });

/** Applies a code action that edits one document, and returns the text. */
export function applyAction(document: AnalysesDocument, action: CodeAction): string {
  return textAfter(document.text.toString(), editsOf(action));
}

/** Edits of a code action that edits one document. */
function editsOf(action: CodeAction): readonly TextEdit[] {
  const [change] = action.edit?.documentChanges ?? [];
  assert.ok(TextDocumentEdit.is(change));
  assert.ok(change.edits.every((edit) => TextEdit.is(edit)));
  return change.edits;
}
