import { listOf, property } from "../json/read";
import type { Outline } from "../servers/subject";

const shownLength = 300;

/** Describes the error in a response to `textDocument/completion`; undefined if there is none. */
export function wrongCompletion(result: unknown, expected: readonly string[]): string | undefined {
  const items = listOf(Array.isArray(result) ? result : property(result, "items"));
  const labels = items.map((item) => property(item, "label"));
  const offered = new Set(
    labels.map((label) => (typeof label === "string" ? label.replaceAll('"', "") : label)),
  );
  const missing = expected.find((label) => !offered.has(label));
  return missing === undefined ? undefined : `${missing} is not among ${shorten([...offered])}`;
}

/** Describes the error in a response to `textDocument/hover`; undefined if there is none. */
export function wrongHover(result: unknown, expected: readonly string[]): string | undefined {
  const text = JSON.stringify(property(result, "contents") ?? null);
  const missing = expected.find((part) => !text.includes(part));
  return missing === undefined ? undefined : `“${missing}” is not in ${shorten(text)}`;
}

/** Describes the error in an outline; undefined if there is none. */
export function wrongOutline(shown: Outline, { groups, analyses }: Outline): string | undefined {
  return shown.groups === groups && shown.analyses === analyses
    ? undefined
    : `${shown.groups} groups with ${shown.analyses} analyses, where there are ${groups} with ${analyses}`;
}

function shorten(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
