import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import type { Row } from "../row";
import { groupsNode } from "./groupsNode";
import { groupTypesNode } from "./groupTypesNode";
import { meNode } from "./meNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, knownLevel } from "./node";
import { peopleNode } from "./peopleNode";

/** One of several registries. */
export interface RegistryNode extends NodeBase {
  readonly kind: "registry";
}

export function registryNode(registry: Registry): RegistryNode {
  return { kind: "registry", id: idBelow(undefined, registry), registry, parent: undefined };
}

export function registryRow({ registry }: RegistryNode): Row {
  const { account } = registry.client;
  return {
    label: registry.name,
    description: account.kind === "signedIn" ? account.account.name : new URL(registry.client.address).host,
    icon: { codicon: "server" },
    contextValue: `registry refreshable ${account.kind}`,
    expansion: "expanded",
    accessibleLabel: vscode.l10n.t("Registry {0}", registry.name),
  };
}

export function registryLevel(node: RegistryNode): Level {
  return knownLevel(() => registryRows(node.registry, node));
}

/** What every registry has: at the top level where it is the only one, else below its own row. */
export function registryRows(registry: Registry, parent: RegistryNode | undefined): readonly TreeNode[] {
  return [
    meNode(registry, parent),
    groupTypesNode(registry, parent),
    groupsNode(registry, parent),
    peopleNode(registry, parent),
  ];
}
