import type {
  LookUpAnswer,
  LookUpResult,
  NotCheckedReason,
  PublicRecord,
  RecordToLookUp,
  ReferenceSuggestion,
  SuggestionsAnswer,
} from "../../../protocol/src/referenceRequests";
import { notCheckedReasons } from "../../../protocol/src/referenceRequests";

/*
 * Takes the client's answers for what the protocol says and nothing else: fields that it does not know,
 * such as an address, go no further.
 */

/**
 * Reads the answer to a lookup of `records`. Undefined for one of another form, such as one with more or
 * fewer results, or with a record of another kind than was asked for.
 */
export function readLookUpAnswer(
  answer: unknown,
  records: readonly RecordToLookUp[],
): LookUpAnswer | undefined {
  const { results } = fieldsOf(answer);
  if (!Array.isArray(results) || results.length !== records.length) return undefined;
  const read = records.map(({ kind }, index) => readResult(results[index], kind));
  const known = read.filter((result) => result !== undefined);
  return known.length === read.length ? { results: known } : undefined;
}

/** Reads suggestions; those of another form are left out. */
export function readSuggestions(answer: unknown): SuggestionsAnswer | undefined {
  const { suggestions, isIncomplete, note } = fieldsOf(answer);
  if (!Array.isArray(suggestions)) return undefined;
  return {
    suggestions: suggestions.map(readSuggestion).filter((suggestion) => suggestion !== undefined),
    isIncomplete: isIncomplete === true,
    ...(typeof note === "string" && note !== "" && { note }),
  };
}

function readResult(value: unknown, kind: RecordToLookUp["kind"]): LookUpResult | undefined {
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
      const reason = notCheckedReasons.find((one): one is NotCheckedReason => one === fields.reason);
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
      const { active } = fields;
      const texts = textsOf(fields, ["primaryGroup"]);
      return { kind, ...common, ...texts, ...(typeof active === "boolean" && { active }) };
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

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
