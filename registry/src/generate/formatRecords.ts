import type { ContentRecords } from "../content/content";

/**
 * Records as a data file has them: one a line, without what is empty, since what a data file leaves out is
 * read as empty.
 */
export function formatRecords(records: ContentRecords): string {
  const lists = Object.entries(records).map(
    ([name, list]: [string, readonly object[]]) =>
      `"${name}":[\n${list.map((record) => JSON.stringify(record, withoutEmpty)).join(",\n")}\n]`,
  );
  return `{${lists.join(",\n")}}\n`;
}

function withoutEmpty(_key: string, value: unknown): unknown {
  return isEmpty(value) ? undefined : value;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isEmpty);
  return value === "";
}
