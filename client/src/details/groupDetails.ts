import * as vscode from "vscode";
import type { Group, GroupReference } from "../registry/records";
import { groupRecord, groupTypeRecord, personRecord } from "../tree/records";
import type { DetailsPage } from "./detailsPage";
import { addressField, filled, recordField, textField } from "./detailsPage";
import { postalFields, telephoneFields, withoutTelephones } from "./postalAddress";

/**
 * All fields of a group (specification, section 2.5). Telephone numbers are on the page only when
 * `showPrivate` is set.
 *
 * @param parent the group that this one is a subgroup of, where that is known
 */
export function groupDetails(
  group: Group,
  parent: GroupReference | undefined,
  showPrivate: boolean,
): DetailsPage {
  const shown = showPrivate ? group : { ...group, address: withoutTelephones(group.address) };
  const label = showPrivate
    ? vscode.l10n.t("Hide Telephone Numbers")
    : vscode.l10n.t("Show Telephone Numbers");
  return {
    record: groupRecord(group),
    badges: [group.groupType.name, group.status].filter((badge) => badge !== ""),
    sections: filled([
      {
        heading: undefined,
        fields: [
          ...textField(vscode.l10n.t("Status"), group.status),
          ...recordField(vscode.l10n.t("Group type"), [groupTypeRecord(group.groupType)]),
          ...recordField(vscode.l10n.t("Contact person"), [personRecord(group.contactPerson)]),
          ...recordField(vscode.l10n.t("Parent group"), parent === undefined ? [] : [groupRecord(parent)]),
          ...textField(vscode.l10n.t("Registered on"), group.registrationDate),
          ...textField(vscode.l10n.t("Publisher identifier"), group.publisherId),
          ...addressField(vscode.l10n.t("Link"), group.link),
        ],
      },
      {
        heading: vscode.l10n.t("Contact"),
        fields: [
          ...textField(vscode.l10n.t("E-mail"), group.email),
          ...addressField(vscode.l10n.t("Website"), group.website),
          ...postalFields(group.address),
          ...telephoneFields(shown.address),
        ],
      },
      {
        heading: vscode.l10n.t("Subgroups"),
        fields: recordField(vscode.l10n.t("Groups"), group.subgroups.map(groupRecord)),
      },
    ]),
    privacy: telephoneFields(group.address).length > 0 ? { isShown: showPrivate, label } : undefined,
    json: JSON.stringify(shown, undefined, 2),
  };
}
