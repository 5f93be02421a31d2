import type { RegistryFormError, RegistryValidator } from "../../../schemas/generated/registryValidators";
import type { Identified } from "./records";
import { identified } from "./records";
import type { AnswerFault, JsonType } from "./registryError";

export type CheckedAnswer<T> =
  { readonly kind: "ok"; readonly value: T } | { readonly kind: "wrong"; readonly fault: AnswerFault };

const jsonTypes = ["object", "array", "string", "number", "boolean"] as const;

/** Holds an answer against the description, leniently; says where the first wrong value stands. */
export function checkAnswer<T>(value: unknown, check: RegistryValidator<T>): CheckedAnswer<Identified<T>> {
  if (check(value)) return { kind: "ok", value: identified(value) };
  const error = check.errors?.[0];
  return { kind: "wrong", fault: error === undefined ? { kind: "notJson" } : faultOf(value, error) };
}

function faultOf(answer: unknown, error: RegistryFormError): AnswerFault {
  const keys = pointerKeys(error.instancePath);
  if (error.params.missingProperty !== undefined) {
    return { kind: "missing", path: pathOf([...keys, error.params.missingProperty]) };
  }
  return {
    kind: "wrongType",
    path: pathOf(keys),
    found: typeOf(valueAt(answer, keys)),
    expected: expectedType(error),
  };
}

/** The keys of a JSON Pointer (RFC 6901). */
function pointerKeys(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A path as programmers write it: `groups[17].groupId`. */
function pathOf(keys: readonly string[]): string {
  return keys
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null) return undefined;
    current = new Map<string, unknown>(Object.entries(current)).get(key);
  }
  return current;
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const name = typeof value;
  return jsonTypes.find((type) => type === name) ?? "object";
}

function expectedType({ params }: RegistryFormError): JsonType {
  const names = [params.type ?? []].flat();
  return jsonTypes.find((type) => names.includes(type)) ?? "object";
}
