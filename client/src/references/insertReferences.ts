import * as vscode from "vscode";
import type { ProblemsAfterParams } from "@analyses/protocol/referenceRequests";
import { problemsAfterRequest, referencePropertiesRequest } from "@analyses/protocol/referenceMessages";
import type { RegistryReference } from "@analyses/protocol/references";
import { documentJson, referenceObject } from "@analyses/protocol/references";
import { readAnalysesSettings, settingsSection } from "@analyses/protocol/settings";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { displayText } from "../platform/displayText";
import { choose, setContextKey, showWarning } from "../platform/editor";
import { withinTime } from "../platform/lifetime";
import { rangeOf, spanOf } from "./documentChanges";
import { positionOf } from "../webview/panelDocument";
import type { JsonPlace, TextChange } from "./jsonCaret";
import type { Layout } from "./jsonInsertion";
import type { InsertionTarget, Insertions } from "./planInsertions";
import { analysesFormatPermits, planInsertions } from "./planInsertions";

/** The carets of an author who wants references there. */
interface Carets extends Pick<vscode.TextEditor, "selections"> {
  /** Of the document. */
  readonly version: number;
}

/** The carets as they are now: what takes long, such as looking somebody up, is not to move them. */
export function caretsOf({ selections, document }: vscode.TextEditor): Carets {
  return { selections, version: document.version };
}

/**
 * Puts references in at every caret of the editor, in one step to undo. Where the document has no room
 * for them, cannot be edited or has changed, or its schemas forbid them there, says so and offers the clipboard.
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
  if (problem !== undefined) {
    // The schema may have a property of its own for it.
    const property = await chooseProperty(
      await validator.propertiesFor({ document, selections }, references),
    );
    if (property === "given up") return;
    if (property !== undefined) {
      insertions = planInsertions({ ...target, property }, places, references);
      problem = await validator.problemAfter(document, insertions.changes);
    }
  }
  if (problem !== undefined) return sayWhatIsForbidden(problem, references);
  if (insertions.changes.length > 0) {
    const isDone =
      document.version === version &&
      (await editor.edit((builder) => {
        for (const change of insertions.changes) builder.replace(rangeOf(document, change), change.newText);
      }));
    // An editor that is read-only takes nothing and says that it has.
    if (!isDone || document.version === version) return sayNotInserted(references);
    // A walkthrough step ends then.
    setContextKey("hasInsertedReference", true);
  }
  await sayWhatFoundNoRoom(insertions, references);
}

/** What is said where there is no text to insert a reference into. */
export function whereToInsert(): string {
  return vscode.l10n.t("Open a document and put the cursor where the reference should go.");
}

/** Of several properties the author chooses. */
async function chooseProperty(names: readonly string[]): Promise<string | undefined> {
  if (names.length < 2) return names[0];
  const title = vscode.l10n.t("Which property gets the reference?");
  const rows = names.map((label) => ({ label }));
  return (await choose(rows, { title }))?.label ?? "given up";
}

/** Says where references found no room, and offers them on the clipboard. Silent where all did. */
export async function sayWhatFoundNoRoom(
  { changes, refused, leftOut }: Insertions,
  references: readonly RegistryReference[],
): Promise<void> {
  const message = noRoomMessage(refused, changes.length > 0, leftOut);
  if (message !== undefined) await offerClipboard(message, references);
}

/** Says that references would bring an error into the document, and offers them on the clipboard. */
export async function sayWhatIsForbidden(
  problem: string,
  references: readonly RegistryReference[],
): Promise<void> {
  await offerClipboard(
    vscode.l10n.t("With a reference here the document would not be valid. {0}", displayText(problem)),
    references,
  );
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

/** References as JSON text: one object, or an array of several. */
export function referencesJson(references: readonly RegistryReference[]): string {
  const objects = references.map(referenceObject);
  return documentJson(objects.length === 1 ? objects[0] : objects, "  ");
}

const jsonLanguages = new Set(["json", "jsonc", "json5", "jsonl", "snippets", analysesLanguage]);

/** In JSON Lines each value stands on one line. */
const oneLine: Layout = { indentation: "", lineBreak: "" };

/** A document as something that references go into. */
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

/** How long an author who inserts a reference waits for the language server, in milliseconds. */
const patience = 2000;

/** Knows whether an analyses document stays in order when a reference goes in: the server knows the schemas. */
export class InsertionValidator {
  readonly #languageClient: Pick<AnalysesLanguageClient, "ask">;

  constructor(languageClient: Pick<AnalysesLanguageClient, "ask">) {
    this.#languageClient = languageClient;
  }

  /** The properties at the only cursor that the schemas have for the only reference. */
  async propertiesFor(
    { document, selections: [selection, ...others] }: Pick<vscode.TextEditor, "document" | "selections">,
    [reference, ...more]: readonly RegistryReference[],
  ): Promise<readonly string[]> {
    if (document.languageId !== analysesLanguage || selection === undefined || reference === undefined)
      return [];
    if (others.length > 0 || more.length > 0) return [];
    const params = {
      textDocument: { uri: document.uri.toString() },
      position: positionOf(selection.active),
      kind: reference.kind,
    };
    const answer = this.#languageClient.ask(referencePropertiesRequest, params).catch(() => undefined);
    return (await withinTime(patience, answer))?.names ?? [];
  }

  /**
   * The first error that changes would bring into a document, as a sentence. Undefined where there is none,
   * and where it is not known in time: a server that is slow or gone stops no writing.
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
      // The last one first: those before it stay where they are.
      changes: changes.toReversed().map((change) => {
        const { start, end } = rangeOf(document, change);
        return { range: { start: positionOf(start), end: positionOf(end) }, text: change.newText };
      }),
    };
    const cancellation = new vscode.CancellationTokenSource();
    try {
      const answer = this.#languageClient.ask(problemsAfterRequest, params, cancellation.token);
      return (await withinTime(patience, answer))?.messages[0];
    } catch {
      return undefined;
    } finally {
      cancellation.cancel();
      cancellation.dispose();
    }
  }
}
