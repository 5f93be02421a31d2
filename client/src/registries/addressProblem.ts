import * as vscode from "vscode";
import type { AddressProblem } from "../registry/registryAddress";

/** Says why an address cannot be a registry's. */
export function addressProblemText(problem: AddressProblem): string {
  switch (problem) {
    case "notAnAddress":
      return vscode.l10n.t("Enter an address, for example https://registry.example.org.");
    case "notSecure":
      return vscode.l10n.t("The address must start with https://: nothing is sent over an open connection.");
    case "holdsCredentials":
      return vscode.l10n.t("Leave user name and password out of the address: you are asked for them later.");
    case "holdsQueryOrFragment":
      return vscode.l10n.t("The address cannot hold ? or #.");
  }
}
