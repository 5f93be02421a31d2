// Types of the protocol about references to the registry's records. The client knows registries and
// credentials, the server knows documents. They exchange these messages only if the client declares
// `answersReferenceRequests` in its `initializationOptions` (see customMessages.ts). Both sides cancel
// requests as in LSP (`$/cancelRequest`). No type here can carry an address, a telephone number or a
// credential.

import type { ClientRequest, Read, ReadBy, RequestMessage } from "./message";
import { anyOf, fieldsOf, list, objectOf, oneOf, readBoolean, readNumber, readText, textOf } from "./message";
import { referenceFields, type RegistryRecordKind, type RegistryReference } from "./references";

export interface LookUpParams {
  /** The document with the references. */
  readonly uri: string;
  /** `check` compares whole documents; `hover` looks up one record for a waiting user. */
  readonly purpose: "check" | "hover";
  /** Distinct by kind, identifier and base URL. For `check`, only groups and people. */
  readonly records: readonly RecordToLookUp[];
}

export interface RecordToLookUp {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  /** The reference's link, in the form of references.ts: its base URL or public host identifies the registry. */
  readonly link: string;
}

export interface LookUpAnswer {
  /** One result per requested record, in the same order. */
  readonly results: readonly LookUpResult[];
}

export type LookUpResult =
  | { readonly kind: "known"; readonly record: PublicRecord }
  /** The registry answered 404 to a request for exactly this record; no other cause. */
  | { readonly kind: "unknownId"; readonly registry: string }
  | {
      readonly kind: "notChecked";
      readonly reason: NotCheckedReason;
      /** The user's name for the registry; "" if no registry is involved. */
      readonly registry: string;
      /** For display, in the user's language: the cause, and the remedy. */
      readonly message: string;
    }
  /** The link matches no registry that the user has set up. */
  | { readonly kind: "otherRegistry" };

const notCheckedReasons = [
  "signedOut",
  "signInRefused",
  "forbidden",
  /** No connection, a timeout, or an untrusted certificate. */
  "notReachable",
  /** The registry, or another server at its address, answered with something other than the record. */
  "registryError",
  "untrustedWorkspace",
  /** The link matches several registries, and the user has not chosen one. */
  "severalRegistries",
  /** The user declined to look up many records. */
  "declined",
  "cancelled",
] as const;
export type NotCheckedReason = (typeof notCheckedReasons)[number];

/** The displayable fields of a record: never addresses or telephone numbers. Texts are data, never markup. */
export type PublicRecord = PublicGroup | PublicPerson | PublicUser | PublicGroupType;

interface PublicFields {
  readonly id: string;
  /** As in a reference to the record; for a user, the full name. */
  readonly name: string;
  /** As the registry returns it. */
  readonly link: string;
  /** The user's name for the registry that returned the record. */
  readonly registry: string;
  /** When the registry returned or last confirmed the record, in milliseconds since 1970. */
  readonly readAt: number;
}

/** Absent fields are unknown, or empty in the registry. */
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
  /** Other names that references may give the person: with titles, or as in the registry's own references. */
  readonly otherNames?: readonly string[];
}

export interface PublicUser extends PublicFields {
  readonly kind: "user";
  readonly userName?: string;
}

export interface PublicGroupType extends PublicFields {
  readonly kind: "groupType";
}

/** The maximum number of distinct records that the client looks up for a document without a prompt. */
export const maxReferencesUnasked = 500;

export interface CheckManyParams {
  readonly uri: string;
  /** How many distinct records the document refers to. */
  readonly count: number;
}

export interface SuggestParams {
  readonly uri: string;
  /** The kinds of reference that the schema accepts at the position. */
  readonly kinds: readonly RegistryReference["kind"][];
  /** The text at the position so far; "" for pinned, recent and first records. */
  readonly text: string;
  /** The maximum number of suggestions; the best come first. */
  readonly limit: number;
  /**
   * Whether the editor shows nothing until the result: then the client may wait briefly for a list that it is reading;
   * otherwise it returns at once what it has.
   */
  readonly mayWait: boolean;
}

export interface SuggestionsAnswer {
  readonly suggestions: readonly ReferenceSuggestion[];
  /** Whether more typing may find other suggestions. */
  readonly isIncomplete: boolean;
  /** For display, if some sources were unavailable: "Signed out: only what is known already." */
  readonly note?: string;
}

export type ReferenceSuggestion = RegistryReference & {
  /** Distinguishes records with the same name: a group's type, or how a person is known. */
  readonly detail: string;
  /** The user's name for the registry. */
  readonly registry: string;
};

export interface ReferenceCheckReport {
  readonly uri: string;
  /** The version of the document that was checked. */
  readonly version: number;
  /** The number of distinct records that registries answered for, including unknown identifiers. */
  readonly checked: number;
  /** The number of distinct records of registries that are not set up. */
  readonly otherRegistry: number;
  /** The records that could not be checked, by registry and reason. */
  readonly notChecked: readonly NotCheckedCount[];
}

export interface NotCheckedCount {
  readonly registry: string;
  readonly reason: NotCheckedReason;
  readonly message: string;
  /** The number of distinct records. */
  readonly count: number;
}

export interface ReferenceAtPosition {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  /** "" where the reference has no link to a registry. */
  readonly link: string;
  /** The range of the string at the position, quotes included (LSP 3.17, Range). */
  readonly range: TextRange;
}

/** The innermost object around a position whose schema accepts a reference; without one, only `elsewhere` counts. */
export interface ReferenceProperties {
  /** Properties that the object does not have yet, in the schema's order. */
  readonly names: readonly string[];
  /** If `names` is empty: a property that already has a reference, and a position in the reference. */
  readonly taken: { readonly name: string; readonly position: TextPosition } | null;
  /**
   * Where to insert further properties, if the object is not the innermost one at the requested position; else null.
   */
  readonly outside: TextPosition | null;
  /** The names of a few properties for such a reference in other objects of the analysis. */
  readonly elsewhere: readonly string[];
}

export interface ProblemsAfterAnswer {
  /** Messages of errors that the changes would add; if the text is not JSON now, only those at the changes' ranges. */
  readonly messages: readonly string[];
  /** If there are such errors: where the reference is possible instead; null outside of analyses. */
  readonly properties: ReferenceProperties | null;
}

/** Formats a card in the user's language. */
interface CardWriter {
  /** Translates a sentence and inserts values; `{0}` is the first. */
  readonly translate: (sentence: string, ...values: string[]) => string;
  /** Escapes a registry's text for the card's format. */
  readonly plain: (text: string) => string;
  /** Formats the heading, from escaped text. */
  readonly heading: (plain: string) => string;
  /** Formats a time in milliseconds since 1970. */
  readonly moment: (milliseconds: number) => string;
}

/**
 * Whether a text is one of the record's names in the registry, with or without titles. Compares after Unicode
 * normalization (UAX #15).
 */
export function isNameOf(text: string, { name, otherNames = [] }: RecordNames): boolean {
  const composed = text.normalize();
  return [name, ...otherNames].some((each) => each.normalize() === composed);
}

/** The registry's name for a record; a person may have others. */
export type RecordNames = Pick<PublicRecord, "name"> & Partial<Pick<PublicPerson, "otherNames">>;

/** The paragraphs of a hover about a record: its public fields, their source and their age. */
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

/*
 * Messages about references to the registry's records. The server parses a client's results strictly: it drops fields
 * that the protocol does not define, such as an address.
 */

export const readDocument = objectOf({ uri: readText });
export type DocumentParams = ReadBy<typeof readDocument>;

/** A document in one version (LSP 3.17, VersionedTextDocumentIdentifier). */
export const readVersionedDocument = objectOf({ uri: readText, version: readNumber });
export type VersionedDocumentParams = ReadBy<typeof readVersionedDocument>;

/** Zero-based line and UTF-16 code units in it (LSP 3.17, Position). */
export const readPosition = objectOf({ line: readNumber, character: readNumber });
export type TextPosition = ReadBy<typeof readPosition>;

/** LSP 3.17, TextDocumentPositionParams. */
export const readPositionParams = objectOf({ textDocument: readDocument, position: readPosition });
export type PositionParams = ReadBy<typeof readPositionParams>;

/** LSP 3.17, Range. */
export const readRange = objectOf({ start: readPosition, end: readPosition });
export type TextRange = ReadBy<typeof readRange>;

const recordFields = { id: textOf, name: textOf, link: textOf, registry: textOf, readAt: readNumber };

const readRecord = anyOf(
  objectOf<PublicGroup>(
    { kind: oneOf(["group"]), ...recordFields },
    { groupType: readText, status: readText, contactPerson: readText },
  ),
  objectOf<PublicPerson>(
    { kind: oneOf(["person"]), ...recordFields },
    { primaryGroup: readText, active: readBoolean, otherNames: list(readText) },
  ),
  objectOf({ kind: oneOf(["user"]), ...recordFields }, { userName: readText }),
  objectOf({ kind: oneOf(["groupType"]), ...recordFields }),
);

const readLookUpResult = anyOf(
  objectOf({ kind: oneOf(["known"]), record: readRecord }),
  objectOf({ kind: oneOf(["unknownId"]), registry: textOf }),
  objectOf({
    kind: oneOf(["notChecked"]),
    reason: oneOf(notCheckedReasons),
    registry: textOf,
    message: textOf,
  }),
  objectOf({ kind: oneOf(["otherRegistry"]) }),
);

/**
 * Request from server to client: look up records in the registries. The server rejects a result with more or fewer
 * records, or with a record of another kind than requested.
 */
export const lookUpReferencesRequest: ClientRequest<LookUpParams, LookUpAnswer> = {
  method: "analyses/lookUpReferences",
  readResult(value, { records }) {
    const answer = objectOf({ results: list(readLookUpResult) })(value);
    const isOfKind = (result: LookUpResult, index: number): boolean =>
      result.kind !== "known" || result.record.kind === records[index]?.kind;
    return answer?.results.length === records.length && answer.results.every(isOfKind) ? answer : undefined;
  },
};

/**
 * Request from server to client before the server checks a document with more than `maxReferencesUnasked` distinct
 * records. The client prompts once per document and remembers the choice. Result: whether to continue.
 */
export const checkManyReferencesRequest: ClientRequest<CheckManyParams, boolean> = {
  method: "analyses/checkManyReferences",
  readResult: readBoolean,
};

/** Request from server to client, for completion. The server drops suggestions of another form. */
export const suggestReferencesRequest: ClientRequest<SuggestParams, SuggestionsAnswer> = {
  method: "analyses/suggestReferences",
  readResult(value) {
    const { suggestions, isIncomplete, note } = fieldsOf(value);
    if (!Array.isArray(suggestions)) return undefined;
    return {
      suggestions: suggestions.map(readSuggestion).filter((suggestion) => suggestion !== undefined),
      isIncomplete: isIncomplete === true,
      ...(typeof note === "string" && note !== "" && { note }),
    };
  },
};

const readSuggestion: Read<ReferenceSuggestion> = objectOf({
  ...referenceFields,
  detail: textOf,
  registry: textOf,
});

/**
 * Notification from client to server, without parameters: lookups may have other results now (an account signed in or
 * out, the user set up or reloaded registries, the workspace became trusted). The server rechecks open documents.
 */
export const registriesChangedNotification = { method: "analyses/registriesChanged" } as const;

/**
 * Request from client to server: check a document's references now, regardless of `references.check`.
 * Result: null if the document is not open or a newer check replaced this one.
 */
export const checkReferencesRequest: RequestMessage<DocumentParams, ReferenceCheckReport | null> = {
  method: "analyses/checkReferences",
  readParams: readDocument,
};

/**
 * Notification from server to client, with its {@link ReferenceCheckReport}, after each check of a document's
 * references, even if there was nothing to check. The client, not a diagnostic, reports once what could not be checked.
 */
export const referencesCheckedNotification = { method: "analyses/referencesChecked" } as const;

/** Request from client to server: the reference or registry link at a position of an analyses document. */
export const referenceAtRequest: RequestMessage<PositionParams, ReferenceAtPosition | null> = {
  method: "analyses/referenceAt",
  readParams: readPositionParams,
};

const readChangesToTest = objectOf({
  textDocument: readVersionedDocument,
  /** The server applies them in order; each range refers to the text after the change before it. */
  changes: list(objectOf({ range: readRange, text: readText })),
  /** The kind of the reference that the changes insert, and the position. */
  reference: objectOf({ position: readPosition, kind: referenceFields.kind }),
});
export type ProblemsAfterParams = ReadBy<typeof readChangesToTest>;

/**
 * Request from client to server: the errors that changes would add to a document, before the client applies them.
 * Result: null if the document is not open in that version.
 */
export const problemsAfterRequest: RequestMessage<ProblemsAfterParams, ProblemsAfterAnswer | null> = {
  method: "analyses/problemsAfter",
  readParams: readChangesToTest,
};
