/** A JSON value as `JSON.parse` makes it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Where a value stands: the names and indexes that lead to it from the outermost value. */
export type JsonPath = readonly (string | number)[];

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isJsonArray(value);
}

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A function of immutable objects that makes its answer once for each; the answer is freed with the object. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let kept = known.get(key);
    if (kept === undefined) known.set(key, (kept = { value: make(key) }));
    return kept.value;
  };
}

/** A JSON text that is known to be well-formed (RFC 8259), as a value. */
export function readJson(text: string): JsonValue {
  const value: unknown = JSON.parse(text);
  // JSON.parse gives JSON values and nothing else.
  return value as JsonValue;
}

/** The names and indexes of a JSON pointer (RFC 6901). */
export function pathOfPointer(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Names and indexes as a JSON pointer (RFC 6901). */
export function pointerOfPath(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
