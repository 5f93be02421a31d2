import * as vscode from "vscode";
import type { RegistryReference } from "@analyses/protocol/references";
import { readReference } from "@analyses/protocol/references";
import { displayText } from "../platform/displayText";
import type { DisposableLike } from "../platform/lifetime";
import { withSignalOf } from "../platform/lifetime";
import { showWarning } from "../platform/editor";
import type { PublicAddresses } from "../registries/publicAddresses";
import { referenceOf } from "../tree/nodes/subject";
import type { TreeNode } from "../tree/nodes/treeNode";
import { editOf, spanOf } from "./documentChanges";
import type { InsertionValidator } from "./insertReferences";
import { insertionTargetOf, sayWhatFoundNoRoom, sayWhatIsForbidden } from "./insertReferences";
import { jsonPlaceAt } from "./jsonCaret";
import type { Span } from "./jsonCaret";
import { isIdentifier } from "./jsonInsertion";
import { haveRoom, planInsertions } from "./planInsertions";
import type { LinkToReferable } from "./recordLookUp";
import { isReferable, nameReferences } from "./recordLookUp";

/** How dragged references travel from the sidebar to a document: a JSON array of references. */
const mimeType = "application/vnd.analyses-registry.references";

/** Lets rows of groups and people be dragged; into the tree itself nothing can be dropped. */
export const rowDragging: vscode.TreeDragAndDropController<TreeNode> = {
  dragMimeTypes: [mimeType],
  dropMimeTypes: [],
  handleDrag(rows, transfer) {
    const references = rows.flatMap((row) => referenceOf(row) ?? []);
    if (references.length === 0) return;
    transfer.set(mimeType, new vscode.DataTransferItem(JSON.stringify(references)));
  },
};

/** What documents take of what is dragged. */
export const draggedMimeTypes = [mimeType] as const;

/** The references that are dragged. What is not of their form, wherever it comes from, is passed over. */
export async function draggedReferences(
  transfer: vscode.DataTransfer,
): Promise<readonly RegistryReference[]> {
  const text = await transfer.get(mimeType)?.asString();
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.flatMap((one) => readReference(one) ?? []) : [];
  } catch {
    return [];
  }
}

/** The kind of the edits by which references are dropped or pasted. */
export const referenceEditKind = vscode.DocumentDropOrPasteEditKind.Empty.append(
  "analysesRegistry",
  "reference",
);

/** Inserts rows that are dragged from the sidebar into a document as the command inserts them. */
export class ReferenceDropping implements vscode.DocumentDropEditProvider {
  readonly #validator: InsertionValidator;

  constructor(validator: InsertionValidator) {
    this.#validator = validator;
  }

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    transfer: vscode.DataTransfer,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const references = await draggedReferences(transfer);
    if (references.length === 0) return undefined;
    const caret = spanOf(document, new vscode.Range(position, position));
    const insertions = planInsertions(insertionTargetOf(document), [caret], references);
    // An edit that changes nothing, where there is no room: VS Code would go on to what else it can drop.
    const edit = new vscode.DocumentDropEdit("", vscode.l10n.t("Insert Reference"), referenceEditKind);
    const problem = await this.#validator.problemAfter(document, insertions.changes);
    if (problem !== undefined) {
      void sayWhatIsForbidden(problem, references);
      return edit;
    }
    void sayWhatFoundNoRoom(insertions, references);
    edit.additionalEdit = editOf(document, insertions.changes);
    return edit;
  }
}

export function takeDroppedReferences(validator: InsertionValidator): DisposableLike {
  return vscode.languages.registerDocumentDropEditProvider(
    { pattern: "**" },
    new ReferenceDropping(validator),
    {
      dropMimeTypes: draggedMimeTypes,
      providedDropEditKinds: [referenceEditKind],
    },
  );
}

/** How many links are taken for references at once; how long each may be, in UTF-16 code units. */
const mostLinks = 100;
const longestLink = 2000;

class ReferencePasteEdit extends vscode.DocumentPasteEdit {
  constructor(
    readonly document: vscode.TextDocument,
    readonly ranges: readonly vscode.Range[],
    readonly pasted: string,
    readonly linked: readonly LinkToReferable[],
  ) {
    super("", vscode.l10n.t("Paste as Reference"), referenceEditKind);
  }
}

/** Offers links to the registry's groups and people, one in a line, to be pasted as references. */
export class ReferencePasting implements vscode.DocumentPasteEditProvider<ReferencePasteEdit> {
  readonly #addresses: PublicAddresses;
  readonly #validator: InsertionValidator;

  constructor(addresses: PublicAddresses, validator: InsertionValidator) {
    this.#addresses = addresses;
    this.#validator = validator;
  }

  /** Looks nothing up yet: most pastes are no links, and of those that are not all become references. */
  async provideDocumentPasteEdits(
    document: vscode.TextDocument,
    ranges: readonly vscode.Range[],
    transfer: vscode.DataTransfer,
    context: vscode.DocumentPasteEditContext,
  ): Promise<ReferencePasteEdit[]> {
    const pasted = (await transfer.get("text/plain")?.asString()) ?? "";
    const linked = this.#linkedRecords(pasted);
    if (linked.length === 0) return [];
    const target = insertionTargetOf(document);
    const spans = ranges.map((range) => spanOf(document, range));
    const unnamed = linked.map(({ kind, id }) => ({ kind, id, name: "", link: pasted }));
    const insertions = planInsertions(target, spans, unnamed);
    // What finds no room would be lost, as the text is not pasted then.
    if (!haveRoom(insertions)) {
      const isAskedFor = context.triggerKind === vscode.DocumentPasteTriggerKind.PasteAs;
      if (isAskedFor && context.only !== undefined) void sayWhatFoundNoRoom(insertions, unnamed);
      return [];
    }
    const edit = new ReferencePasteEdit(document, ranges, pasted, linked);
    const isAmongWords = ({ end }: Span): boolean => {
      const place = jsonPlaceAt(target.text, end);
      return textKinds.has(place.kind) && !isIdentifier(place);
    };
    // Among words a link stays a link, unless the author picks the reference; else JSON has no place for it, and an
    // identifier is none.
    if (!target.isJson || spans.some(isAmongWords)) edit.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
    return [edit];
  }

  /**
   * Looks up what the records are called. Where that cannot be found out, or the document's schemas forbid a
   * reference there, the text is pasted as it is.
   */
  async resolveDocumentPasteEdit(
    edit: ReferencePasteEdit,
    token: vscode.CancellationToken,
  ): Promise<ReferencePasteEdit> {
    const { document, ranges, pasted, linked } = edit;
    const named = await withSignalOf(token, (signal) => nameReferences(linked, signal));
    if (token.isCancellationRequested) return edit;
    const spans = ranges.map((range) => spanOf(document, range));
    let reason: string | undefined;
    if (named.kind === "named") {
      const { changes } = planInsertions(insertionTargetOf(document), spans, named.references);
      edit.additionalEdit = editOf(document, changes);
      reason = await this.#validator.problemAfter(document, changes);
      if (reason === undefined) return edit;
    } else ({ reason } = named);
    void showWarning(vscode.l10n.t("The link was pasted as it is. {0}", displayText(reason)));
    edit.additionalEdit = editOf(
      document,
      spans.map((span) => ({ ...span, newText: pasted })),
    );
    return edit;
  }

  /** What each line of a text links to; nothing where a line is anything else. */
  #linkedRecords(text: string): readonly LinkToReferable[] {
    if (text.length > mostLinks * longestLink) return [];
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const links = lines.filter((line) => line !== "");
    if (links.length > mostLinks) return [];
    const linked = links.map((link) => this.#addresses.find(link)).filter(isReferable);
    return linked.length === links.length ? linked : [];
  }
}

export function offerToPasteReferences(
  addresses: PublicAddresses,
  validator: InsertionValidator,
): DisposableLike {
  return vscode.languages.registerDocumentPasteEditProvider(
    { pattern: "**" },
    new ReferencePasting(addresses, validator),
    { pasteMimeTypes: ["text/plain"], providedPasteEditKinds: [referenceEditKind] },
  );
}

const textKinds: ReadonlySet<string> = new Set(["string", "comment"]);
