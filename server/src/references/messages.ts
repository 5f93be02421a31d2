import type { RegistryRecordKind } from "../../../protocol/src/references";
import { translate } from "../localisation/translate";

/** The kinds of records that a registry has, as what a link leads to. */
function aRecord(kind: RegistryRecordKind): string {
  switch (kind) {
    case "person":
      return translate("a person");
    case "user":
      return translate("a user");
    case "group":
      return translate("a group");
    case "groupType":
      return translate("a group type");
  }
}

export function referenceOutdated(kind: RegistryRecordKind, name: string, registry: string): string {
  const values = [oneLine(registry), oneLine(name)];
  switch (kind) {
    case "person":
      return translate("{0} has this person as “{1}”.", ...values);
    case "user":
      return translate("{0} has this user as “{1}”.", ...values);
    case "group":
      return translate("{0} has this group as “{1}”.", ...values);
    case "groupType":
      return translate("{0} has this group type as “{1}”.", ...values);
  }
}

export function referenceUnknown(kind: RegistryRecordKind, id: string, registry: string): string {
  const values = [oneLine(registry), oneLine(id)];
  switch (kind) {
    case "person":
      return translate("{0} has no person with the identifier “{1}”.", ...values);
    case "user":
      return translate("{0} has no user with the identifier “{1}”.", ...values);
    case "group":
      return translate("{0} has no group with the identifier “{1}”.", ...values);
    case "groupType":
      return translate("{0} has no group type with the identifier “{1}”.", ...values);
  }
}

export function linkToOtherKind(written: RegistryRecordKind, linked: RegistryRecordKind): string {
  return translate("This link leads to {0}, but the reference is to {1}.", aRecord(linked), aRecord(written));
}

export function linkToOtherRecord(kind: RegistryRecordKind, id: string, linkedId: string): string {
  const values = [oneLine(linkedId), oneLine(id)];
  switch (kind) {
    case "person":
      return translate("This link leads to the person “{0}”, but the reference is to “{1}”.", ...values);
    case "user":
      return translate("This link leads to the user “{0}”, but the reference is to “{1}”.", ...values);
    case "group":
      return translate("This link leads to the group “{0}”, but the reference is to “{1}”.", ...values);
    case "groupType":
      return translate("This link leads to the group type “{0}”, but the reference is to “{1}”.", ...values);
  }
}

export function notAnsweredYet(): string {
  return translate("The registry has not answered yet: point here again in a moment.");
}

const longest = 200;

/** Text from elsewhere as it fits into a sentence: in one line, without control characters, not too long. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return line.length > longest ? `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…` : line;
}
