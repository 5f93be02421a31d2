/** The properties of an object from a server or a child process; empty for any other value. */
export function propertiesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}

export function property(value: unknown, name: string): unknown {
  return propertiesOf(value).get(name);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
