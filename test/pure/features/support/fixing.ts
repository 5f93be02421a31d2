import assert from "node:assert/strict";
import { withoutYielding } from "@analyses/json";
import { type CodeAction, TextDocumentEdit, TextEdit } from "vscode-languageserver-types";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import {
  type CodeActionOptions,
  codeActions,
  fixAllActions,
} from "@analyses/server/features/codeActions/codeActions";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import { uninterrupted } from "../../../support/findings";
import { textAfter } from "../../../support/textAfter";
import { allFixes, openCase, quickFixes } from "../../../support/textCases";
import { documentOf } from "./documents";

/** Validates a text with an item schema, or one at a path, and collects the findings and their fixes. */
export async function fixing(
  text: string,
  itemSchema?: object | string,
  more: Partial<CodeActionOptions> = {},
) {
  const document = documentOf(text);
  const { settings, schemasOf } = openCase({
    text: [text],
    options: itemSchema === undefined ? {} : { itemSchema },
  });
  const schemas = await schemasOf(document);
  const validate = (changed: AnalysesDocument) => validateDocument(changed, schemas, settings, uninterrupted);
  const findings = await validate(document);
  assert.ok(findings);
  const found = findings.flatMap(({ start }) =>
    withoutYielding(
      codeActions(document, schemas, findings, document.text.rangeBetween(start, start), {
        ...quickFixes,
        ...more,
      }),
    ),
  );
  const all = [...new Map(found.map((action) => [JSON.stringify(action), action])).values()];
  const [fixAll] = await fixAllActions(document, schemas, findings, validate, uninterrupted, allFixes);
  const applied = (action: CodeAction): string => textAfter(text, editsOf(action));

  return {
    findings,
    codes: findings.map(({ code }) => code),
    titles: all.map(({ title }) => title),
    actions: all,
    /** The text after the fix with this title. */
    after: (title: string): string => {
      const action = all.find((candidate) => candidate.title === title);
      assert.ok(action, `There is no “${title}”, but ${all.map((one) => one.title).join(", ")}`);
      return applied(action);
    },
    /** The text after “fix all”; undefined if it is not offered. */
    afterAll: fixAll && applied(fixAll),
    /** Edits of “fix all”, by offset. */
    replacedByAll: (fixAll === undefined ? [] : editsOf(fixAll)).map(({ range, newText }) => ({
      start: document.text.offsetAt(range.start),
      end: document.text.offsetAt(range.end),
      newText,
    })),
  };
}

/** The path of the sample's schema. */
export const pairwise = "samples/pairwise-analysis.schema.json";

/** Edits of a code action that edits one document. */
function editsOf(action: CodeAction): readonly TextEdit[] {
  const [change] = action.edit?.documentChanges ?? [];
  assert.ok(TextDocumentEdit.is(change));
  assert.ok(change.edits.every((edit) => TextEdit.is(edit)));
  return change.edits;
}
