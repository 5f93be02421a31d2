import * as vscode from "vscode";
import { describeRegistryError } from "../registry/errorMessages";
import type { RegistryError } from "../registry/registryError";
import type { MessageNode } from "./nodes/messageNode";
import type { Row, RowCommand, RowIcon } from "./row";

/** The row of something that could not be read: what is wrong in short, and the one step that helps. */
export function failureRow(node: MessageNode, error: RegistryError): Row {
  const command = nextStep(node, error);
  const explanation = describeRegistryError(error, node.registry.name, vscode.l10n.t);
  return {
    label: shortly(error),
    description: command.title,
    icon: iconOf(error),
    contextValue: `message failed ${command.name}`,
    expansion: "none",
    accessibleLabel: `${explanation} ${command.title}`,
    explanation,
    command,
  };
}

/**
 * So short that the step beside it is in sight too, and without the registry's name, for the row stands below
 * it; the whole message is in {@link describeRegistryError}.
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
      return error.credential === "missing"
        ? vscode.l10n.t("Sign in to see this")
        : vscode.l10n.t("Sign-in no longer accepted");
    case "forbidden":
      return error.withCredential ? vscode.l10n.t("You may not read this") : vscode.l10n.t("Access denied");
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

function nextStep(node: MessageNode, error: RegistryError): RowCommand {
  switch (error.kind) {
    case "unauthenticated":
      return { name: "signIn", title: vscode.l10n.t("Sign In"), target: node };
    case "forbidden":
      return error.withCredential
        ? { name: "signIn", title: vscode.l10n.t("Use Another Account"), target: node }
        : { name: "refresh", title: vscode.l10n.t("Retry"), target: node };
    case "certificateNotTrusted":
      return { name: "explainProblem", title: vscode.l10n.t("How to Trust It"), target: node };
    case "notReachable":
    case "blockedByBrowser":
    case "timeOut":
    case "notFound":
    case "badRequest":
    case "serverError":
    case "notTheInterface":
    case "tooLarge":
    case "cancelled":
      return { name: "refresh", title: vscode.l10n.t("Retry"), target: node };
  }
}

function iconOf(error: RegistryError): RowIcon {
  switch (error.kind) {
    case "unauthenticated":
      return { codicon: "sign-in" };
    case "forbidden":
      return { codicon: "lock", color: "list.warningForeground" };
    case "notReachable":
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
