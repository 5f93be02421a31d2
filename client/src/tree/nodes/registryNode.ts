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
  const { account, address } = registry.client;
  const description = account.kind === "signedIn" ? account.account.name : new URL(address).host;
  return {
    label: registry.name,
    description,
    icon: { codicon: "server" },
    contextValue: `registry refreshable ${account.kind}`,
    expansion: "expanded",
    accessibleLabel: vscode.l10n.t("Registry {0}, {1}", registry.name, description),
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
