import assert from "node:assert/strict";
import { type Position, type Range, MarkupKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { formatDocument, formatOnType, formatRange, withoutYielding } from "@analyses/json";
import { codeActions, fixAllActions } from "@analyses/server/features/codeActions/codeActions";
import { complete } from "@analyses/server/features/completion/complete";
import { diagnostics } from "@analyses/server/presentation/diagnostics";
import { documentLinks } from "@analyses/server/features/navigation";
import {
  documentSymbols,
  foldingRanges,
  selectionRanges,
  workspaceSymbols,
} from "@analyses/server/features/structure";
import { hover, recordHover } from "@analyses/server/features/hover";
import { referenceAt } from "@analyses/server/references/writtenReferences";
import { referencePlaceAt, withReferences } from "@analyses/server/features/completion/referenceItems";
import { groupRecord } from "../references";
import { findingsIn, uninterrupted } from "../findings";

const completion = { snippets: true, insertsAsIs: true, documentation: MarkupKind.Markdown };
const layout = { tabSize: 2, insertSpaces: true };
const everyAction = { only: undefined, versionedEdits: true, snippetEdits: true, selectItemSchema: "select" };

/**
 * Calls every language feature on a document, and asserts that every position in the results is inside the text. An
 * editor throws on one outside.
 *
 * @param at offsets for the features that take a position, modulo the text's length
 */
export async function askEverything(
  document: AnalysesDocument,
  schemas: SchemaContext,
  at: readonly number[],
): Promise<void> {
  const { text } = document;
  const answers: unknown[] = [];
  const findings = await findingsIn(document, schemas);
  answers.push(diagnostics(document, findings));
  answers.push(documentSymbols(document), foldingRanges(document, 5000));
  answers.push(documentLinks(document, schemas), withoutYielding(formatDocument(document, layout)));
  answers.push(workspaceSymbols([document], "a").length);
  const validate = (changed: AnalysesDocument) => findingsIn(changed, schemas);
  answers.push(await fixAllActions(document, schemas, findings, validate, uninterrupted, everyAction));
  const positions = at.map((offset) => text.positionAt(offset % (text.length + 1)));
  answers.push(selectionRanges(document, positions));
  for (const [index, position] of positions.entries()) {
    const range = ordered(text, position, positions[index - 1] ?? position);
    answers.push(hover(document, schemas, position, MarkupKind.Markdown));
    answers.push(formatOnType(document, position, layout));
    answers.push(withoutYielding(formatRange(document, range, layout)));
    answers.push(withoutYielding(codeActions(document, schemas, findings, range, everyAction)));
    const offers = complete(document, schemas, position, completion);
    answers.push(offers);
    const reference = referenceAt(document, position);
    if (reference !== undefined) {
      const known = { kind: "known", record: groupRecord(reference.id, "[a](command:x)\u202e") } as const;
      answers.push(reference, recordHover(null, reference, known, MarkupKind.Markdown));
    }
    const place = referencePlaceAt(document, schemas, position);
    if (place !== undefined) {
      const suggestion = {
        kind: "group" as const,
        id: "3",
        name: '"}\n$0',
        link: "https://registry.example/rest/groups/3",
        detail: "",
        registry: "Test",
      };
      const answer = { suggestions: [suggestion], isIncomplete: false };
      answers.push(withReferences(document, place, offers, answer, completion));
    }
  }
  assertInside(text, answers);
}

function ordered(text: AnalysesDocument["text"], one: Position, other: Position): Range {
  return text.offsetAt(one) <= text.offsetAt(other) ? { start: one, end: other } : { start: other, end: one };
}

/** Asserts that every position in the answers is inside the text. */
function assertInside(text: AnalysesDocument["text"], answers: readonly unknown[]): void {
  const waiting: unknown[] = [...answers];
  while (waiting.length > 0) {
    const answer = waiting.pop();
    if (typeof answer !== "object" || answer === null) continue;
    if (!isPosition(answer)) {
      for (const inner of Object.values(answer)) waiting.push(inner);
      continue;
    }
    const { line, character } = text.positionAt(text.offsetAt(answer));
    assert.ok(line === answer.line && character === answer.character, JSON.stringify(answer));
  }
}

function isPosition(value: object): value is Position {
  return "line" in value && typeof value.line === "number" && "character" in value;
}
