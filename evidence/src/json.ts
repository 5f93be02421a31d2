/** Plain JSON, and pointers into it. */

/** Whether a value is one word or number of JSON. */
export function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** A value as a question quotes it. */
export function quoted(value: unknown): string {
  return isScalar(value) ? String(value) : JSON.stringify(value ?? null).slice(0, 100);
}

/** A name as it stands in a JSON pointer (RFC 6901). */
export function escaped(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A name out of a JSON pointer (RFC 6901). */
export function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of arms, or of both ends of an interval; years, which may be names, are none. */
const indexInList = /^\d{1,3}$/;

/** The same value, plain JSON, with a number at the end of a way; objects and lists that lack are there. */
export function withNumber(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return 0;
  if (Array.isArray(value) || (!isObject(value) && indexInList.test(step))) {
    const list = Array.isArray(value) ? [...(value as readonly unknown[])] : [];
    if (indexInList.test(step)) list[Number(step)] = withNumber(list[Number(step)], rest);
    return list;
  }
  const object = isObject(value) ? value : {};
  return { ...object, [step]: withNumber(object[step], rest) };
}
