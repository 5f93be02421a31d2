// The rows of records that link to each other: a group to a person, a person to a role, a role to a group.
import * as vscode from "vscode";
import { nameOr } from "../../platform/displayText";
import type {
  DocumentRole,
  Group,
  GroupListItem,
  GroupReference,
  GroupRole,
  GroupTypeListItem,
  Person,
  PersonReference,
} from "../../registryClient/records";
import { rowLimit } from "./buckets";
import type { ListForm, Subject, EmptyText, Level, Row } from "./treeNode";
import {
  listRows,
  DocumentNode,
  RecordNode,
  TreeNode,
  UserNode,
  countText,
  described,
  documentWords,
  knownLevel,
  readLevel,
  documentSubject,
  groupRecord,
  groupTypeRecord,
  personRecord,
} from "./treeNode";

/** A group (specification, section 2.5); expands to its contact person, parent and subgroups. */
export class GroupNode extends RecordNode {
  /**
   * @param role the group's relation to the row above it, for example primary group; "" for none
   * @param namesType whether the row shows the group's type; false below the row of the type itself
   */
  constructor(
    parent: TreeNode,
    readonly group: GroupReference | GroupListItem,
    readonly role = "",
    readonly namesType = true,
  ) {
    super(parent, groupRecord(group));
  }

  override row(): Row {
    const { groupId } = this.group;
    const { store, pins } = this.registry;
    const { groupType } = "groupType" in this.group ? this.group : (store.group(groupId) ?? {});
    const typeName = this.namesType ? (groupType?.name ?? "") : "";
    const pinned = pins.has({ kind: "group", id: groupId }) ? vscode.l10n.t("pinned") : "";
    return this.look({
      ...described(this.role, typeName, store.statusOf(groupId), pinned),
      icon: { codicon: "organization" },
      kindName: vscode.l10n.t("group"),
    });
  }

  override isPrivate(): boolean {
    return true;
  }

  override children(): Level {
    return readLevel(
      (options) => this.registry.client.group(this.group.groupId, options),
      (group) => this.#rows(group),
    );
  }

  override emptyText(): EmptyText {
    return { label: vscode.l10n.t("No contact person and no subgroups"), command: this.showDetails() };
  }

  #rows({ contactPerson, subgroups }: Group): readonly TreeNode[] {
    const parentGroup = this.registry.store.parentOf(this.group.groupId);
    const relatives = [
      ...(contactPerson.personId === ""
        ? []
        : [new PersonNode(this, contactPerson, vscode.l10n.t("contact person"))]),
      ...(parentGroup === undefined ? [] : [new GroupNode(this, parentGroup, vscode.l10n.t("parent group"))]),
    ];
    return [...relatives, ...listRows(this, subgroups, subgroupForm, rowLimit - relatives.length)];
  }
}

/** Groups as rows of a list. */
export const groupForm: ListForm<GroupReference> = {
  idOf: ({ groupId }) => groupId,
  row: (parent, group) => new GroupNode(parent, group),
};

const groupOfTypeForm: ListForm<GroupReference> = {
  ...groupForm,
  row: (parent, group) => new GroupNode(parent, group, "", false),
};

const subgroupForm: ListForm<GroupReference> = {
  ...groupForm,
  row: (parent, group) => new GroupNode(parent, group, vscode.l10n.t("subgroup")),
};

/** A group type (specification, section 2.4); expands to its groups. */
export class GroupTypeNode extends RecordNode {
  constructor(
    parent: TreeNode,
    readonly groupType: GroupTypeListItem,
  ) {
    super(parent, groupTypeRecord(groupType));
  }

  override row(): Row {
    return this.look({
      ...described(countText(this.registry.store.countOfType(this.groupType.groupTypeId))),
      icon: { codicon: "symbol-class" },
      kindName: vscode.l10n.t("group type"),
    });
  }

  override isPrivate(): boolean {
    return this.registry.client.guardsLists;
  }

  override children(): Level {
    return readLevel(
      (options) => this.registry.client.groupType(this.groupType.groupTypeId, options),
      ({ groups }) => listRows(this, groups, groupOfTypeForm),
    );
  }

  override emptyText(): EmptyText {
    return { label: vscode.l10n.t("No groups of this type"), command: this.showDetails() };
  }
}

/** A person (specification, section 2.1); expands to account, primary group and roles. */
export class PersonNode extends RecordNode {
  /** @param reason why the list contains the person */
  constructor(
    parent: TreeNode,
    readonly person: PersonReference,
    readonly reason: string,
  ) {
    super(parent, personRecord(person));
  }

  override row(): Row {
    const isInactive = this.registry.store.person(this.person.personId)?.active === false;
    return this.look({
      ...described(this.reason, isInactive ? vscode.l10n.t("inactive") : ""),
      icon: { codicon: "person" },
      kindName: vscode.l10n.t("person"),
      isDimmed: isInactive,
    });
  }

  override isPrivate(): boolean {
    return true;
  }

  override children(): Level {
    return readLevel(
      (options) => this.registry.client.person(this.person.personId, options),
      (person) => personRows(this, person),
    );
  }

  override emptyText(): EmptyText {
    return { label: vscode.l10n.t("No groups and no roles"), command: this.showDetails() };
  }
}

/** The rows below a person: account, primary group, roles. */
export function personRows(parent: TreeNode, person: Person): readonly TreeNode[] {
  const { primaryGroup, user } = person;
  const rows = [
    ...(user.userId === "" ? [] : [new UserNode(parent, user)]),
    ...(primaryGroup.groupId === ""
      ? []
      : [new GroupNode(parent, primaryGroup, vscode.l10n.t("primary group"))]),
  ];
  const room = Math.floor((rowLimit - rows.length) / 2);
  return [
    ...rows,
    ...listRows(parent, numbered(person.groupRoles), groupRoleForm, room),
    ...listRows(parent, numbered(person.documentRoles), documentRoleForm, room),
  ];
}

/** A role with its index in the person's record: a person can have a role twice. */
interface Numbered<T> {
  readonly name: string;
  readonly index: number;
  readonly role: T;
}

function numbered<T extends { readonly name: string }>(roles: readonly T[]): readonly Numbered<T>[] {
  return roles.map((role, index) => ({ name: role.name, index, role }));
}

/** A role that a person has in a group (specification, section 2.1). */
class GroupRoleNode extends TreeNode {
  readonly kind = "groupRole";
  readonly #role: GroupRole;

  constructor(parent: TreeNode, { role, index }: Numbered<GroupRole>) {
    super(parent.registry, parent, "groupRole", String(index));
    this.#role = role;
  }

  override row(): Row {
    const { name, group, active } = this.#role;
    const isInactive = active === false;
    return {
      label: nameOr(name, vscode.l10n.t("Group role")),
      ...described(nameOr(group.name, group.groupId), isInactive ? vscode.l10n.t("inactive") : ""),
      icon: { codicon: "briefcase" },
      kindName: vscode.l10n.t("group role"),
      contextValue: "groupRole",
      expansion: group.groupId === "" ? "none" : "collapsed",
      isDimmed: isInactive,
    };
  }

  override children(): Level {
    const { group } = this.#role;
    return knownLevel(() => (group.groupId === "" ? [] : [new GroupNode(this, group)]));
  }
}

const groupRoleForm: ListForm<Numbered<GroupRole>> = {
  idOf: ({ index }) => String(index),
  row: (parent, role) => new GroupRoleNode(parent, role),
};

/** A role that a person has in a document, for example a review (specification, section 2.1). */
export class DocumentRoleNode extends TreeNode {
  readonly kind = "documentRole";
  readonly role: DocumentRole;
  override readonly subject: Subject;

  constructor(parent: TreeNode, { role, index }: Numbered<DocumentRole>) {
    super(parent.registry, parent, "documentRole", String(index));
    this.role = role;
    this.subject = documentSubject(role.document);
  }

  override row(): Row {
    const { name, document } = this.role;
    return {
      label: nameOr(name, vscode.l10n.t("Document role")),
      ...described(nameOr(document.title, document.documentPK)),
      icon: { codicon: "book" },
      kindName: vscode.l10n.t("document role"),
      contextValue: documentWords(this),
      expansion: "collapsed",
    };
  }

  override children(): Level {
    const { document, group } = this.role;
    return knownLevel(() => [
      new DocumentNode(this, document),
      ...(group.groupId === "" ? [] : [new GroupNode(this, group, vscode.l10n.t("group of the document"))]),
    ]);
  }
}

const documentRoleForm: ListForm<Numbered<DocumentRole>> = {
  idOf: ({ index }) => String(index),
  row: (parent, role) => new DocumentRoleNode(parent, role),
};
