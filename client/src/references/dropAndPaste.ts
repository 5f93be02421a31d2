import * as vscode from "vscode";
import { parsedJson } from "@analyses/protocol/message";
import { type RegistryReference, readReference } from "@analyses/protocol/references";
import { displayText } from "../platform/displayText";
import { type DisposableLike, withSignalOf } from "../platform/lifetime";
import { showWarning } from "../platform/editor";
import type { PublicAddresses } from "../registries/publicAddresses";
import { referenceOf, type TreeNode } from "../tree/nodes/treeNode";
import { editOf, spanOf } from "./documentChanges";
import type { InsertionValidator } from "./insertReferences";
import { insertionTargetOf, sayWhatFoundNoRoom, sayWhatIsForbidden } from "./insertReferences";
import { jsonPlaceAt } from "./jsonCaret";
import type { Span } from "./jsonReading";
import { isIdentifier } from "./jsonInsertion";
import { haveRoom, planInsertions } from "./planInsertions";
import { type LinkToReferable, isReferable, nameReferences } from "./recordLookUp";

/** The MIME type of references dragged from the sidebar: a JSON array of references. */
const mimeType = "application/vnd.analyses-registry.references";

/** Makes rows of groups and people draggable; the tree itself accepts no drops. */
export const rowDragging: vscode.TreeDragAndDropController<TreeNode> = {
  dragMimeTypes: [mimeType],
  dropMimeTypes: [],
  handleDrag(rows, transfer) {
    const references = rows.flatMap((row) => referenceOf(row) ?? []);
    if (references.length === 0) return;
    transfer.set(mimeType, new vscode.DataTransferItem(JSON.stringify(references)));
  },
};

const draggedMimeTypes = [mimeType] as const;

/** Parses the dragged references. Skips values of another form, since any extension can set them. */
async function draggedReferences(transfer: vscode.DataTransfer): Promise<readonly RegistryReference[]> {
  const dragged = parsedJson((await transfer.get(mimeType)?.asString()) ?? "");
  return Array.isArray(dragged) ? dragged.flatMap((one) => readReference(one) ?? []) : [];
}

const referenceEditKind = vscode.DocumentDropOrPasteEditKind.Empty.append("analysesRegistry", "reference");

/** Inserts references to rows dragged from the sidebar, as the insert command does. */
export class ReferenceDropping implements vscode.DocumentDropEditProvider {
  constructor(private readonly validator: InsertionValidator) {}

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    transfer: vscode.DataTransfer,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const references = await draggedReferences(transfer);
    if (references.length === 0) return undefined;
    const caret = new vscode.Range(position, position);
    const insertions = planInsertions(insertionTargetOf(document), [spanOf(document, caret)], references);
    // If a drop is not possible, returns an edit without changes: else VS Code would try other drop providers.
    const edit = new vscode.DocumentDropEdit("", vscode.l10n.t("Insert Reference"), referenceEditKind);
    const problem = await this.validator.problemAfter(document, insertions.changes, caret, references[0]);
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

/** The maximum number of links in a paste. */
const maxLinks = 100;
/** The maximum average length of the links, in UTF-16 code units. */
const maxLinkLength = 2000;

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

/** Offers to paste links to the registry's groups and people, one per line, as references. */
export class ReferencePasting implements vscode.DocumentPasteEditProvider<ReferencePasteEdit> {
  constructor(
    private readonly addresses: PublicAddresses,
    private readonly validator: InsertionValidator,
  ) {}

  /** Sends no request yet: most pastes are not links, and the user may choose plain text. */
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
    // Offers no edit unless all references have room: with one, VS Code would not paste the text, and lose links.
    if (!haveRoom(insertions)) {
      const isRequested = context.triggerKind === vscode.DocumentPasteTriggerKind.PasteAs;
      if (isRequested && context.only !== undefined) void sayWhatFoundNoRoom(insertions, unnamed);
      return [];
    }
    const edit = new ReferencePasteEdit(document, ranges, pasted, linked);
    const isInText = ({ end }: Span): boolean => {
      const place = jsonPlaceAt(target.text, end);
      return place.kind === "comment" || (place.kind === "string" && !isIdentifier(place));
    };
    // Within text, the default is to paste the link. Elsewhere the default is to paste the reference: JSON has no place
    // for a bare link, and an identifier property must not contain a link.
    if (!target.isJson || spans.some(isInText)) edit.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
    return [edit];
  }

  /**
   * Looks up the records' names. Pastes the text unchanged if that fails, or if the document's schemas forbid a
   * reference at the carets.
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
      reason = (await this.validator.problemAfter(document, changes, ranges[0], linked[0]))?.message;
      if (reason === undefined) return edit;
    } else ({ reason } = named);
    void showWarning(vscode.l10n.t("The link was pasted as it is. {0}", displayText(reason)));
    edit.additionalEdit = editOf(
      document,
      spans.map((span) => ({ ...span, newText: pasted })),
    );
    return edit;
  }

  /** The records to which the lines of a text link; empty if any line is not a link to a group or person. */
  #linkedRecords(text: string): readonly LinkToReferable[] {
    if (text.length > maxLinks * maxLinkLength) return [];
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const links = lines.filter((line) => line !== "");
    if (links.length > maxLinks) return [];
    const linked = links.map((link) => this.addresses.find(link)).filter(isReferable);
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
