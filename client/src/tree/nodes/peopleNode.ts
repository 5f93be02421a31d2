import * as vscode from "vscode";
import type { Registry } from "../../registries/registry";
import { metPeople } from "../../registries/metPeople";
import type { MetPerson } from "../../registries/metPeople";
import { rowLimit } from "../buckets";
import type { Row } from "../row";
import type { ListForm } from "./bucketNode";
import { listRows } from "./bucketNode";
import type { Level, NodeBase, TreeNode } from "./node";
import { idBelow, knownLevel } from "./node";
import { personNode } from "./personNode";

/** How many people last looked at stand above the others where there are too many for one level. */
const recentLimit = 20;

/** The people met so far: the registry has no list of people. */
export interface PeopleNode extends NodeBase {
  readonly kind: "people";
}

const personForm: ListForm<MetPerson> = {
  idOf: ({ personId }) => personId,
  row: (parent, person) => personNode(parent, person, person.reasons),
};

export function peopleNode(registry: Registry, parent: TreeNode | undefined): PeopleNode {
  return { kind: "people", id: idBelow(parent, registry, "people"), registry, parent };
}

export function peopleRow({ registry }: PeopleNode): Row {
  const count = metPeople(registry).length;
  return {
    label: vscode.l10n.t("People"),
    description: count === 0 ? vscode.l10n.t("none met yet") : count.toLocaleString(vscode.env.language),
    icon: { codicon: "person" },
    contextValue: "people",
    expansion: "collapsed",
    accessibleLabel: vscode.l10n.t("People met so far: {0}", count),
  };
}

export function peopleLevel(node: PeopleNode): Level {
  return knownLevel(() => {
    const people = metPeople(node.registry);
    const pinned = people.filter(({ isPinned }) => isPinned);
    const others = people.filter(({ isPinned }) => !isPinned);
    const room = rowLimit - pinned.length;
    const rowsOf = (some: readonly MetPerson[]) => some.map((person) => personForm.row(node, person));
    if (others.length <= room) return [...rowsOf(pinned), ...listRows(node, others, personForm)];
    const recent = others.filter(({ isRecent }) => isRecent).slice(0, recentLimit);
    return [...rowsOf([...pinned, ...recent]), ...listRows(node, others, personForm, room - recent.length)];
  });
}
