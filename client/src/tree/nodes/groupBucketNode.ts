import type { GroupReference } from "../../registry/records";
import type { Bucket } from "../buckets";
import { bucketsByLetter, bucketsByRange, rowLimit, sortedByName } from "../buckets";
import type { Row } from "../row";
import { groupNode } from "./groupNode";
import type { Children, NodeBase, TreeNode } from "./node";
import { idBelow, known } from "./node";

/** A part of a list of groups that is too long for one level. */
export interface GroupBucketNode extends NodeBase {
  readonly kind: "groupBucket";
  readonly bucket: Bucket<GroupReference>;
}

/** The rows for a list of groups: the groups themselves, or buckets of them over {@link rowLimit}. */
export function groupRows(parent: TreeNode, groups: readonly GroupReference[]): readonly TreeNode[] {
  if (groups.length <= rowLimit) return sortedByName(groups).map((group) => groupNode(parent, group));
  return bucketsByLetter(groups).map((bucket) => groupBucketNode(parent, bucket));
}

function groupBucketNode(parent: TreeNode, bucket: Bucket<GroupReference>): GroupBucketNode {
  const { registry } = parent;
  return { kind: "groupBucket", id: idBelow(parent, registry, bucket.label), registry, parent, bucket };
}

export function groupBucketRow({ bucket }: GroupBucketNode): Row {
  return {
    label: bucket.label,
    description: bucket.items.length.toLocaleString(),
    icon: { codicon: "symbol-namespace" },
    contextValue: "groupBucket",
    expansion: "collapsed",
  };
}

export function groupBucketChildren(node: GroupBucketNode): Children {
  const sorted = sortedByName(node.bucket.items);
  if (sorted.length <= rowLimit) return known(sorted.map((group) => groupNode(node, group)));
  return known(bucketsByRange(sorted).map((bucket) => groupBucketNode(node, bucket)));
}
