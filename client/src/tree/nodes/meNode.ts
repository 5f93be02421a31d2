import * as vscode from "vscode";
import { writeRegistryLink } from "../../../../protocol/src/registryLink";
import type { Registry } from "../../registries/registry";
import { fullName } from "../../registry/fullName";
import type { Outcome } from "../../registry/outcome";
import type { Person, User } from "../../registry/records";
import type { RegistryClient } from "../../registry/registryClient";
import type { Row } from "../row";
import type { Level, NodeBase, ReadOptions, TreeNode } from "./node";
import { idBelow, knownLevel, readLevel } from "./node";
import { personNode, personRows } from "./personNode";
import { userNode } from "./userNode";

/** The signed-in caller (specification, section 4, `people/me` and `users/me`). */
export interface MeNode extends NodeBase {
  readonly kind: "me";
}

export function meNode(registry: Registry, parent: TreeNode | undefined): MeNode {
  return { kind: "me", id: idBelow(parent, registry, "me"), registry, parent };
}

export function meRow(node: MeNode): Row {
  const { name, client } = node.registry;
  const { account } = client;
  const icon = { codicon: "account" };
  const command = { name: "signIn", title: vscode.l10n.t("Sign In"), target: node };
  switch (account.kind) {
    case "signedIn":
      return {
        label: vscode.l10n.t("Me"),
        description: account.account.name,
        icon,
        contextValue: "me signedIn refreshable",
        expansion: "collapsed",
      };
    case "rejected":
      return {
        label: vscode.l10n.t("Sign in again"),
        description: vscode.l10n.t("{0} no longer accepts your sign-in", name),
        icon: { codicon: "warning", color: "list.warningForeground" },
        contextValue: "me rejected",
        expansion: "none",
        command,
      };
    case "signedOut":
      return {
        label: vscode.l10n.t("Sign in"),
        description: vscode.l10n.t("to see group details and people"),
        icon,
        contextValue: "me signedOut",
        expansion: "none",
        command,
      };
  }
}

export function meLevel(node: MeNode): Level {
  const { client } = node.registry;
  if (client.account.kind !== "signedIn") return knownLevel(() => []);
  return readLevel(
    (options) => readMe(client, options),
    (me) => ("userName" in me ? [userNode(node, { ...me, link: linkOf(me, client) })] : myRows(node, me)),
  );
}

/** The caller's person or, for an account that no person has, the account. */
async function readMe(client: RegistryClient, options: ReadOptions): Promise<Outcome<Person | User>> {
  const outcome = await client.personMe(options);
  return outcome.kind === "failed" && outcome.error.kind === "notFound" ? client.userMe(options) : outcome;
}

function linkOf({ userId }: User, { address }: RegistryClient): string {
  return writeRegistryLink({ baseUrl: address, kind: "user", id: userId }) ?? "";
}

function myRows(node: MeNode, person: Person): readonly TreeNode[] {
  const { personId, link } = person;
  const name = fullName(person);
  return [personNode(node, { personId, name, link }, vscode.l10n.t("you")), ...personRows(node, person)];
}
