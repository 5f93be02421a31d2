import * as vscode from "vscode";
import type { User } from "../registry/records";
import { personRecord } from "../tree/records";
import type { DetailsPage } from "./detailsPage";
import { addressField, filled, recordField, textField } from "./detailsPage";

/** All fields of a user account (specification, section 2.3). */
export function userDetails(user: User, link: string): DetailsPage {
  return {
    record: { kind: "user", id: user.userId, name: user.userName, link },
    badges: [vscode.l10n.t("User account")],
    sections: filled([
      {
        heading: undefined,
        fields: [
          ...textField(vscode.l10n.t("User name"), user.userName),
          ...textField(vscode.l10n.t("First name"), user.firstName),
          ...textField(vscode.l10n.t("Last name"), user.lastName),
          ...recordField(vscode.l10n.t("Person"), [personRecord(user.person)]),
          ...addressField(vscode.l10n.t("Link"), link),
        ],
      },
    ]),
    privacy: undefined,
    json: JSON.stringify(user, undefined, 2),
  };
}
