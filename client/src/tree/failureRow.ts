import * as vscode from "vscode";
import { describeRegistryError } from "../registry/errorMessages";
import type { RegistryError } from "../registry/registryError";
import type { MessageNode } from "./nodes/messageNode";
import type { Row, RowCommand, RowIcon } from "./row";

/** The row of something that could not be read: what is wrong in short, and the one step that helps. */
export function failureRow(node: MessageNode, error: RegistryError): Row {
  const { name } = node.registry;
  const command = nextStep(node, error);
  const explanation = describeRegistryError(error, name, vscode.l10n.t);
  return {
    label: shortly(error, name),
    description: command.title,
    icon: iconOf(error),
    contextValue: `message failed ${command.name}`,
    expansion: "none",
    accessibleLabel: `${explanation} ${command.title}`,
    explanation,
    command,
  };
}

/** A message that is short enough for a row; the whole of it is in {@link describeRegistryError}. */
function shortly(error: RegistryError, registry: string): string {
  switch (error.kind) {
    case "notReachable":
      return vscode.l10n.t("{0} cannot be reached", registry);
    case "certificateNotTrusted":
      return vscode.l10n.t("The certificate of {0} is not trusted", registry);
    case "timeOut":
      return vscode.l10n.t("{0} did not answer in time", registry);
    case "unauthenticated":
      return error.credential === "missing"
        ? vscode.l10n.t("Sign in to {0} to see this", registry)
        : vscode.l10n.t("{0} no longer accepts your sign-in", registry);
    case "forbidden":
      return vscode.l10n.t("Your account may not read this");
    case "notFound":
      return vscode.l10n.t("{0} has no such record", registry);
    case "badRequest":
      return vscode.l10n.t("{0} did not understand the request", registry);
    case "serverError":
      return error.status === 429 || error.status === 503
        ? vscode.l10n.t("{0} is busy", registry)
        : vscode.l10n.t("{0} has a problem of its own", registry);
    case "notTheInterface":
      return vscode.l10n.t("{0} does not answer as a registry", registry);
    case "tooLarge":
      return vscode.l10n.t("The answer of {0} is too large", registry);
    case "cancelled":
      return vscode.l10n.t("Cancelled");
  }
}

function nextStep(node: MessageNode, error: RegistryError): RowCommand {
  switch (error.kind) {
    case "unauthenticated":
      return { name: "signIn", title: vscode.l10n.t("Sign In"), target: node };
    case "forbidden":
      return { name: "signIn", title: vscode.l10n.t("Use Another Account"), target: node };
    case "certificateNotTrusted":
      return { name: "explainProblem", title: vscode.l10n.t("How to Trust It"), target: node };
    case "notReachable":
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
