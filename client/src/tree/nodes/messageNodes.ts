// The rows that show a state instead of a record.
import * as vscode from "vscode";
import {
  type ListGaps,
  type RegistryError,
  describeRegistryError,
  refusalLabel,
} from "../../registryClient/registryError";
import { type Row, type RowCommand, type RowIcon, TreeNode } from "./treeNode";

abstract class MessageNode extends TreeNode {
  readonly kind = "message";

  constructor(override readonly parent: TreeNode) {
    super(parent.registry, parent, "message");
  }
}

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
      icon: leftOut > 0 ? warning("warning") : { codicon: "info" },
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

/** The row of a failed request: the problem in short, and the next step. */
export class FailureNode extends MessageNode {
  constructor(
    parent: TreeNode,
    readonly error: RegistryError,
  ) {
    super(parent);
  }

  override row(): Row {
    const { error } = this;
    const { label, icon, next = { name: "refresh", title: vscode.l10n.t("Retry") } } = failureLook(error);
    const command = { ...next, target: this };
    const explanation = describeRegistryError(error, this.registry.name, vscode.l10n.t);
    return {
      label,
      // The label "Sign in to see this" names the next step already.
      ...(error.kind === "unauthenticated" && error.credential === "missing"
        ? {}
        : { description: command.title }),
      icon,
      contextValue: `message failed ${command.name}`,
      expansion: "none",
      accessibleLabel: `${explanation} ${command.title}`,
      explanation,
      command,
    };
  }
}

/** How a row shows a failed request. */
interface FailureLook {
  /**
   * Short enough to leave room for the next step, and without the registry's name, which a row above shows; for the
   * whole message see {@link describeRegistryError}.
   */
  readonly label: string;
  readonly icon: RowIcon;
  /** The command that helps; if absent, the row offers to retry. */
  readonly next?: Omit<RowCommand, "target">;
}

function failureLook(error: RegistryError): FailureLook {
  const signIn = { name: "signIn", title: vscode.l10n.t("Sign In") };
  const [offline, wrong] = [warning("debug-disconnect"), { codicon: "error", color: "list.errorForeground" }];
  switch (error.kind) {
    case "notReachable":
      return { label: vscode.l10n.t("Cannot be reached"), icon: offline };
    case "blockedByBrowser":
      return { label: vscode.l10n.t("Blocked by the browser"), icon: offline };
    case "timeOut":
      return { label: vscode.l10n.t("No answer in time"), icon: offline };
    case "notRenewed":
      return { label: vscode.l10n.t("The sign-in cannot be renewed now"), icon: offline };
    case "certificateNotTrusted": {
      const next = { name: "explainProblem", title: vscode.l10n.t("How to Trust It") };
      const icon = { codicon: "shield", color: "list.errorForeground" };
      if (error.problem === "ofClient")
        return { label: vscode.l10n.t("Requires a client certificate"), icon };
      return { label: vscode.l10n.t("Certificate not trusted"), icon, next };
    }
    case "unauthenticated":
      return {
        label: refusalLabel(error.credential, vscode.l10n.t),
        icon: { codicon: "sign-in" },
        next: signIn,
      };
    case "forbidden":
      if (!error.withCredential) return { label: vscode.l10n.t("Access denied"), icon: warning("lock") };
      return {
        label: vscode.l10n.t("You may not read this"),
        icon: warning("lock"),
        next: { ...signIn, title: vscode.l10n.t("Use Another Account") },
      };
    case "insufficientScope":
      return {
        label: vscode.l10n.t("Your sign-in does not cover this"),
        icon: warning("lock"),
        next: signIn,
      };
    case "notFound":
      return { label: vscode.l10n.t("No such record"), icon: wrong };
    case "badRequest":
      return { label: vscode.l10n.t("Request not understood"), icon: wrong };
    case "serverError":
      return error.status === 429 || error.status === 503
        ? { label: vscode.l10n.t("The registry is busy"), icon: wrong }
        : { label: vscode.l10n.t("The registry has a problem"), icon: wrong };
    case "notTheInterface":
      return { label: vscode.l10n.t("Not a registry's answer"), icon: wrong };
    case "tooLarge":
      return { label: vscode.l10n.t("Answer too large"), icon: wrong };
    case "cancelled":
      return { label: vscode.l10n.t("Cancelled"), icon: { codicon: "circle-slash" } };
  }
}

function warning(codicon: string): RowIcon {
  return { codicon, color: "list.warningForeground" };
}
