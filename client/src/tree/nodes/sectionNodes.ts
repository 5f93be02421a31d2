// The rows of a registry itself, and of the sections below it.
import * as vscode from "vscode";
import { writeRegistryLink } from "@analyses/protocol/references";
import { type MetPerson, metPeople } from "../../search/candidates";
import type { Registry } from "../../registries/registries";
import { fullName, groupId } from "../../registryClient/records";
import { type Outcome, refusalLabel } from "../../registryClient/registryError";
import type { ReadOptions } from "../../registryClient/recordReader";
import type { GroupListItem, GroupTypeListItem, Person, User } from "../../registryClient/records";
import { rowLimit } from "./buckets";
import type { ListForm, RegistryRecord, EmptyText, Level, Row, RowCommand } from "./treeNode";
import { listRows, TreeNode, UserNode, countText, described, knownLevel, readLevel } from "./treeNode";
import { groupForm, GroupNode, GroupTypeNode, PersonNode, personRows } from "./recordNodes";

/** The maximum number of recently viewed people above the buckets of a long list. */
const recentLimit = 20;

/** The row of a registry, shown if there are several. */
export class RegistryNode extends TreeNode {
  readonly kind = "registry";

  constructor(registry: Registry) {
    super(registry, undefined);
  }

  override row(): Row {
    const { name, client, store } = this.registry;
    const { account } = store;
    const description = account.kind === "signedIn" ? account.account.name : new URL(client.address).host;
    return {
      label: name,
      description,
      icon: { codicon: "server" },
      contextValue: `registry refreshable ${account.kind}`,
      expansion: "expanded",
      accessibleLabel: vscode.l10n.t("Registry {0}, {1}", name, description),
    };
  }

  override children(): Level {
    return knownLevel(() => sectionsOf(this.registry, this));
  }

  override leadsTo(): boolean {
    return true;
  }
}

/** The sections of a registry: at the top level if it is the only one, else below its own row. */
export function sectionsOf(registry: Registry, parent: RegistryNode | undefined): readonly TreeNode[] {
  return [
    new MeNode(registry, parent, "me"),
    new GroupTypesNode(registry, parent, "groupTypes"),
    new GroupsNode(registry, parent, "groups"),
    new PeopleNode(registry, parent, "people"),
  ];
}

/** The signed-in user (specification, section 4, `people/me` and `users/me`). */
class MeNode extends TreeNode {
  readonly kind = "me";

  override isPrivate(): boolean {
    return true;
  }

  override row(): Row {
    const { client, store } = this.registry;
    const { account } = store;
    const icon = { codicon: "account" };
    const signInText = client.describeSignIn(vscode.l10n.t, vscode.env.language);
    switch (account.kind) {
      case "signedIn":
        return {
          label: vscode.l10n.t("Me"),
          description: account.account.name,
          icon,
          ...(signInText && { explanation: `${account.account.name} – ${signInText}` }),
          contextValue: "me signedIn refreshable",
          expansion: "collapsed",
        };
      case "rejected":
        return {
          label: vscode.l10n.t("Sign in again"),
          description: refusalLabel(account.credential, vscode.l10n.t),
          icon: { codicon: "warning", color: "list.warningForeground" },
          contextValue: "me rejected",
          expansion: "none",
          command: signIn(this),
        };
      case "signedOut":
        return {
          label: vscode.l10n.t("Sign in"),
          description: vscode.l10n.t("to see group details and people"),
          icon,
          contextValue: "me signedOut",
          expansion: "none",
          command: signIn(this),
        };
    }
  }

  override children(): Level {
    if (this.registry.store.account.kind !== "signedIn") return knownLevel(() => []);
    return readLevel(
      (options) => this.#read(options),
      (me) => ("userName" in me ? [this.#account(me)] : this.#person(me)),
    );
  }

  /** Reads the user's person record, or the account if it belongs to no person. */
  async #read(options: ReadOptions): Promise<Outcome<Person | User>> {
    const { client } = this.registry;
    const outcome = await client.personMe(options);
    return outcome.kind === "failed" && outcome.error.kind === "notFound" ? client.userMe(options) : outcome;
  }

  #account(user: User): TreeNode {
    const baseUrl = this.registry.client.address;
    const link = writeRegistryLink({ baseUrl, kind: "user", id: user.userId }) ?? "";
    return new UserNode(this, { ...user, link });
  }

  #person(person: Person): readonly TreeNode[] {
    const { personId, link } = person;
    const me = { personId, name: fullName(person), link };
    return [new PersonNode(this, me, vscode.l10n.t("you")), ...personRows(this, person)];
  }
}

/** A list that the specification makes public. */
abstract class ListNode extends TreeNode {
  override isPrivate(): boolean {
    return this.registry.client.guardsLists;
  }

  protected look(label: string, list: readonly unknown[] | undefined, codicon: string): Row {
    return {
      label,
      ...described(countText(list?.length)),
      icon: { codicon },
      contextValue: `${this.kind} refreshable`,
      expansion: "collapsed",
    };
  }
}

/** The list of group types (specification, section 2.4). */
class GroupTypesNode extends ListNode {
  readonly kind = "groupTypes";
  override readonly shows = ["groupTypes", "groups"] as const;

  override row(): Row {
    return this.look(vscode.l10n.t("Group types"), this.registry.store.groupTypes, "symbol-class");
  }

  override children(): Level {
    return readLevel(
      (options) => this.registry.client.groupTypes(options),
      (groupTypes) => listRows(this, groupTypes, groupTypeForm),
    );
  }

  override emptyText(): EmptyText {
    return { label: vscode.l10n.t("No group types"), command: refresh(this) };
  }
}

const groupTypeForm: ListForm<GroupTypeListItem> = {
  idOf: ({ groupTypeId }) => groupTypeId,
  row: (parent, groupType) => new GroupTypeNode(parent, groupType),
};

/** The list of all groups (specification, section 2.5), A to Z, below the pinned groups. */
class GroupsNode extends ListNode {
  readonly kind = "groups";
  override readonly shows = ["groups"] as const;

  override row(): Row {
    return this.look(vscode.l10n.t("Groups"), this.registry.store.groups, "organization");
  }

  override children(): Level {
    return readLevel(
      (options) => this.registry.client.groups(options),
      (groups) => this.#rows(groups),
    );
  }

  override emptyText(): EmptyText {
    return { label: vscode.l10n.t("No groups"), command: refresh(this) };
  }

  override leadsTo({ kind }: Pick<RegistryRecord, "kind">): boolean {
    return kind === "group";
  }

  #rows(groups: readonly GroupListItem[]): readonly TreeNode[] {
    const { pins, store } = this.registry;
    const pinned = pins.all.filter(({ kind }) => kind === "group");
    const pinnedRows = pinned.map((pin) => {
      const group = { groupId: groupId(pin.id), name: pin.name, link: pin.link };
      const isGone = store.groups !== undefined && store.listedGroup(group.groupId) === undefined;
      return new GroupNode(this, group, isGone ? vscode.l10n.t("not in the list of groups") : "");
    });
    if (groups.length > rowLimit - pinned.length) {
      return [...pinnedRows, ...listRows(this, groups, groupForm, rowLimit - pinned.length)];
    }
    const pinnedIds = new Set(pinned.map(({ id }) => id));
    const others = groups.filter((group) => !pinnedIds.has(group.groupId));
    return [...pinnedRows, ...listRows(this, others, groupForm)];
  }
}

/** The people known so far, from records that were read and from pins: the registry offers no list of people. */
class PeopleNode extends TreeNode {
  readonly kind = "people";
  override readonly shows = ["people"] as const;

  override row(): Row {
    const count = metPeople(this.registry).length;
    return {
      label: vscode.l10n.t("People"),
      description: count === 0 ? vscode.l10n.t("none known yet") : countText(count),
      icon: { codicon: "person" },
      contextValue: "people",
      expansion: "collapsed",
      accessibleLabel: vscode.l10n.t("People known so far: {0}", count),
    };
  }

  override children(): Level {
    return knownLevel(() => {
      const people = metPeople(this.registry);
      const pinned = people.filter(({ isPinned }) => isPinned);
      const others = people.filter(({ isPinned }) => !isPinned);
      const room = rowLimit - pinned.length;
      const rowsOf = (some: readonly MetPerson[]) => some.map((person) => metPersonForm.row(this, person));
      if (others.length <= room) return [...rowsOf(pinned), ...listRows(this, others, metPersonForm)];
      const recent = others.filter(({ isRecent }) => isRecent).slice(0, recentLimit);
      return [
        ...rowsOf([...pinned, ...recent]),
        ...listRows(this, others, metPersonForm, room - recent.length),
      ];
    });
  }

  override emptyText(): EmptyText {
    return {
      label: vscode.l10n.t("Nobody met yet"),
      command:
        this.registry.store.account.kind === "signedIn"
          ? { name: "openPerson", title: vscode.l10n.t("Open a Person by Identifier"), target: this }
          : signIn(this),
    };
  }

  override leadsTo({ kind }: Pick<RegistryRecord, "kind">): boolean {
    return kind === "person";
  }
}

const metPersonForm: ListForm<MetPerson> = {
  idOf: ({ personId }) => personId,
  row: (parent, { personId, name, link, reasons }) =>
    new PersonNode(parent, { personId, name, link }, reasons),
};

function signIn(target: TreeNode): RowCommand {
  return { name: "signIn", title: vscode.l10n.t("Sign In"), target };
}

function refresh(target: TreeNode): RowCommand {
  return { name: "refresh", title: vscode.l10n.t("Refresh"), target };
}
