import * as vscode from "vscode";
import type { GroupType } from "../registry/records";
import { groupRecord, groupTypeRecord } from "../tree/records";
import type { DetailsField, DetailsPage } from "./detailsPage";
import { addressField, filled, recordField, textField } from "./detailsPage";

/** All fields of a group type (specification, section 2.4). */
export function groupTypeDetails(groupType: GroupType): DetailsPage {
  return {
    record: groupTypeRecord(groupType),
    badges: [vscode.l10n.t("Group type")],
    sections: filled([
      {
        heading: undefined,
        fields: [
          ...allowedField(vscode.l10n.t("Reviews"), groupType.reviewsAllowed),
          ...allowedField(vscode.l10n.t("List of topics"), groupType.topicsListAllowed),
          ...allowedField(vscode.l10n.t("Countries of reference"), groupType.countriesOfReferenceAllowed),
          ...allowedField(vscode.l10n.t("Subgroups"), groupType.subgroupsAllowed),
          ...allowedField(vscode.l10n.t("Parent group"), groupType.parentGroupAllowed),
          ...addressField(vscode.l10n.t("Link"), groupType.link),
        ],
      },
      {
        heading: vscode.l10n.t("Groups of this type"),
        fields: recordField(vscode.l10n.t("Groups"), groupType.groups.map(groupRecord)),
      },
    ]),
    privacy: undefined,
    json: JSON.stringify(groupType, undefined, 2),
  };
}

function allowedField(label: string, isAllowed: boolean | null | undefined): readonly DetailsField[] {
  if (isAllowed === undefined || isAllowed === null) return [];
  return textField(label, isAllowed ? vscode.l10n.t("allowed") : vscode.l10n.t("not allowed"));
}
