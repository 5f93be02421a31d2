import type { AnalysesDocument } from "../document/analysesDocument";
import type { FindingDraft } from "../findings/finding";
import { translate } from "../localisation/translate";

/**
 * If the JSON was copied from the source of a web page, replaces the findings by one, at the first quote or space that
 * is written as an HTML entity. Keeps only the syntax findings before that place: the entities cause all others.
 */
export function reportHtmlOnce(
  document: AnalysesDocument,
  drafts: readonly FindingDraft[],
): readonly FindingDraft[] {
  const syntaxErrors = drafts.filter(({ data }) => data.kind === "syntax" && data.problem !== "comment");
  // Entities begin with `&`. Without one in a syntax finding, the whole text need not be searched after every edit.
  const mayBeHtml = syntaxErrors.some(({ start, end }) => document.text.slice(start, end).includes("&"));
  if (!mayBeHtml || document.text.length > maxLength) return drafts;
  const text = document.text.toString();
  const entities = [...text.matchAll(textOrEntity)].filter(({ groups }) => groups?.text === undefined);
  const [first, last] = [entities.at(0), entities.at(-1)];
  if (first === undefined || last === undefined) return drafts;
  if (!syntaxErrors.some(({ start, end }) => start <= first.index && first.index < end)) return drafts;
  const { index: start, groups } = first;
  const end = last.index + last[0].length;
  const entity = groups?.open ?? first[0];
  const newText = text.slice(start, end).replace(textOrEntity, (written) => decoded(written));
  return [
    ...drafts.filter((draft) => draft.code === "syntax" && draft.end <= start),
    {
      code: "syntax",
      message: translate("`{0}` is HTML, not JSON: this was copied out of the source of a web page.", entity),
      start,
      end: start + entity.length,
      related: [],
      data: { kind: "syntax", problem: "mistyped", repair: { start, end, newText, certain: false } },
    },
  ];
}

/** The maximum length of a text (UTF-16 units) in which to look for entities. */
const maxLength = 6_000_000;

const quote = String.raw`&(?:quot|#34|#x22|ldquo|rdquo);`;
/**
 * Matches, in this order: a string in quotes (`text`), in which an entity belongs to the value; a string between two
 * quote entities, of which `open` is the first; a single quote entity; and space entities.
 */
const textOrEntity = new RegExp(
  String.raw`(?<text>"(?:[^"\\\n]|\\.)*")|(?<open>${quote})[^\n]*?${quote}|${quote}|(?:&nbsp;|&#160;)+`,
  "gi",
);

function decoded(written: string): string {
  if (written.startsWith('"')) return written;
  const quotes = new RegExp(quote, "gi");
  const named: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&#39;": "'", "&amp;": "&" };
  return written
    .replace(quotes, '"')
    .replace(/&nbsp;|&#160;/gi, " ")
    .replace(/&(?:lt|gt|#39|amp);/g, (entity) => named[entity] ?? entity);
}
