import * as vscode from "vscode";
import { describeRegistryError } from "../../registry/errorMessages";
import type { RegistryError } from "../../registry/registryError";
import type { Row, RowIcon } from "../row";
import type { NodeBase, TreeNode } from "./node";
import { idBelow } from "./node";

/** A row that says how things stand instead of showing a record. */
export interface MessageNode extends NodeBase {
  readonly kind: "message";
  readonly message:
    { readonly kind: "loading" | "empty" } | { readonly kind: "failed"; readonly error: RegistryError };
}

export function messageNode(parent: TreeNode, message: MessageNode["message"]): MessageNode {
  const { registry } = parent;
  return { kind: "message", id: idBelow(parent, registry, "message"), registry, parent, message };
}

export function messageRow({ message, registry }: MessageNode): Row {
  switch (message.kind) {
    case "loading":
      return row(vscode.l10n.t("Loading…"), { codicon: "loading~spin" });
    case "empty":
      return row(vscode.l10n.t("Nothing here"), { codicon: "circle-slash" });
    case "failed": {
      const { error } = message;
      const label = describeRegistryError(error, registry.name, vscode.l10n.t);
      return {
        ...row(label, iconOf(error)),
        contextValue: error.kind === "unauthenticated" ? "message signIn" : "message retry",
        command:
          error.kind === "unauthenticated"
            ? { name: "signIn", title: vscode.l10n.t("Sign In") }
            : { name: "refresh", title: vscode.l10n.t("Retry") },
      };
    }
  }
}

function row(label: string, icon: RowIcon): Row {
  return { label, icon, contextValue: "message", expansion: "none" };
}

function iconOf(error: RegistryError): RowIcon {
  switch (error.kind) {
    case "unauthenticated":
      return { codicon: "sign-in" };
    case "forbidden":
      return { codicon: "lock", color: "list.warningForeground" };
    case "notReachable":
    case "timeOut":
      return { codicon: "debug-disconnect", color: "list.warningForeground" };
    case "certificateNotTrusted":
      return { codicon: "shield", color: "list.errorForeground" };
    case "cancelled":
      return { codicon: "circle-slash" };
    case "notFound":
    case "badRequest":
    case "serverError":
    case "notTheInterface":
    case "tooLarge":
      return { codicon: "error", color: "list.errorForeground" };
  }
}
