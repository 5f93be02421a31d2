import * as vscode from "vscode";
import type { DocumentRole, GroupRole, Person, PersonAddress } from "../registry/records";
import { groupRecord, userRecord } from "../tree/records";
import type { DetailsField, DetailsPage, DetailsSection } from "./detailsPage";
import { addressField, filled, recordField, recordValue, textField } from "./detailsPage";
import { postalFields, telephoneFields, withoutTelephones } from "./postalAddress";

/**
 * All fields of a person (specification, sections 2.1 and 2.2). Home and confidential addresses and all
 * telephone numbers are on the page only when `showPrivate` is set.
 */
export function personDetails(person: Person, name: string, showPrivate: boolean): DetailsPage {
  const shown = showPrivate ? person : withoutPrivateParts(person);
  const hasPrivate =
    person.mobilePhone !== "" || person.addresses.some((each) => isPrivate(each) || hasTelephone(each));
  const label = showPrivate
    ? vscode.l10n.t("Hide Home and Confidential Addresses and Telephone Numbers")
    : vscode.l10n.t("Show Home and Confidential Addresses and Telephone Numbers");
  return {
    record: { kind: "person", id: person.personId, name, link: person.link },
    badges: [statusText(person.active)].filter((badge) => badge !== ""),
    sections: filled([
      {
        heading: undefined,
        fields: [
          ...textField(vscode.l10n.t("Status"), statusText(person.active)),
          ...textField(vscode.l10n.t("Prefix"), person.prefix),
          ...textField(vscode.l10n.t("First name"), person.firstName),
          ...textField(vscode.l10n.t("Middle names"), person.middleNames),
          ...textField(vscode.l10n.t("Last name"), person.lastName),
          ...textField(vscode.l10n.t("Suffix"), person.suffix),
          ...recordField(vscode.l10n.t("Primary group"), [groupRecord(person.primaryGroup)]),
          ...recordField(vscode.l10n.t("User account"), [userRecord(person.user)]),
          ...addressField(vscode.l10n.t("Link"), person.link),
        ],
      },
      { heading: vscode.l10n.t("Group roles"), fields: shown.groupRoles.flatMap(groupRoleField) },
      { heading: vscode.l10n.t("Document roles"), fields: shown.documentRoles.flatMap(documentRoleField) },
      {
        heading: vscode.l10n.t("Contact"),
        fields: [
          ...textField(vscode.l10n.t("E-mail"), person.primaryEmail),
          ...textField(vscode.l10n.t("Second e-mail"), person.secondaryEmail),
          ...textField(vscode.l10n.t("Mobile telephone"), shown.mobilePhone),
          ...textField(vscode.l10n.t("Skype"), person.skypeName),
          ...addressField(vscode.l10n.t("Website"), person.website),
        ],
      },
      ...shown.addresses.map(addressSection),
    ]),
    privacy: hasPrivate ? { isShown: showPrivate, label } : undefined,
    json: JSON.stringify(shown, undefined, 2),
  };
}

/** A person's record without home and confidential addresses and without telephone numbers. */
function withoutPrivateParts(person: Person): Person {
  const addresses = person.addresses.filter((address) => !isPrivate(address)).map(withoutTelephones);
  return { ...person, mobilePhone: "", addresses };
}

/** What the registry does not say counts as private. */
function isPrivate({ homeAddress, confidential }: PersonAddress): boolean {
  return homeAddress !== false || confidential !== false;
}

function hasTelephone(address: PersonAddress): boolean {
  return telephoneFields(address).length > 0;
}

function statusText(active: Person["active"]): string {
  if (active === undefined || active === null) return "";
  return active ? vscode.l10n.t("active") : vscode.l10n.t("inactive");
}

function addressSection(address: PersonAddress): DetailsSection {
  const kinds = [
    address.contactAddress === true ? vscode.l10n.t("contact address") : "",
    address.homeAddress === true ? vscode.l10n.t("home address") : "",
    address.confidential === true ? vscode.l10n.t("confidential") : "",
  ].filter((kind) => kind !== "");
  const heading = vscode.l10n.t("Address");
  return {
    heading: kinds.length === 0 ? heading : `${heading} (${kinds.join(", ")})`,
    fields: [...postalFields(address), ...telephoneFields(address)],
  };
}

function groupRoleField(role: GroupRole): readonly DetailsField[] {
  const name = role.name || vscode.l10n.t("Role");
  const label = role.active === false ? vscode.l10n.t("{0} (inactive)", name) : name;
  return recordField(label, [groupRecord(role.group)]);
}

function documentRoleField({ name, document, group }: DocumentRole): readonly DetailsField[] {
  const { documentPK, title, link } = document;
  const values = [
    ...addressField("", link, title || documentPK).flatMap((field) => field.values),
    ...(documentPK === ""
      ? []
      : [{ kind: "text", text: vscode.l10n.t("Document identifier: {0}", documentPK) } as const]),
    ...(group.groupId === "" ? [] : [recordValue(groupRecord(group))]),
  ];
  return values.length === 0 ? [] : [{ label: name || vscode.l10n.t("Role"), values }];
}
