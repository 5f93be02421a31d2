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
 * The messages about references to the registry's records. What a client answers is taken for what the protocol says
 * and nothing else: fields that it does not know, such as an address, go no further.
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
 * Request from server to client: what the registries say about records. An answer with more or fewer
 * results, or with a record of another kind than was asked for, is none.
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
 * Request from server to client before a document with more than `mostReferencesUnasked` distinct records
 * is checked. The client asks once per document and remembers what was said. Answer: whether to go on.
 */
export const checkManyReferencesRequest: ClientRequest<CheckManyParams, boolean> = {
  method: "analyses/checkManyReferences",
  readResult: readBoolean,
};

/** Request from server to client, for completion. Suggestions of another form are left out. */
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
 * Notification from client to server, without parameters: lookups may come to something else than before
 * (an account signed in or out, registries were set up or read anew, the workspace is trusted now). Open
 * documents are checked again.
 */
export const registriesChangedNotification = { method: "analyses/registriesChanged" } as const;

/**
 * Request from client to server: check a document's references now, whatever `references.check` says.
 * Answer: null when the document is not open or the check was overtaken.
 */
export const checkReferencesRequest: RequestMessage<DocumentParams, ReferenceCheckReport | null> = {
  method: "analyses/checkReferences",
  readParams: readDocument,
};

/**
 * Notification from server to client, with its {@link ReferenceCheckReport}, when the check of a document's references ended, also when
 * there was nothing to check. "Could not check" is no finding: it is for the client to say, once.
 */
export const referencesCheckedNotification = { method: "analyses/referencesChecked" } as const;

/** Request from client to server: the reference or registry link at a position of an analyses document. */
export const referenceAtRequest: RequestMessage<PositionParams, ReferenceAtPosition | null> = {
  method: "analyses/referenceAt",
  readParams: readPositionParams,
};

/**
 * Request from client to server: what errors changes would bring into a document, before they are made.
 * Answer: null when the document is not open in that version.
 */
export const problemsAfterRequest: RequestMessage<ProblemsAfterParams, ProblemsAfterAnswer | null> = {
  method: "analyses/problemsAfter",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    changes: list(objectOf({ range: readRange, text: readText })),
  }),
};

/** Request from client to server: the properties of the object at a position whose schema takes a reference. */
export const referencePropertiesRequest: RequestMessage<
  ReferencePropertiesParams,
  ReferencePropertiesAnswer | null
> = {
  method: "analyses/referenceProperties",
  readParams: objectOf({ textDocument: readDocument, position: readPosition, kind: referenceFields.kind }),
};
