import type { Outcome } from "../../registry/outcome";
import type { Registry } from "../../registries/registry";
import type { BucketNode } from "./bucketNode";
import type { DocumentNode } from "./documentNode";
import type { DocumentRoleNode } from "./documentRoleNode";
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
  | BucketNode
  | GroupNode
  | PeopleNode
  | PersonNode
  | UserNode
  | GroupRoleNode
  | DocumentRoleNode
  | DocumentNode
  | MessageNode;

export interface NodeBase {
  /** Stays the same over refreshes, so that selection and expansion do; unique in the tree. */
  readonly id: string;
  readonly registry: Registry;
  /** Undefined at the top level. */
  readonly parent: TreeNode | undefined;
}

/** How a node's rows are read. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Whether the registry is asked even if a recent answer is at hand. */
  readonly refresh: boolean;
}

/** Makes the rows that a node opens to, from an answer and from what is known when they are shown. */
export type RowMaker = () => readonly TreeNode[];

/** What a node opens to: rows that are known, or rows that the registry is asked for. */
export type Level =
  | { readonly kind: "known"; readonly rows: RowMaker }
  | { readonly kind: "read"; readonly read: (options: ReadOptions) => Promise<Outcome<RowMaker>> };

/** The identifier of a node below another. */
export function idBelow(
  parent: TreeNode | undefined,
  registry: Registry,
  ...steps: readonly string[]
): string {
  const escaped = steps.map((step) => step.replaceAll("%", "%25").replaceAll("/", "%2F"));
  return [parent?.id ?? `${registry.client.address}|`, ...escaped].join("/");
}

export function knownLevel(rows: RowMaker): Level {
  return { kind: "known", rows };
}

/** @param read asks the registry; `rows` makes the rows of its answer */
export function readLevel<T>(
  read: (options: ReadOptions) => Promise<Outcome<T>>,
  rows: (answer: T) => readonly TreeNode[],
): Level {
  return {
    kind: "read",
    read: async (options) => {
      const outcome = await read(options);
      return outcome.kind === "ok" ? { ...outcome, value: () => rows(outcome.value) } : outcome;
    },
  };
}
