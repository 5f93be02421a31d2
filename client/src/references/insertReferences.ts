import * as vscode from "vscode";
import type {
  TextPosition,
  ProblemsAfterParams,
  ReferencePropertiesAnswer,
} from "@analyses/protocol/referenceMessages";
import { problemsAfterRequest, referencePropertiesRequest } from "@analyses/protocol/referenceMessages";
import { type RegistryReference, documentJson, referenceObject } from "@analyses/protocol/references";
import { readAnalysesSettings, settingsSection } from "@analyses/protocol/settings";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { displayText } from "../platform/displayText";
import { choose, setContextKey, showWarning } from "../platform/editor";
import { withinTime } from "../platform/lifetime";
import { rangeOf, spanOf } from "./documentChanges";
import { positionOf } from "../webview/panelDocument";
import type { JsonPlace } from "./jsonCaret";
import type { TextChange } from "./jsonReading";
import type { Layout } from "./jsonInsertion";
import type { InsertionTarget, Insertions } from "./planInsertions";
import { analysesFormatPermits, planInsertions } from "./planInsertions";

interface Carets extends Pick<vscode.TextEditor, "selections"> {
  readonly version: number;
}

/** The current carets, captured before slow steps such as a lookup. */
export function caretsOf({ selections, document }: vscode.TextEditor): Carets {
  return { selections, version: document.version };
}

/**
 * Inserts references at every caret of the editor, as one undo step. Shows a message with a copy button if the document
 * has no room for them, is read-only or has changed, or if its schemas forbid them there.
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
  let problem = await validator.problemAfter(document, insertions.changes);
  let elsewhere: readonly string[] = [];
  if (problem !== undefined) {
    // The schemas may define a property for the reference.
    const found = await validator.propertiesFor({ document, selections }, references);
    elsewhere = found?.elsewhere ?? [];
    const place = found && (await choosePlace(found));
    if (place === "cancelled") return;
    if (place !== undefined) {
      const { property, position } = place;
      const at = position === null ? places : [spanOf(document, emptyRangeAt(position))];
      insertions = planInsertions({ ...target, ...(property !== null && { property }) }, at, references);
      problem = await validator.problemAfter(document, insertions.changes);
    }
  }
  if (problem !== undefined) return sayWhatIsForbidden(problem, references, elsewhere);
  if (insertions.changes.length > 0) {
    const isDone =
      document.version === version &&
      (await editor.edit((builder) => {
        for (const change of insertions.changes) builder.replace(rangeOf(document, change), change.newText);
      }));
    // In a read-only editor, `edit` resolves to true without changing the document.
    if (!isDone || document.version === version) return sayNotInserted(references);
    // Completes a walkthrough step.
    setContextKey("hasInsertedReference", true);
  }
  await sayWhatFoundNoRoom(insertions, references);
}

/** A new property for a reference, or a reference to replace; `position` is null for the author's own. */
interface Room {
  readonly property: string | null;
  readonly position: ReferencePropertiesAnswer["outside"];
}

/** Lets the author choose, unless the object at the caret has exactly one property for it; undefined for none. */
async function choosePlace({
  names,
  taken,
  outside,
}: ReferencePropertiesAnswer): Promise<Room | "cancelled" | undefined> {
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

function emptyRangeAt({ line, character }: TextPosition): vscode.Range {
  return new vscode.Range(line, character, line, character);
}

/** Reports references that found no room, and offers to copy them. Silent if all did. */
export async function sayWhatFoundNoRoom(
  { changes, refused, leftOut }: Insertions,
  references: readonly RegistryReference[],
): Promise<void> {
  const message = noRoomMessage(refused, changes.length > 0, leftOut);
  if (message !== undefined) await offerClipboard(message, references);
}

/**
 * Reports that references would add an error to the document, and offers to copy them.
 *
 * @param elsewhere properties of an analysis that they could be in
 */
export async function sayWhatIsForbidden(
  problem: string,
  references: readonly RegistryReference[],
  elsewhere: readonly string[] = [],
): Promise<void> {
  const forbidden = vscode.l10n.t(
    "With a reference here the document would not be valid. {0}",
    displayText(problem),
  );
  const names = displayText(elsewhere.map((name) => `“${name}”`).join(", "));
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

function noRoomMessage(
  { noPlace, formatForbids }: Insertions["refused"],
  isPartlyDone: boolean,
  leftOut: number,
): string | undefined {
  const count = noPlace + formatForbids;
  if (isPartlyDone && count > 0) {
    return vscode.l10n.t("At {0} of the cursors there was no room for a reference.", count);
  }
  if (leftOut > 0) {
    return vscode.l10n.t("One reference fits here. The other {0} were not inserted.", leftOut);
  }
  if (count === 0) return undefined;
  return formatForbids > 0
    ? vscode.l10n.t(
        "The analyses format has no room for a reference here. Put the cursor inside an analysis.",
      )
    : vscode.l10n.t("There is no room for a reference here. Put the cursor where a value can stand.");
}

/** References as JSON: one object, or an array of several. */
export function referencesJson(references: readonly RegistryReference[]): string {
  const objects = references.map(referenceObject);
  return documentJson(objects.length === 1 ? objects[0] : objects, "  ");
}

const jsonLanguages = new Set(["json", "jsonc", "json5", "jsonl", "snippets", analysesLanguage]);

/** JSON Lines requires each value on one line. */
const oneLine: Layout = { indentation: "", lineBreak: "" };

/** The properties of a document that determine how to insert references. */
export function insertionTargetOf(document: vscode.TextDocument): InsertionTarget {
  const { languageId, uri } = document;
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  const { insertSpaces, tabSize } = editor?.options ?? {};
  const settings = readAnalysesSettings(vscode.workspace.getConfiguration(settingsSection, uri));
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
    permits: (place: JsonPlace) =>
      languageId !== analysesLanguage || analysesFormatPermits(place, settings.itemSchema !== ""),
  };
}

/** The time to wait for the language server before inserting a reference, in milliseconds. */
const patience = 2000;

/** Checks with the language server, which has the schemas, whether a document stays valid after an insertion. */
export class InsertionValidator {
  constructor(private readonly languageClient: Pick<AnalysesLanguageClient, "ask">) {}

  /** The properties that the schemas define for a single reference at a single caret. */
  async propertiesFor(
    { document, selections: [selection, ...others] }: Pick<vscode.TextEditor, "document" | "selections">,
    [reference, ...more]: readonly RegistryReference[],
  ): Promise<ReferencePropertiesAnswer | undefined> {
    if (document.languageId !== analysesLanguage || selection === undefined || reference === undefined)
      return undefined;
    if (others.length > 0 || more.length > 0) return undefined;
    const params = {
      textDocument: { uri: document.uri.toString() },
      position: positionOf(selection.active),
      kind: reference.kind,
    };
    const answer = this.languageClient.ask(referencePropertiesRequest, params).catch(() => undefined);
    return (await withinTime(patience, answer)) ?? undefined;
  }

  /**
   * The message of the first error that changes would add to a document. Undefined if there is none, or if the server
   * does not respond in time: a slow or stopped server must not prevent insertions.
   *
   * @param changes by the offsets of the document's text, in their order, without overlaps
   */
  async problemAfter(
    document: vscode.TextDocument,
    changes: readonly TextChange[],
  ): Promise<string | undefined> {
    if (document.languageId !== analysesLanguage || changes.length === 0) return undefined;
    const params: ProblemsAfterParams = {
      textDocument: { uri: document.uri.toString(), version: document.version },
      // In reverse order, so that the ranges of earlier changes stay valid.
      changes: changes.toReversed().map((change) => {
        const { start, end } = rangeOf(document, change);
        return { range: { start: positionOf(start), end: positionOf(end) }, text: change.newText };
      }),
    };
    const cancellation = new vscode.CancellationTokenSource();
    try {
      const answer = this.languageClient.ask(problemsAfterRequest, params, cancellation.token);
      return (await withinTime(patience, answer))?.messages[0];
    } catch {
      return undefined;
    } finally {
      cancellation.cancel();
      cancellation.dispose();
    }
  }
}
