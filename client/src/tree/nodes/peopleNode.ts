import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import { sortedByName } from "../buckets";
import type { Row } from "../row";
import type { Children, NodeBase, TreeNode } from "./node";
import { idBelow, known } from "./node";
import { personNode } from "./personNode";

/** The people met so far: the registry has no list of people. */
export interface PeopleNode extends NodeBase {
  readonly kind: "people";
}

export function peopleNode(registry: Registry, parent: TreeNode | undefined): PeopleNode {
  return { kind: "people", id: idBelow(parent, registry, "people"), registry, parent };
}

export function peopleRow({ registry }: PeopleNode): Row {
  const count = registry.client.knowledge.people.length;
  return {
    label: vscode.l10n.t("People"),
    description: count === 0 ? vscode.l10n.t("none met yet") : count.toLocaleString(),
    icon: { codicon: "person" },
    contextValue: "people",
    expansion: "collapsed",
    accessibleLabel: vscode.l10n.t("People met so far: {0}", count),
  };
}

export function peopleChildren(node: PeopleNode): Children {
  const people = sortedByName(node.registry.client.knowledge.people);
  return known(people.map((person) => personNode(node, person, person.reasons.at(0)?.kind)));
}
