import * as vscode from "vscode";
import type {
  ProblemsAfterAnswer,
  ProblemsAfterParams,
  ReferenceProperties,
} from "@analyses/protocol/referenceMessages";
import { problemsAfterRequest } from "@analyses/protocol/referenceMessages";
import type { RegistryReference } from "@analyses/protocol/references";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { displayText } from "../platform/displayText";
import { choose, setContextKey, showWarning } from "../platform/editor";
import { withinTime } from "../platform/lifetime";
import { rangeOf, spanOf } from "./documentChanges";
import { positionOf, rangeOf as editorRange } from "../webview/panelDocument";
import type { TextChange } from "./jsonReading";
import { type Layout, objectText } from "./jsonInsertion";
import type { InsertionTarget, Insertions } from "./planInsertions";
import { planInsertions } from "./planInsertions";

interface Carets extends Pick<vscode.TextEditor, "selections"> {
  readonly version: number;
}

/** The current carets and the document's version, captured before slow steps such as a lookup. */
export function caretsOf({ selections, document }: vscode.TextEditor): Carets {
  return { selections, version: document.version };
}

/**
 * Inserts references at every caret of the editor, as one undo step. Shows a message with a copy button if the document
 * has no room for the references, is read-only or has changed, or if its schemas forbid references at the carets.
 */
export async function insertReferences(
  editor: vscode.TextEditor,
  references: readonly RegistryReference[],
  validator: InsertionValidator,
  { selections, version }: Carets = caretsOf(editor),
): Promise<void> {
  const { document } = editor;
  if (document.version !== version) return sayNotInserted(references);
  const target = insertionTargetOf(document);
  const places = selections.map((selection) => spanOf(document, selection));
  let insertions = planInsertions(target, places, references);
  const isOne = selections.length === 1 && references.length === 1;
  let problem = await validator.problemAfter(document, insertions.changes, selections[0], references[0]);
  // The schemas that forbid a reference as it is may define a property for it.
  const place = isOne && problem?.properties && (await choosePlace(problem.properties));
  if (place === "cancelled") return;
  if (place) {
    const { property, position } = place;
    const at =
      position === null ? places : [spanOf(document, editorRange({ start: position, end: position }))];
    insertions = planInsertions({ ...target, ...(property !== null && { property }) }, at, references);
    problem = await validator.problemAfter(document, insertions.changes, selections[0], references[0]);
  }
  if (problem !== undefined) return sayWhatIsForbidden(problem, references);
  if (insertions.changes.length > 0) {
    const isDone =
      document.version === version &&
      (await editor.edit((builder) => {
        for (const change of insertions.changes) builder.replace(rangeOf(document, change), change.newText);
      }));
    // In a read-only editor, `edit` resolves to true without changing the document.
    if (!isDone || document.version === version) return sayNotInserted(references);
    // package.json completes a walkthrough step by this key.
    setContextKey("hasInsertedReference", true);
  }
  await sayWhatFoundNoRoom(insertions, references);
}

/**
 * Where a reference goes. `property` names a new property, or is null to replace the reference at `position`.
 * `position` is null for the user's own caret.
 */
interface Room {
  readonly property: string | null;
  readonly position: ReferenceProperties["outside"];
}

/**
 * Chooses where the reference goes: the only property that the schemas define for it, a property that the user chooses,
 * or in place of an earlier reference. Undefined if the schemas define no property.
 */
async function choosePlace({
  names,
  taken,
  outside,
}: ReferenceProperties): Promise<Room | "cancelled" | undefined> {
  if (taken !== null) {
    const replace = vscode.l10n.t("Replace");
    const question = vscode.l10n.t("“{0}” has a reference already: replace it?", displayText(taken.name));
    const isWanted = (await showWarning(question, replace)) === replace;
    return isWanted ? { property: null, position: taken.position } : "cancelled";
  }
  const [only = null] = names;
  if (only === null) return undefined;
  if (names.length === 1 && outside === null) return { property: only, position: outside };
  const title = vscode.l10n.t("Which property gets the reference?");
  const description = outside === null ? "" : vscode.l10n.t("around the cursor");
  const chosen = await choose(
    names.map((label) => ({ label, description })),
    { title },
  );
  return chosen === undefined ? "cancelled" : { property: chosen.label, position: outside };
}

/** Reports references that found no room, and offers to copy them. Silent if all references found room. */
export async function sayWhatFoundNoRoom(
  { changes, refused, leftOut }: Insertions,
  references: readonly RegistryReference[],
): Promise<void> {
  const message = noRoomMessage(refused, changes.length > 0, leftOut);
  if (message !== undefined) await offerClipboard(message, references);
}

/** Reports that references would add an error to the document, and offers to copy them. */
export async function sayWhatIsForbidden(
  { message, properties }: InsertionProblem,
  references: readonly RegistryReference[],
): Promise<void> {
  if (properties === null) {
    const advice = vscode.l10n.t(
      "The analyses format has no room for a reference here. Put the cursor inside an analysis.",
    );
    return offerClipboard(advice, references);
  }
  const forbidden = vscode.l10n.t(
    "With a reference here the document would not be valid. {0}",
    displayText(message),
  );
  const names = displayText(properties.elsewhere.map((name) => `“${name}”`).join(", "));
  const places =
    names === "" ? "" : ` ${vscode.l10n.t("By the item schema it can be the value of: {0}.", names)}`;
  await offerClipboard(forbidden + places, references);
}

async function sayNotInserted(references: readonly RegistryReference[]): Promise<void> {
  await offerClipboard(
    vscode.l10n.t("The reference was not inserted: the document cannot be edited or has just changed."),
    references,
  );
}

async function offerClipboard(message: string, references: readonly RegistryReference[]): Promise<void> {
  const copy = vscode.l10n.t("Copy Instead");
  const chosen = await showWarning(message, copy);
  if (chosen === copy) await vscode.env.clipboard.writeText(referencesJson(references));
}

function noRoomMessage(refused: number, isPartlyDone: boolean, leftOut: number): string | undefined {
  if (isPartlyDone && refused > 0)
    return vscode.l10n.t("At {0} of the cursors there was no room for a reference.", refused);
  if (leftOut > 0) return vscode.l10n.t("One reference fits here. The other {0} were not inserted.", leftOut);
  return refused === 0
    ? undefined
    : vscode.l10n.t("There is no room for a reference here. Put the cursor where a value can stand.");
}

/** References as JSON: one object, or an array of several. */
export function referencesJson(references: readonly RegistryReference[]): string {
  return objectText(references, { indentation: "  ", lineBreak: "\n" });
}

const jsonLanguages = new Set(["json", "jsonc", "json5", "jsonl", "snippets", analysesLanguage]);

/** JSON Lines requires each value on one line. */
const oneLine: Layout = { indentation: "", lineBreak: "" };

/** The properties of a document that determine how to insert references. */
export function insertionTargetOf(document: vscode.TextDocument): InsertionTarget {
  const { languageId } = document;
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  const { insertSpaces, tabSize } = editor?.options ?? {};
  return {
    text: document.getText(),
    languageId,
    isJson: jsonLanguages.has(languageId),
    layout:
      languageId === "jsonl"
        ? oneLine
        : {
            indentation:
              insertSpaces === false ? "\t" : " ".repeat(typeof tabSize === "number" ? tabSize : 2),
            lineBreak: document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n",
          },
  };
}

/** The time to wait for the language server before inserting a reference, in milliseconds. */
const validationTimeout = 2000;

interface InsertionProblem extends Pick<ProblemsAfterAnswer, "properties"> {
  readonly message: string;
}

/** Checks with the language server, which has the schemas, whether a document stays valid after an insertion. */
export class InsertionValidator {
  constructor(private readonly languageClient: Pick<AnalysesLanguageClient, "ask">) {}

  /**
   * The first error that changes would add to a document. Undefined if there is none, or if the server does not respond
   * in time: a slow or stopped server must not prevent insertions.
   *
   * @param changes in offsets of the document's text, in text order, without overlaps
   * @param at the first caret at which references are inserted
   * @param reference the first of these references
   */
  async problemAfter(
    document: vscode.TextDocument,
    changes: readonly TextChange[],
    at: vscode.Range | undefined,
    reference: Pick<RegistryReference, "kind"> | undefined,
  ): Promise<InsertionProblem | undefined> {
    if (document.languageId !== analysesLanguage || changes.length === 0) return undefined;
    if (at === undefined || reference === undefined) return undefined;
    const params: ProblemsAfterParams = {
      textDocument: { uri: document.uri.toString(), version: document.version },
      // In reverse order, so that the ranges of earlier changes stay valid.
      changes: changes.toReversed().map((change) => {
        const { start, end } = rangeOf(document, change);
        return { range: { start: positionOf(start), end: positionOf(end) }, text: change.newText };
      }),
      reference: { position: positionOf(at.end), kind: reference.kind },
    };
    const cancellation = new vscode.CancellationTokenSource();
    try {
      const answering = this.languageClient.ask(problemsAfterRequest, params, cancellation.token);
      const { messages = [], properties = null } = (await withinTime(validationTimeout, answering)) ?? {};
      return messages[0] === undefined ? undefined : { message: messages[0], properties };
    } catch {
      return undefined;
    } finally {
      cancellation.cancel();
      cancellation.dispose();
    }
  }
}
