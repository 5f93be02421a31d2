// The rows that show a state instead of a record.
import * as vscode from "vscode";
import { describeRegistryError } from "../../registryClient/registryError";
import type { ListGaps, RegistryError } from "../../registryClient/registryError";
import type { Row, RowCommand, RowIcon } from "./treeNode";
import { TreeNode } from "./treeNode";

abstract class MessageNode extends TreeNode {
  readonly kind = "message";

  constructor(override readonly parent: TreeNode) {
    super(parent.registry, parent, "message");
  }
}

/** The row of a level that is loading. */
export class LoadingNode extends MessageNode {
  override row(): Row {
    return {
      label: vscode.l10n.t("Loading…"),
      description: vscode.l10n.t("Cancel"),
      icon: { codicon: "loading~spin" },
      contextValue: "message loading",
      expansion: "none",
      command: { name: "cancelRefresh", title: vscode.l10n.t("Cancel"), target: this },
    };
  }
}

/** The row of an empty level, with a command that helps. */
export class EmptyNode extends MessageNode {
  override row(): Row {
    const { label, command } = this.parent.emptyText();
    return {
      label,
      ...(command === undefined ? {} : { description: command.title, command }),
      icon: { codicon: "circle-slash" },
      contextValue: "message empty",
      expansion: "none",
    };
  }
}

/** The row above an incomplete list: items were unreadable, or their number differs from the registry's own count. */
export class GapsNode extends MessageNode {
  constructor(
    parent: TreeNode,
    readonly gaps: ListGaps,
  ) {
    super(parent);
  }

  override row(): Row {
    const { sent, leftOut, announced } = this.gaps;
    const command = { name: "showLog", title: vscode.l10n.t("Show Log"), target: this };
    const explanation = this.#explanation();
    return {
      label:
        leftOut > 0
          ? vscode.l10n.t("{0} of {1} could not be read", leftOut, sent)
          : vscode.l10n.t("{0} announced, {1} received", announced, sent),
      ...(leftOut > 0 ? { description: command.title, command } : {}),
      icon: leftOut > 0 ? { codicon: "warning", color: "list.warningForeground" } : { codicon: "info" },
      contextValue: "message gaps",
      expansion: "none",
      accessibleLabel: leftOut > 0 ? `${explanation} ${command.title}` : explanation,
      explanation,
    };
  }

  #explanation(): string {
    const { sent, leftOut, announced } = this.gaps;
    const { name } = this.registry;
    const sentences: string[] = [];
    if (leftOut > 0)
      sentences.push(
        vscode.l10n.t(
          "{0} sent {1} records, and {2} of them cannot be read and are left out. The log says where the first one is; tell the registry's managers.",
          name,
          sent,
          leftOut,
        ),
      );
    if (announced !== "")
      sentences.push(
        vscode.l10n.t("By its own count {0} has {1} records here, and it sent {2}.", name, announced, sent),
      );
    return sentences.join(" ");
  }
}

/** The row of a failed request: the problem in short, and the one next step. */
export class FailureNode extends MessageNode {
  constructor(
    parent: TreeNode,
    readonly error: RegistryError,
  ) {
    super(parent);
  }

  override row(): Row {
    const { error } = this;
    const command = this.#nextStep();
    const explanation = describeRegistryError(error, this.registry.name, vscode.l10n.t);
    return {
      label: shortly(error),
      // "Sign in to see this" contains the next step.
      ...(error.kind === "unauthenticated" && error.credential === "missing"
        ? {}
        : { description: command.title }),
      icon: iconOf(error),
      contextValue: `message failed ${command.name}`,
      expansion: "none",
      accessibleLabel: `${explanation} ${command.title}`,
      explanation,
      command,
    };
  }

  #nextStep(): RowCommand {
    const { error } = this;
    switch (error.kind) {
      case "unauthenticated":
        return { name: "signIn", title: vscode.l10n.t("Sign In"), target: this };
      case "forbidden":
        return error.withCredential
          ? { name: "signIn", title: vscode.l10n.t("Use Another Account"), target: this }
          : this.#retry();
      case "insufficientScope":
        return { name: "signIn", title: vscode.l10n.t("Sign In"), target: this };
      case "certificateNotTrusted":
        return { name: "explainProblem", title: vscode.l10n.t("How to Trust It"), target: this };
      case "notReachable":
      case "notRenewed":
      case "blockedByBrowser":
      case "timeOut":
      case "notFound":
      case "badRequest":
      case "serverError":
      case "notTheInterface":
      case "tooLarge":
      case "cancelled":
        return this.#retry();
    }
  }

  #retry(): RowCommand {
    return { name: "refresh", title: vscode.l10n.t("Retry"), target: this };
  }
}

/**
 * Short enough to leave room for the next step, and without the registry's name, which a row above shows; for the
 * whole message see {@link describeRegistryError}.
 */
function shortly(error: RegistryError): string {
  switch (error.kind) {
    case "notReachable":
      return vscode.l10n.t("Cannot be reached");
    case "blockedByBrowser":
      return vscode.l10n.t("Blocked by the browser");
    case "certificateNotTrusted":
      return vscode.l10n.t("Certificate not trusted");
    case "timeOut":
      return vscode.l10n.t("No answer in time");
    case "unauthenticated":
      if (error.credential === "missing") return vscode.l10n.t("Sign in to see this");
      if (error.credential === "expired") return vscode.l10n.t("Access token expired");
      return error.credential === "ended"
        ? vscode.l10n.t("Your sign-in has ended")
        : vscode.l10n.t("Sign-in no longer accepted");
    case "forbidden":
      return error.withCredential ? vscode.l10n.t("You may not read this") : vscode.l10n.t("Access denied");
    case "insufficientScope":
      return vscode.l10n.t("Your sign-in does not cover this");
    case "notRenewed":
      return vscode.l10n.t("The sign-in cannot be renewed now");
    case "notFound":
      return vscode.l10n.t("No such record");
    case "badRequest":
      return vscode.l10n.t("Request not understood");
    case "serverError":
      return error.status === 429 || error.status === 503
        ? vscode.l10n.t("The registry is busy")
        : vscode.l10n.t("The registry has a problem");
    case "notTheInterface":
      return vscode.l10n.t("Not a registry's answer");
    case "tooLarge":
      return vscode.l10n.t("Answer too large");
    case "cancelled":
      return vscode.l10n.t("Cancelled");
  }
}

function iconOf(error: RegistryError): RowIcon {
  switch (error.kind) {
    case "unauthenticated":
      return { codicon: "sign-in" };
    case "forbidden":
    case "insufficientScope":
      return { codicon: "lock", color: "list.warningForeground" };
    case "notReachable":
    case "notRenewed":
    case "blockedByBrowser":
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
