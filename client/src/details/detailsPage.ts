import * as vscode from "vscode";
import type { RegistryRecord } from "../tree/records";

/** How many records or fields of one kind a page names; the tree holds them all. */
const listLimit = 500;

/** What a page of details shows, as plain data. */
export interface DetailsPage {
  readonly record: RegistryRecord;
  /** Short words beside the title, for example the status. */
  readonly badges: readonly string[];
  readonly sections: readonly DetailsSection[];
  /** What of the record is left out until it is asked for; undefined where nothing is. */
  readonly privacy: DetailsPrivacy | undefined;
  /** The record as JSON for the clipboard, without what is hidden. */
  readonly json: string;
}

export interface DetailsPrivacy {
  readonly isShown: boolean;
  /** What the button says that shows or hides it. */
  readonly label: string;
}

export interface DetailsSection {
  /** Undefined for the first section, which belongs to the title. */
  readonly heading: string | undefined;
  readonly fields: readonly DetailsField[];
}

export interface DetailsField {
  readonly label: string;
  readonly values: readonly DetailsValue[];
}

export type DetailsValue =
  | { readonly kind: "text"; readonly text: string }
  /** Another record, which opens in the same view. */
  | { readonly kind: "record"; readonly record: RegistryRecord }
  /** An address that opens in the browser. */
  | { readonly kind: "address"; readonly address: string; readonly text: string };

/** A field with one text; left out when it is empty. */
export function textField(label: string, text: string): readonly DetailsField[] {
  return text === "" ? [] : [{ label, values: [{ kind: "text", text }] }];
}

/** A field with other records; left out when there are none. */
export function recordField(label: string, records: readonly RegistryRecord[]): readonly DetailsField[] {
  const values = records.filter(({ id }) => id !== "").map(recordValue);
  return values.length === 0 ? [] : [{ label, values: shortList(values, moreText) }];
}

export function recordValue(record: RegistryRecord): DetailsValue {
  return { kind: "record", record };
}

/** A field with an address of the web; one that is not https or http is shown as text. */
export function addressField(label: string, address: string, text = address): readonly DetailsField[] {
  if (address === "") return textField(label, text);
  if (!/^https?:\/\//i.test(address)) return textField(label, address);
  return [{ label, values: [{ kind: "address", address, text: text === "" ? address : text }] }];
}

/** Sections without those that hold nothing, and none too long to be read. */
export function filled(sections: readonly DetailsSection[]): readonly DetailsSection[] {
  return sections
    .filter(({ fields }) => fields.length > 0)
    .map(({ heading, fields }) => ({
      heading,
      fields: shortList(fields, (left) => ({ label: "…", values: [moreText(left)] })),
    }));
}

/** The beginning of a list, and after it how many items are left out. */
function shortList<T>(items: readonly T[], more: (left: number) => T): readonly T[] {
  const left = items.length - listLimit;
  return left > 0 ? [...items.slice(0, listLimit), more(left)] : items;
}

function moreText(left: number): DetailsValue {
  return {
    kind: "text",
    text: vscode.l10n.t("and {0} more, which the tree shows", left.toLocaleString(vscode.env.language)),
  };
}
