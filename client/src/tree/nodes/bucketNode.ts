import * as vscode from "vscode";
import type { Bucket, Named } from "../buckets";
import { bucketsByLetter, bucketsByRange, rowLimit, sortedByName } from "../buckets";
import type { Row } from "../row";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, knownLevel } from "./node";

/** A part of a list that is too long for one level. */
export interface BucketNode extends NodeBase {
  readonly kind: "bucket";
  readonly label: string;
  readonly count: number;
  readonly rows: (node: BucketNode) => readonly TreeNode[];
  /** Whether the record with this identifier is in it. */
  readonly holds: (id: string) => boolean;
}

/** How the items of a list become rows. */
export interface ListForm<T extends Named> {
  readonly idOf: (item: T) => string;
  readonly row: (parent: TreeNode, item: T) => TreeNode;
}

/**
 * The rows of a list, A to Z: its items, or buckets of them where they are too many for one level.
 *
 * @param room how many rows the level can still take
 */
export function listRows<T extends Named>(
  parent: TreeNode,
  items: readonly T[],
  form: ListForm<T>,
  room = rowLimit,
): readonly TreeNode[] {
  if (items.length <= room) return sortedByName(items).map((item) => form.row(parent, item));
  const letters = bucketsByLetter(items);
  const buckets =
    letters.length > 1 && letters.length <= room ? letters : bucketsByRange(sortedByName(items), room);
  return buckets.map((bucket) => bucketNode(parent, bucket, form));
}

function bucketNode<T extends Named>(
  parent: TreeNode,
  { label, items }: Bucket<T>,
  form: ListForm<T>,
): BucketNode {
  const { registry } = parent;
  return {
    kind: "bucket",
    id: idBelow(parent, registry, label),
    registry,
    parent,
    label,
    count: items.length,
    rows: (node) => rangeRows(node, items, form),
    holds: (id) => items.some((item) => form.idOf(item) === id),
  };
}

function rangeRows<T extends Named>(
  parent: BucketNode,
  items: readonly T[],
  form: ListForm<T>,
): readonly TreeNode[] {
  const sorted = sortedByName(items);
  if (sorted.length <= rowLimit) return sorted.map((item) => form.row(parent, item));
  return bucketsByRange(sorted, rowLimit).map((bucket) => bucketNode(parent, bucket, form));
}

export function bucketRow({ label, count }: BucketNode): Row {
  return {
    label,
    description: count.toLocaleString(vscode.env.language),
    icon: { codicon: "symbol-namespace" },
    contextValue: "bucket refreshable",
    expansion: "collapsed",
  };
}

export function bucketLevel(node: BucketNode): Level {
  return knownLevel(() => node.rows(node));
}
