import type { Bucket, Named } from "./buckets";
import { bucketsByLetter, bucketsByRange, rowLimit, sortedByName } from "./buckets";
import type { RegistryRecord } from "./subject";
import type { Level, Row } from "./treeNode";
import { countText, knownLevel, TreeNode } from "./treeNode";

/** Creates rows from the items of a list. */
export interface ListForm<T extends Named> {
  readonly idOf: (item: T) => string;
  readonly row: (parent: TreeNode, item: T) => TreeNode;
}

/**
 * The rows of a list, A to Z: its items, or buckets of them if the level has no room for all.
 *
 * @param room the maximum number of rows
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
  return buckets.map((bucket) => new BucketNode(parent, bucket, form));
}

/** A part of a list that is too long for one level. */
class BucketNode<T extends Named> extends TreeNode {
  readonly kind = "bucket";
  readonly #bucket: Bucket<T>;
  readonly #form: ListForm<T>;

  constructor(parent: TreeNode, bucket: Bucket<T>, form: ListForm<T>) {
    super(parent.registry, parent, bucket.label);
    this.#bucket = bucket;
    this.#form = form;
  }

  override row(): Row {
    return {
      label: this.#bucket.label,
      description: countText(this.#bucket.items.length),
      icon: { codicon: "list-unordered" },
      contextValue: "bucket refreshable",
      expansion: "collapsed",
    };
  }

  override children(): Level {
    return knownLevel(() => {
      const sorted = sortedByName(this.#bucket.items);
      if (sorted.length <= rowLimit) return sorted.map((item) => this.#form.row(this, item));
      return bucketsByRange(sorted, rowLimit).map((part) => new BucketNode(this, part, this.#form));
    });
  }

  override leadsTo({ id }: Pick<RegistryRecord, "id">): boolean {
    return this.#bucket.items.some((item) => this.#form.idOf(item) === id);
  }
}
