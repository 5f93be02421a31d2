import type { Outcome } from "../../registry/outcome";
import type { Registry } from "../../registries/registry";
import type { DocumentRoleNode } from "./documentRoleNode";
import type { GroupBucketNode } from "./groupBucketNode";
import type { GroupNode } from "./groupNode";
import type { GroupRoleNode } from "./groupRoleNode";
import type { GroupsNode } from "./groupsNode";
import type { GroupTypeNode } from "./groupTypeNode";
import type { GroupTypesNode } from "./groupTypesNode";
import type { MeNode } from "./meNode";
import type { MessageNode } from "./messageNode";
import type { PeopleNode } from "./peopleNode";
import type { PersonNode } from "./personNode";
import type { RegistryNode } from "./registryNode";
import type { UserNode } from "./userNode";

/** What every row of the tree stands for: plain data, told apart by `kind`. */
export type TreeNode =
  | RegistryNode
  | MeNode
  | GroupTypesNode
  | GroupTypeNode
  | GroupsNode
  | GroupBucketNode
  | GroupNode
  | PeopleNode
  | PersonNode
  | UserNode
  | GroupRoleNode
  | DocumentRoleNode
  | MessageNode;

export interface NodeBase {
  /** Stays the same over refreshes, so that selection and expansion do; unique in the tree. */
  readonly id: string;
  readonly registry: Registry;
  /** Undefined at the top level. */
  readonly parent: TreeNode | undefined;
}

/** How a node's children are read. */
export interface LoadOptions {
  readonly signal: AbortSignal;
  /** Whether the registry is asked even if a recent answer is at hand. */
  readonly refresh: boolean;
}

export type Children = Outcome<readonly TreeNode[]>;

/** The identifier of a node below another. */
export function idBelow(
  parent: TreeNode | undefined,
  registry: Registry,
  ...steps: readonly string[]
): string {
  return [parent?.id ?? registry.client.address, ...steps.map(encodeURIComponent)].join("/");
}

/** Children that are known without asking. */
export function known(children: readonly TreeNode[]): Children {
  return { kind: "ok", value: children, readAt: 0 };
}

/** The children that an answer of the registry gives rise to. */
export function childrenFrom<T>(outcome: Outcome<T>, make: (value: T) => readonly TreeNode[]): Children {
  return outcome.kind === "ok" ? { ...outcome, value: make(outcome.value) } : outcome;
}
