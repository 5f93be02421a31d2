import { type Translate, markdownText, visible } from "@analyses/evidence";
import { type ConflictEffect, poolsText } from "./effects";
import type { Merged } from "./mergeTexts";
import { type Conflict, placeLine } from "./pieces";

/** Maximum length of a value, such as a study or an analysis, in a report. */
const maxLength = 60;

/** Formats a value for a report: escapes Markdown and control characters. */
function formatValue(text: string | null, none: string): string {
  if (text === null) return none;
  return markdownText(shortened(visible(text.replace(/\s+/g, " "))));
}

function shortened(line: string): string {
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return line(titles) + line(titles.map(() => "---")) + rows.map(line).join("");
}

/** Sentences about renumbered subgroups, numbers that both versions added, and stored results to be recalculated. */
export function noteSentences({ notes, conflicts }: Merged, translate: Translate): readonly string[] {
  const isStored = conflicts.some(({ isStoredResult }) => isStoredResult);
  return [
    ...notes.map((note) =>
      note.kind === "subgroup-renumbered"
        ? translate(
            "The subgroup “{0}” of {1} has number {2} now: its own was taken.",
            note.label,
            placeLine(note.place),
            note.number,
          )
        : translate("Both versions added number {0}: {1}.", note.number, note.labels.join(", ")),
    ),
    ...(isStored
      ? [
          translate(
            "Stored results differ: neither version’s is that of the merged data. Calculate them anew.",
          ),
        ]
      : []),
  ];
}

/** The location and both values of a conflict, on one line for a terminal or a message. */
export function conflictLine({ place, ours, theirs }: Conflict, translate: Translate): string {
  const side = (text: string | null): string =>
    shortened((text ?? translate("not there")).replace(/\s+/g, " "));
  return translate("{0}: {1} (ours) or {2} (theirs)", placeLine(place), side(ours), side(theirs));
}

/** Additional facts about a merged document. */
interface MergeContext {
  readonly path: string;
  readonly effects: ReadonlyMap<number, ConflictEffect>;
  /** Sentences about problems that neither version had. */
  readonly problems: readonly string[];
  /** The changes of the pooled results, as Markdown. */
  readonly results: string;
}

/** Returns a report of a merge as Markdown for a pull request, in English like all command-line output. */
export function mergeReport(
  merged: Merged,
  { path, effects, problems, results }: MergeContext,
  translate: Translate,
): string {
  const { changes, conflicts } = merged;
  const none = "not there";
  const parts = [`## Merge of ${formatValue(path, "")}\n`];
  if (conflicts.length > 0)
    parts.push(
      `### To decide: ${conflicts.length}\n`,
      table(
        ["Cell", "Base", "Ours", "Theirs", "Result with ours", "Result with theirs"],
        conflicts.map(({ id, place, base, ours, theirs }) => {
          const effect = effects.get(id);
          const pools = [effect?.ours ?? null, effect?.theirs ?? null];
          return [
            formatValue(placeLine(place), ""),
            ...[base, ours, theirs].map((text) => formatValue(text, none)),
            ...pools.map((pool) => markdownText(poolsText(pool, translate))),
          ];
        }),
      ),
    );
  const sentences = [...noteSentences(merged, translate), ...problems];
  if (sentences.length > 0)
    parts.push(sentences.map((text) => `- ${markdownText(visible(text))}\n`).join(""));
  if (changes.length > 0)
    parts.push(
      `### Merged: ${changes.length}\n`,
      table(
        ["Cell", "By", "Before", "After"],
        changes.map(({ place, by, before, after }) => [
          formatValue(placeLine(place), ""),
          by,
          formatValue(before, none),
          formatValue(after, none),
        ]),
      ),
    );
  return [...parts, "### Results\n", results].join("\n");
}
