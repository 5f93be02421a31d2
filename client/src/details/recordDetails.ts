// Reads records, and builds the page for each kind.
import * as vscode from "vscode";
import { writeRegistryLink } from "@analyses/protocol/references";
import { nameOr } from "../platform/displayText";
import type { Registry } from "../registries/registries";
import { fullName, groupId, groupTypeId, personId, userId } from "../registryClient/records";
import type { Outcome } from "../registryClient/registryError";
import type {
  DocumentRole,
  Group,
  GroupAddress,
  GroupReference,
  GroupRole,
  GroupType,
  Person,
  PersonAddress,
  User,
} from "../registryClient/records";
import type { RegistryRecord } from "../tree/nodes/treeNode";
import { groupRecord, groupTypeRecord, personRecord, userRecord } from "../tree/nodes/treeNode";
import type { DetailsField, DetailsPage, DetailsProblem, DetailsSection } from "./detailsHtml";
import { addressField, emailField, withinLimits, recordField, recordValue, textField } from "./detailsHtml";

/** Builds the page of a record. */
export type PageMaker = (showPrivate: boolean) => DetailsPage;

/** Reads a record. @returns a function that builds its page */
export async function readDetails(
  { client, store }: Registry,
  { kind, id, name }: Pick<RegistryRecord, "kind" | "id" | "name">,
  signal: AbortSignal,
): Promise<Outcome<PageMaker>> {
  switch (kind) {
    case "group":
      return pageFrom(
        await client.group(groupId(id), { signal }),
        (group) => (showPrivate) => groupDetails(group, store.parentOf(group.groupId), showPrivate),
      );
    case "groupType":
      return pageFrom(
        await client.groupType(groupTypeId(id), { signal }),
        (type) => () => groupTypeDetails(type),
      );
    case "person":
      return pageFrom(await client.person(personId(id), { signal }), (person) => {
        const shownName = fullName(person) || name;
        return (showPrivate) => personDetails(person, shownName, showPrivate);
      });
    case "user": {
      const link = writeRegistryLink({ baseUrl: client.address, kind: "user", id }) ?? "";
      return pageFrom(await client.user(userId(id), { signal }), (user) => () => userDetails(user, link));
    }
  }
}

function pageFrom<T>(outcome: Outcome<T>, make: (value: T) => PageMaker): Outcome<PageMaker> {
  return outcome.kind === "ok" ? { ...outcome, value: make(outcome.value) } : outcome;
}

/**
 * All fields of a group (specification, section 2.5). Includes telephone numbers only if `showPrivate` is set.
 *
 * @param parent the parent group, if known
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
    sections: withinLimits([
      {
        heading: undefined,
        fields: [
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
          ...emailField(vscode.l10n.t("E-mail"), group.email),
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

/** The page of a group with only the fields of the public list of groups; undefined if the list does not contain it. */
export function listedGroup(
  { store }: Registry,
  id: string,
  problem: DetailsProblem,
): DetailsPage | undefined {
  const group = store.groups?.find((candidate) => candidate.groupId === id);
  if (group === undefined) return undefined;
  const parent = store.parentOf(group.groupId);
  const fields = [
    ...recordField(vscode.l10n.t("Group type"), [groupTypeRecord(group.groupType)]),
    ...recordField(vscode.l10n.t("Parent group"), parent === undefined ? [] : [groupRecord(parent)]),
    ...addressField(vscode.l10n.t("Link"), group.link),
  ];
  return {
    record: groupRecord(group),
    badges: [group.groupType.name].filter((badge) => badge !== ""),
    problem,
    sections: withinLimits([{ heading: undefined, fields }]),
    privacy: undefined,
    json: JSON.stringify(group, undefined, 2),
  };
}

/** All fields of a group type (specification, section 2.4). */
export function groupTypeDetails(groupType: GroupType): DetailsPage {
  return {
    record: groupTypeRecord(groupType),
    badges: [vscode.l10n.t("Group type")],
    sections: withinLimits([
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

/**
 * All fields of a person (specification, sections 2.1 and 2.2). Includes home and confidential addresses and all
 * telephone numbers only if `showPrivate` is set.
 */
export function personDetails(person: Person, name: string, showPrivate: boolean): DetailsPage {
  const shown = showPrivate ? person : withoutPrivateParts(person);
  const hasPrivate =
    person.mobilePhone !== "" ||
    person.addresses.some((address) => isPrivate(address) || telephoneFields(address).length > 0);
  const label = showPrivate
    ? vscode.l10n.t("Hide Home and Confidential Addresses and Telephone Numbers")
    : vscode.l10n.t("Show Home and Confidential Addresses and Telephone Numbers");
  return {
    record: { kind: "person", id: person.personId, name, link: person.link },
    badges: [statusText(person.active)].filter((badge) => badge !== ""),
    sections: withinLimits([
      {
        heading: undefined,
        fields: [
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
          ...emailField(vscode.l10n.t("E-mail"), person.primaryEmail),
          ...emailField(vscode.l10n.t("Second e-mail"), person.secondaryEmail),
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

function withoutPrivateParts(person: Person): Person {
  const addresses = person.addresses.filter((address) => !isPrivate(address)).map(withoutTelephones);
  return { ...person, mobilePhone: "", addresses };
}

/** Whether an address is a home or confidential address. With a missing flag it may be one, and counts as private. */
function isPrivate({ homeAddress, confidential }: PersonAddress): boolean {
  return homeAddress !== false || confidential !== false;
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
  const name = nameOr(role.name, vscode.l10n.t("Role"));
  const label = role.active === false ? vscode.l10n.t("{0} (inactive)", name) : name;
  return recordField(label, [groupRecord(role.group)]);
}

function documentRoleField({ name, document, group }: DocumentRole): readonly DetailsField[] {
  const { documentPK, title, link } = document;
  const values = [
    ...addressField("", link, nameOr(title, documentPK)).flatMap((field) => field.values),
    ...(documentPK === ""
      ? []
      : [{ kind: "text", text: vscode.l10n.t("Document identifier: {0}", documentPK) } as const]),
    ...(group.groupId === "" ? [] : [recordValue(groupRecord(group))]),
  ];
  return values.length === 0 ? [] : [{ label: nameOr(name, vscode.l10n.t("Role")), values }];
}

/** All fields of a user account (specification, section 2.3). */
export function userDetails(user: User, link: string): DetailsPage {
  return {
    record: { kind: "user", id: user.userId, name: user.userName, link },
    badges: [vscode.l10n.t("User account")],
    sections: withinLimits([
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

/** A postal address as lines, without empty lines (specification, section 2.2). */
function postalFields(address: GroupAddress): readonly DetailsField[] {
  const place = [address.zip, address.city].filter((text) => text !== "").join(" ");
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

function telephoneFields(address: GroupAddress): readonly DetailsField[] {
  return [
    ...textField(vscode.l10n.t("Telephone"), address.primaryPhone),
    ...textField(vscode.l10n.t("Second telephone"), address.secondaryPhone),
    ...textField(vscode.l10n.t("Fax"), address.primaryFax),
    ...textField(vscode.l10n.t("Second fax"), address.secondaryFax),
  ];
}

function withoutTelephones<T extends GroupAddress>(address: T): T {
  return { ...address, primaryPhone: "", secondaryPhone: "", primaryFax: "", secondaryFax: "" };
}

function countryText({ code, name }: GroupAddress["country"]): string {
  return name === "" || code === "" ? name || code : `${name} (${code})`;
}
