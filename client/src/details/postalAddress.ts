import * as vscode from "vscode";
import type { GroupAddress } from "../registry/records";
import type { DetailsField } from "./detailsPage";
import { textField } from "./detailsPage";

/** An address as lines of a form, empty lines left out (specification, section 2.2). */
export function postalFields(address: GroupAddress): readonly DetailsField[] {
  const place = [address.zip, address.city].filter((part) => part !== "").join(" ");
  const lines = [
    address.position,
    address.department,
    address.organisation,
    address.address1,
    address.address2,
    place,
    address.region,
    countryText(address.country),
  ];
  return textField(vscode.l10n.t("Address"), lines.filter((line) => line !== "").join("\n"));
}

/** The telephone and fax numbers of an address. */
export function telephoneFields(address: GroupAddress): readonly DetailsField[] {
  return [
    ...textField(vscode.l10n.t("Telephone"), address.primaryPhone),
    ...textField(vscode.l10n.t("Second telephone"), address.secondaryPhone),
    ...textField(vscode.l10n.t("Fax"), address.primaryFax),
    ...textField(vscode.l10n.t("Second fax"), address.secondaryFax),
  ];
}

/** An address without its telephone and fax numbers. */
export function withoutTelephones<T extends GroupAddress>(address: T): T {
  return { ...address, primaryPhone: "", secondaryPhone: "", primaryFax: "", secondaryFax: "" };
}

function countryText({ code, name }: GroupAddress["country"]): string {
  return name === "" || code === "" ? name || code : `${name} (${code})`;
}
