// Plain JSON, and pointers into it.

/** Whether a value is a string, number or boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** A value as text for a question; a value that is no scalar as JSON, at most 100 characters. */
export function quoted(value: unknown): string {
  return isScalar(value) ? String(value) : JSON.stringify(value ?? null).slice(0, 100);
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Unescapes a name of a JSON pointer (RFC 6901). */
export function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A path's step that creates a list: the index of an arm, or of an interval's end. Four digits are a year, which may be
 * a property.
 */
const indexInList = /^\d{1,3}$/;

/** A copy of plain JSON with a value at a path; creates missing objects and lists. */
export function withValue(value: unknown, [step, ...rest]: readonly string[], to: unknown): unknown {
  if (step === undefined) return to;
  if (Array.isArray(value) || (!isObject(value) && indexInList.test(step))) {
    const list = Array.isArray(value) ? [...(value as readonly unknown[])] : [];
    const index = Number(step);
    if (index < list.length || indexInList.test(step)) list[index] = withValue(list[index], rest, to);
    return list;
  }
  const object = isObject(value) ? value : {};
  return { ...object, [step]: withValue(object[step], rest, to) };
}
