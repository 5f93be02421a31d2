import type { ClientRequest, Read, RequestMessage } from "./message";
import { anyOf, fieldsOf, list, objectOf, oneOf, readBoolean, readNumber, readText, textOf } from "./message";
import type {
  CheckManyParams,
  DocumentParams,
  LookUpAnswer,
  LookUpParams,
  LookUpResult,
  PositionParams,
  ProblemsAfterAnswer,
  ProblemsAfterParams,
  PublicGroup,
  PublicPerson,
  PublicRecord,
  ReferenceAtPosition,
  ReferenceCheckReport,
  ReferencePropertiesAnswer,
  ReferencePropertiesParams,
  ReferenceSuggestion,
  SuggestionsAnswer,
  SuggestParams,
  TextRange,
  VersionedDocumentParams,
} from "./referenceRequests";
import { notCheckedReasons } from "./referenceRequests";
import { referenceFields } from "./references";

/*
 * Messages about references to the registry's records. The server parses a client's results strictly: it drops fields
 * that the protocol does not define, such as an address.
 */

export const readDocument: Read<DocumentParams> = objectOf({ uri: readText });

export const readVersionedDocument: Read<VersionedDocumentParams> = objectOf({
  uri: readText,
  version: readNumber,
});

export const readPosition: Read<PositionParams["position"]> = objectOf({
  line: readNumber,
  character: readNumber,
});

export const readPositionParams: Read<PositionParams> = objectOf({
  textDocument: readDocument,
  position: readPosition,
});

export const readRange: Read<TextRange> = objectOf({ start: readPosition, end: readPosition });

const recordFields = { id: textOf, name: textOf, link: textOf, registry: textOf, readAt: readNumber };

const readRecord = anyOf<PublicRecord>(
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

const readLookUpResult = anyOf<LookUpResult>(
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
 * Request from server to client before the server checks a document with more than `mostReferencesUnasked` distinct
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

/**
 * Request from client to server: the errors that changes would add to a document, before the client applies them.
 * Result: null if the document is not open in that version.
 */
export const problemsAfterRequest: RequestMessage<ProblemsAfterParams, ProblemsAfterAnswer | null> = {
  method: "analyses/problemsAfter",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    changes: list(objectOf({ range: readRange, text: readText })),
  }),
};

/** Request from client to server: the properties of the object at a position whose schema accepts a reference. */
export const referencePropertiesRequest: RequestMessage<
  ReferencePropertiesParams,
  ReferencePropertiesAnswer | null
> = {
  method: "analyses/referenceProperties",
  readParams: objectOf({ textDocument: readDocument, position: readPosition, kind: referenceFields.kind }),
};
