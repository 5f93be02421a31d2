import type { RegistryRecordKind, RegistryReference } from "./references";

/*
 * What client and server say to each other about references to the registry's records. The client knows
 * registries and credentials, the server knows documents. All of it is for clients that say in
 * `initializationOptions` that they answer (`answersReferenceRequests`, see customMessages.ts); with
 * others none of it is sent. Requests of both directions are cancelled as LSP says (`$/cancelRequest`);
 * nothing here can carry an address, a telephone number or a credential.
 */

export interface LookUpParams {
  /** The document that the question is about. */
  readonly uri: string;
  /** `check` compares whole documents; `hover` is one record that a person is waiting for. */
  readonly purpose: "check" | "hover";
  /** Distinct by kind, identifier and base URL. For `check` groups and people only. */
  readonly records: readonly RecordToLookUp[];
}

export interface RecordToLookUp {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  /** The link beside it, in the form of references.ts: its base URL or public host names the registry. */
  readonly link: string;
}

export interface LookUpAnswer {
  /** One for each record asked for, in the same order. */
  readonly results: readonly LookUpResult[];
}

export type LookUpResult =
  | { readonly kind: "known"; readonly record: PublicRecord }
  /** The registry answered 404 to a question for this very record, and for no other reason. */
  | { readonly kind: "unknownId"; readonly registry: string }
  | {
      readonly kind: "notChecked";
      readonly reason: NotCheckedReason;
      /** The registry's name as the user gave it; "" where it has to do with none. */
      readonly registry: string;
      /** For people, in their language: why, and what to do. */
      readonly message: string;
    }
  /** The link names none of the registries that the user has set up. */
  | { readonly kind: "otherRegistry" };

export const notCheckedReasons = [
  "signedOut",
  "signInRefused",
  "forbidden",
  /** No connection, no answer in time, a certificate that is not trusted. */
  "notReachable",
  /** The registry, or what stands at its address, answered with something else than the record. */
  "registryError",
  "untrustedWorkspace",
  /** The link may be of several registries, and nobody has said which one is meant. */
  "severalRegistries",
  /** Somebody said no to the question whether many records may be looked up. */
  "declined",
  "cancelled",
] as const;
export type NotCheckedReason = (typeof notCheckedReasons)[number];

/** What may be shown of a record: never addresses or telephone numbers. Texts are data, never markup. */
export type PublicRecord = PublicGroup | PublicPerson | PublicUser | PublicGroupType;

interface PublicFields {
  readonly id: string;
  /** As a reference to the record has it; a user's full name. */
  readonly name: string;
  /** As the registry gives it. */
  readonly link: string;
  /** The name that the user gave the registry which said so. */
  readonly registry: string;
  /** When the registry gave or last confirmed it, in milliseconds since 1970. */
  readonly readAt: number;
}

/** Texts that the registry left empty, or that are not known, are absent. */
export interface PublicGroup extends PublicFields {
  readonly kind: "group";
  readonly groupType?: string;
  readonly status?: string;
  /** The contact person's name. */
  readonly contactPerson?: string;
}

export interface PublicPerson extends PublicFields {
  readonly kind: "person";
  /** The primary group's name. */
  readonly primaryGroup?: string;
  readonly active?: boolean;
  /** By which references may name the person as well: with titles, or as the registry's own references do. */
  readonly otherNames?: readonly string[];
}

export interface PublicUser extends PublicFields {
  readonly kind: "user";
  readonly userName?: string;
}

export interface PublicGroupType extends PublicFields {
  readonly kind: "groupType";
}

/** The most distinct records that a document is checked for without asking. */
export const mostReferencesUnasked = 500;

export interface CheckManyParams {
  readonly uri: string;
  /** How many distinct records the document refers to. */
  readonly count: number;
}

export interface SuggestParams {
  readonly uri: string;
  /** What the place takes. */
  readonly kinds: readonly RegistryReference["kind"][];
  /** What stands at the place so far; "" for what is pinned, recent or first. */
  readonly text: string;
  /** At most so many suggestions, the best first. */
  readonly limit: number;
  /**
   * Whether the author is shown nothing before the answer: then the client may wait a moment for a list that
   * it is reading, else it answers at once with what it knows.
   */
  readonly mayWait: boolean;
}

export interface SuggestionsAnswer {
  readonly suggestions: readonly ReferenceSuggestion[];
  /** Whether more typing may bring up others. */
  readonly isIncomplete: boolean;
  /** For people, where not everything could be offered: "Signed out: only what is known already." */
  readonly note?: string;
}

export type ReferenceSuggestion = RegistryReference & {
  /** What tells it from its namesakes: a group's type, why a person is known. */
  readonly detail: string;
  /** The name that the user gave the registry. */
  readonly registry: string;
};

export interface DocumentParams {
  readonly uri: string;
}

/** A document in one version (LSP 3.17, VersionedTextDocumentIdentifier). */
export interface VersionedDocumentParams extends DocumentParams {
  readonly version: number;
}

export interface ReferenceCheckReport {
  readonly uri: string;
  /** The version of the document whose references were looked up. */
  readonly version: number;
  /** How many distinct records the registries answered for, unknown ones included. */
  readonly checked: number;
  /** How many distinct records belong to registries that are not set up. */
  readonly otherRegistry: number;
  /** What could not be checked, by registry and reason; empty when all could. */
  readonly notChecked: readonly NotCheckedCount[];
}

export interface NotCheckedCount {
  readonly registry: string;
  readonly reason: NotCheckedReason;
  readonly message: string;
  /** How many distinct records. */
  readonly count: number;
}

/** LSP 3.17, TextDocumentPositionParams. */
export interface PositionParams {
  readonly textDocument: DocumentParams;
  readonly position: TextRange["start"];
}

export interface ReferenceAtPosition {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  /** "" where the reference has no link to a registry. */
  readonly link: string;
  /** From the opening to the closing quote of what stands at the position (LSP 3.17, Range). */
  readonly range: TextRange;
}

/** Zero-based lines and UTF-16 code units in them (LSP 3.17, Range). */
export interface TextRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export interface ProblemsAfterParams {
  readonly textDocument: VersionedDocumentParams;
  /** Applied in order, each by the positions of the text that the one before left. */
  readonly changes: readonly { readonly range: TextRange; readonly text: string }[];
}

/** Where in an object references of a kind may go. */
export interface ReferencePropertiesParams extends PositionParams {
  readonly kind: RegistryReference["kind"];
}

export interface ReferencePropertiesAnswer {
  /** Properties that the object at the position does not have yet, in the schema's order. */
  readonly names: readonly string[];
}

export interface ProblemsAfterAnswer {
  /** The errors that there would be and are not now, for people; where the text is not JSON now, only those at the very places of the changes. */
  readonly messages: readonly string[];
}

/** How a card is written for its reader. */
interface CardWriter {
  /** Puts values into a sentence in the reader's language; `{0}` stands for the first of them. */
  readonly translate: (sentence: string, ...values: string[]) => string;
  /** Text of a registry as text and nothing else in the card's format. */
  readonly plain: (text: string) => string;
  /** The card's heading, from text that is plain already. */
  readonly heading: (plain: string) => string;
  /** A moment, given in milliseconds since 1970. */
  readonly moment: (milliseconds: number) => string;
}

/**
 * Whether a text is a name that the registry has for a record, with or without titles. Letters that look the same are
 * the same, in whichever way they are composed (UAX #15).
 */
export function isNameOf(text: string, { name, otherNames = [] }: RecordNames): boolean {
  const composed = text.normalize();
  return [name, ...otherNames].some((each) => each.normalize() === composed);
}

/** What a registry calls a record; a person also by other names. */
export type RecordNames = Pick<PublicRecord, "name"> & Partial<Pick<PublicPerson, "otherNames">>;

/** The paragraphs of a hover about a record: its public fields, where they were read and when. */
export function recordCard(record: PublicRecord, writer: CardWriter): readonly string[] {
  const { translate, heading, moment } = writer;
  const plain = (text: string): string => writer.plain(text.trim());
  const facts = factsOf(record, { ...writer, plain }).filter((fact) => fact !== undefined && fact !== "");
  return [
    heading(plain(record.name === "" ? record.id : record.name)),
    ...(facts.length === 0 ? [] : [facts.join(" · ")]),
    translate("From {0}, read {1}", plain(record.registry), moment(record.readAt)),
  ];
}

function factsOf(record: PublicRecord, { translate, plain }: CardWriter): readonly (string | undefined)[] {
  switch (record.kind) {
    case "group": {
      const { groupType, status, contactPerson } = record;
      return [
        translate("Group"),
        groupType && plain(groupType),
        status && plain(status),
        contactPerson && translate("Contact person: {0}", plain(contactPerson)),
      ];
    }
    case "person": {
      const { active, primaryGroup } = record;
      return [
        translate("Person"),
        active === undefined ? undefined : active ? translate("active") : translate("inactive"),
        primaryGroup && translate("Primary group: {0}", plain(primaryGroup)),
      ];
    }
    case "user":
      return [translate("User"), record.userName && plain(record.userName)];
    case "groupType":
      return [translate("Group type")];
  }
}
