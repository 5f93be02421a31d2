import type { NotificationMessage, RequestMessage } from "./message";
import { fieldsOf, listOf, textOf, readText } from "./message";
import type {
  VersionedDocumentParams,
  CheckManyParams,
  DocumentParams,
  LookUpAnswer,
  LookUpParams,
  LookUpResult,
  NotCheckedCount,
  NotCheckedReason,
  PositionParams,
  ProblemsAfterAnswer,
  ProblemsAfterParams,
  PublicRecord,
  RecordToLookUp,
  ReferenceAtPosition,
  ReferenceCheckReport,
  ReferencePropertiesAnswer,
  ReferencePropertiesParams,
  ReferenceSuggestion,
  SuggestionsAnswer,
  SuggestParams,
  TextRange,
} from "./referenceRequests";
import { notCheckedReasons } from "./referenceRequests";

/*
 * The messages about references to the registry's records. What comes is taken for what the protocol says
 * and nothing else: fields that it does not know, such as an address, go no further.
 */

/**
 * Request from server to client: what the registries say about records. An answer with more or fewer
 * results, or with a record of another kind than was asked for, is none.
 */
export const lookUpReferencesRequest: RequestMessage<LookUpParams, LookUpAnswer> = {
  method: "analyses/lookUpReferences",
  readParams(value) {
    const { uri, purpose, records } = fieldsOf(value);
    const read = listOf(records, readRecordToLookUp);
    if (typeof uri !== "string" || read === undefined) return undefined;
    return purpose === "check" || purpose === "hover" ? { uri, purpose, records: read } : undefined;
  },
  readResult(value, { records }) {
    const { results } = fieldsOf(value);
    if (!Array.isArray(results) || results.length !== records.length) return undefined;
    const read = records.map(({ kind }, index) => readLookUpResult(results[index], kind));
    const known = read.filter((result) => result !== undefined);
    return known.length === read.length ? { results: known } : undefined;
  },
};

/**
 * Request from server to client before a document with more than `mostReferencesUnasked` distinct records
 * is checked. The client asks once per document and remembers what was said. Answer: whether to go on.
 */
export const checkManyReferencesRequest: RequestMessage<CheckManyParams, boolean> = {
  method: "analyses/checkManyReferences",
  readParams(value) {
    const { uri, count } = fieldsOf(value);
    return typeof uri === "string" && typeof count === "number" ? { uri, count } : undefined;
  },
  readResult: (value) => (typeof value === "boolean" ? value : undefined),
};

/** Request from server to client, for completion. Suggestions of another form are left out. */
export const suggestReferencesRequest: RequestMessage<SuggestParams, SuggestionsAnswer> = {
  method: "analyses/suggestReferences",
  readParams(value) {
    const { uri, kinds, text, limit, mayWait } = fieldsOf(value);
    const read = listOf(kinds, (kind) => (kind === "group" || kind === "person" ? kind : undefined));
    if (typeof uri !== "string" || read === undefined || typeof text !== "string") return undefined;
    return typeof limit === "number"
      ? { uri, kinds: read, text, limit, mayWait: mayWait === true }
      : undefined;
  },
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

/**
 * Notification from client to server, without parameters: lookups may come to something else than before
 * (an account signed in or out, registries were set up or read anew, the workspace is trusted now). Open
 * documents are checked again.
 */
export const registriesChangedNotification: NotificationMessage<object> = {
  method: "analyses/registriesChanged",
  readParams: () => ({}),
};

/**
 * Request from client to server: check a document's references now, whatever `references.check` says.
 * Answer: null when the document is not open or the check was overtaken.
 */
export const checkReferencesRequest: RequestMessage<DocumentParams, ReferenceCheckReport | null> = {
  method: "analyses/checkReferences",
  readParams: readDocument,
  readResult: (value) => (value === null ? null : readReport(value)),
};

/**
 * Notification from server to client when the check of a document's references ended, also when
 * there was nothing to check. "Could not check" is no finding: it is for the client to say, once.
 */
export const referencesCheckedNotification: NotificationMessage<ReferenceCheckReport> = {
  method: "analyses/referencesChecked",
  readParams: readReport,
};

/** Request from client to server: the reference or registry link at a position of an analyses document. */
export const referenceAtRequest: RequestMessage<PositionParams, ReferenceAtPosition | null> = {
  method: "analyses/referenceAt",
  readParams: readPositionParams,
  readResult(value) {
    if (value === null) return null;
    const { kind, id, link, range } = fieldsOf(value);
    const read = readRange(range);
    if (!isRecordKind(kind) || typeof id !== "string" || read === undefined) return undefined;
    return { kind, id, link: textOf(link), range: read };
  },
};

/**
 * Request from client to server: what errors changes would bring into a document, before they are made.
 * Answer: null when the document is not open in that version.
 */
export const problemsAfterRequest: RequestMessage<ProblemsAfterParams, ProblemsAfterAnswer | null> = {
  method: "analyses/problemsAfter",
  readParams(value) {
    const { textDocument, changes } = fieldsOf(value);
    const document = readVersionedDocument(textDocument);
    const read = listOf(changes, (change) => {
      const { range, text } = fieldsOf(change);
      const place = readRange(range);
      return place !== undefined && typeof text === "string" ? { range: place, text } : undefined;
    });
    if (document === undefined || read === undefined) return undefined;
    return { textDocument: document, changes: read };
  },
  readResult(value) {
    if (value === null) return null;
    const messages = listOf(fieldsOf(value).messages, readText);
    return messages && { messages };
  },
};

/** Request from client to server: the properties of the object at a position whose schema takes a reference. */
export const referencePropertiesRequest: RequestMessage<
  ReferencePropertiesParams,
  ReferencePropertiesAnswer | null
> = {
  method: "analyses/referenceProperties",
  readParams(value) {
    const { kind } = fieldsOf(value);
    const place = readPositionParams(value);
    if (place === undefined || (kind !== "group" && kind !== "person")) return undefined;
    return { ...place, kind };
  },
  readResult(value) {
    if (value === null) return null;
    const names = listOf(fieldsOf(value).names, readText);
    return names && { names };
  },
};

export function readDocument(value: unknown): DocumentParams | undefined {
  const { uri } = fieldsOf(value);
  return typeof uri === "string" ? { uri } : undefined;
}

export function readVersionedDocument(value: unknown): VersionedDocumentParams | undefined {
  const { uri, version } = fieldsOf(value);
  return typeof uri === "string" && typeof version === "number" ? { uri, version } : undefined;
}

export function readPositionParams(value: unknown): PositionParams | undefined {
  const { textDocument, position } = fieldsOf(value);
  const document = readDocument(textDocument);
  const place = readPosition(position);
  return document && place && { textDocument: document, position: place };
}

export function readPosition(value: unknown): PositionParams["position"] | undefined {
  const { line, character } = fieldsOf(value);
  return typeof line === "number" && typeof character === "number" ? { line, character } : undefined;
}

export function readRange(value: unknown): TextRange | undefined {
  const { start, end } = fieldsOf(value);
  const first = readPosition(start);
  const last = readPosition(end);
  return first && last && { start: first, end: last };
}

function readRecordToLookUp(value: unknown): RecordToLookUp | undefined {
  const { kind, id, link } = fieldsOf(value);
  return isRecordKind(kind) && typeof id === "string" ? { kind, id, link: textOf(link) } : undefined;
}

function isRecordKind(kind: unknown): kind is RecordToLookUp["kind"] {
  return kind === "group" || kind === "person" || kind === "user" || kind === "groupType";
}

function readReport(value: unknown): ReferenceCheckReport | undefined {
  const { uri, version, checked, otherRegistry, notChecked } = fieldsOf(value);
  const counts = listOf(notChecked, readCount);
  if (typeof uri !== "string" || typeof version !== "number" || counts === undefined) return undefined;
  if (typeof checked !== "number" || typeof otherRegistry !== "number") return undefined;
  return { uri, version, checked, otherRegistry, notChecked: counts };
}

function readCount(value: unknown): NotCheckedCount | undefined {
  const { registry, reason, message, count } = fieldsOf(value);
  const known = readReason(reason);
  if (known === undefined || typeof count !== "number") return undefined;
  return { registry: textOf(registry), reason: known, message: textOf(message), count };
}

function readReason(value: unknown): NotCheckedReason | undefined {
  return notCheckedReasons.find((one): one is NotCheckedReason => one === value);
}

function readLookUpResult(value: unknown, kind: RecordToLookUp["kind"]): LookUpResult | undefined {
  const fields = fieldsOf(value);
  const registry = textOf(fields.registry);
  switch (fields.kind) {
    case "known": {
      const record = readRecord(fields.record);
      return record?.kind === kind ? { kind: "known", record } : undefined;
    }
    case "unknownId":
      return { kind: "unknownId", registry };
    case "notChecked": {
      const reason = readReason(fields.reason);
      if (reason === undefined) return undefined;
      return { kind: "notChecked", reason, registry, message: textOf(fields.message) };
    }
    case "otherRegistry":
      return { kind: "otherRegistry" };
    default:
      return undefined;
  }
}

function readRecord(value: unknown): PublicRecord | undefined {
  const fields = fieldsOf(value);
  const { readAt, kind } = fields;
  if (typeof readAt !== "number") return undefined;
  const common = {
    id: textOf(fields.id),
    name: textOf(fields.name),
    link: textOf(fields.link),
    registry: textOf(fields.registry),
    readAt,
  };
  switch (kind) {
    case "group":
      return { kind, ...common, ...textsOf(fields, ["groupType", "status", "contactPerson"]) };
    case "person": {
      const { active, otherNames } = fields;
      const texts = textsOf(fields, ["primaryGroup"]);
      return {
        kind,
        ...common,
        ...texts,
        ...(typeof active === "boolean" && { active }),
        ...(Array.isArray(otherNames) && { otherNames: otherNames.map(textOf) }),
      };
    }
    case "user":
      return { kind, ...common, ...textsOf(fields, ["userName"]) };
    case "groupType":
      return { kind, ...common };
    default:
      return undefined;
  }
}

function readSuggestion(value: unknown): ReferenceSuggestion | undefined {
  const { kind, id, name, link, detail, registry } = fieldsOf(value);
  if (kind !== "group" && kind !== "person") return undefined;
  if (typeof id !== "string" || id === "" || typeof name !== "string" || typeof link !== "string")
    return undefined;
  return { kind, id, name, link, detail: textOf(detail), registry: textOf(registry) };
}

function textsOf<Name extends string>(
  fields: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = fields[name];
    if (typeof text === "string" && text !== "") texts[name] = text;
  }
  return texts;
}
