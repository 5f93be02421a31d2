import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import { isRegistryReference } from "../../../protocol/src/references";
import type { TreeNode } from "../tree/nodes/node";
import { referenceOf } from "../tree/records";

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

/** The references that are dragged. What is not of their form, whoever put it there, is passed over. */
export async function draggedReferences(
  transfer: vscode.DataTransfer,
): Promise<readonly RegistryReference[]> {
  const text = await transfer.get(mimeType)?.asString();
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isRegistryReference) : [];
  } catch {
    return [];
  }
}
