/** An object of parsed JSON; `JSON.parse` creates `__proto__` as an ordinary property. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** @returns undefined if the text is not JSON */
export function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
