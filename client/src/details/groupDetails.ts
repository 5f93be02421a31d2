import * as vscode from "vscode";
import type { Group } from "../registry/records";
import { groupRecord, groupTypeRecord, personRecord } from "../tree/records";
import type { DetailsPage } from "./detailsPage";
import { addressField, filled, recordField, textField } from "./detailsPage";
import { postalFields, telephoneFields } from "./postalAddress";

/** All fields of a group (specification, section 2.5). */
export function groupDetails(group: Group): DetailsPage {
  return {
    record: groupRecord(group),
    badges: [group.groupType.name, group.status].filter((badge) => badge !== ""),
    sections: filled([
      {
        heading: undefined,
        fields: [
          ...recordField(vscode.l10n.t("Group type"), [groupTypeRecord(group.groupType)]),
          ...textField(vscode.l10n.t("Status"), group.status),
          ...recordField(vscode.l10n.t("Contact person"), [personRecord(group.contactPerson)]),
          ...textField(vscode.l10n.t("Registered on"), group.registrationDate),
          ...textField(vscode.l10n.t("Publisher identifier"), group.publisherId),
        ],
      },
      {
        heading: vscode.l10n.t("Contact"),
        fields: [
          ...textField(vscode.l10n.t("E-mail"), group.email),
          ...addressField(vscode.l10n.t("Website"), group.website),
          ...postalFields(group.address),
          ...telephoneFields(group.address),
        ],
      },
      {
        heading: vscode.l10n.t("Subgroups"),
        fields: recordField(vscode.l10n.t("Groups"), group.subgroups.map(groupRecord)),
      },
    ]),
    privacy: undefined,
    json: JSON.stringify(group, undefined, 2),
  };
}
