import { listOf, property } from "../json/read";
import type { Outline } from "../servers/subject";

const shownLength = 300;

/** Says what is wrong with an answer to `textDocument/completion`; undefined where nothing is. */
export function wrongCompletion(result: unknown, expected: readonly string[]): string | undefined {
  const items = listOf(Array.isArray(result) ? result : property(result, "items"));
  const labels = items.map((item) => property(item, "label"));
  const offered = new Set(
    labels.map((label) => (typeof label === "string" ? label.replaceAll('"', "") : label)),
  );
  const missing = expected.find((label) => !offered.has(label));
  return missing === undefined ? undefined : `${missing} is not among ${shortened([...offered])}`;
}

/** Says what is wrong with an answer to `textDocument/hover`; undefined where nothing is. */
export function wrongHover(result: unknown, expected: readonly string[]): string | undefined {
  const text = JSON.stringify(property(result, "contents") ?? null);
  const missing = expected.find((part) => !text.includes(part));
  return missing === undefined ? undefined : `“${missing}” is not in ${shortened(text)}`;
}

/** Says what is wrong with an outline; undefined where nothing is. */
export function wrongOutline(shown: Outline, { groups, analyses }: Outline): string | undefined {
  return shown.groups === groups && shown.analyses === analyses
    ? undefined
    : `${shown.groups} groups with ${shown.analyses} analyses, where there are ${groups} with ${analyses}`;
}

function shortened(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
