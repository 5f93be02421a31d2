import type { CheckedFile, FixedText } from "./checkFiles";

/** Number of unchanged lines around changed ones. */
const context = 3;

/** The fixes as a patch in unified format, for `git apply` and `patch -p1`. */
export function diffReport(files: readonly CheckedFile[]): string {
  return files
    .flatMap(({ name, fixed }) =>
      fixed === undefined
        ? []
        : [`--- ${quoteName(`a/${name}`)}\n+++ ${quoteName(`b/${name}`)}\n${hunksOf(fixed).join("")}`],
    )
    .join("");
}

/** The lines from `first` to before `end` of the old text become those from `firstAfter` to before `endAfter`. */
interface ChangedLines {
  readonly first: number;
  readonly end: number;
  readonly firstAfter: number;
  readonly endAfter: number;
}

function hunksOf(fixed: FixedText): readonly string[] {
  const before = linesOf(fixed.before);
  const after = linesOf(fixed.after);
  const hunks: string[] = [];
  let group: ChangedLines[] = [];
  const flush = (): void => {
    if (group.length > 0) hunks.push(hunkOf(group, before, after));
    group = [];
  };
  for (const change of changedLines(fixed, before, after)) {
    const last = group.at(-1);
    // Changes whose context lines touch or overlap share a hunk.
    if (last !== undefined && change.first - last.end > 2 * context) flush();
    group.push(change);
  }
  flush();
  return hunks;
}

function hunkOf(
  changes: readonly ChangedLines[],
  before: readonly string[],
  after: readonly string[],
): string {
  const [head, last] = [changes[0], changes.at(-1)];
  if (head === undefined || last === undefined) return "";
  const first = Math.max(0, head.first - context);
  const end = Math.min(before.length, last.end + context);
  const firstAfter = head.firstAfter - (head.first - first);
  const endAfter = last.endAfter + (end - last.end);
  const lines: string[] = [];
  const write = (prefix: string, unprefixed: readonly string[]): void => {
    for (const line of unprefixed)
      lines.push(line.endsWith("\n") ? prefix + line : `${prefix}${line}\n\\ No newline at end of file\n`);
  };
  let at = first;
  for (const change of changes) {
    write(" ", before.slice(at, change.first));
    write("-", before.slice(change.first, change.end));
    write("+", after.slice(change.firstAfter, change.endAfter));
    at = change.end;
  }
  write(" ", before.slice(at, end));
  return `@@ -${lineRange(first, end)} +${lineRange(firstAfter, endAfter)} @@\n${lines.join("")}`;
}

/** A range of lines in a hunk's header: lines count from 1, and an empty range names the line before it. */
function lineRange(first: number, end: number): string {
  return end === first ? `${first},0` : `${first + 1},${end - first}`;
}

/** The lines that changes touch, in order; merges changes that share a line. */
function changedLines(
  { changes }: FixedText,
  before: readonly string[],
  after: readonly string[],
): readonly ChangedLines[] {
  const startsBefore = startsOf(before);
  const startsAfter = startsOf(after);
  const result: ChangedLines[] = [];
  /** By how much the changes so far have lengthened the text. */
  let shift = 0;
  for (const { start, end, newText } of changes) {
    const first = lineAt(startsBefore, start);
    const firstAfter = lineAt(startsAfter, (startsBefore[first] ?? 0) + shift);
    shift += newText.length - (end - start);
    const change = {
      first,
      end: Math.min(lineAt(startsBefore, end) + 1, before.length),
      firstAfter,
      endAfter: Math.min(lineAt(startsAfter, end + shift) + 1, after.length),
    };
    const last = result.at(-1);
    if (last === undefined || first >= last.end) result.push(change);
    else result[result.length - 1] = { ...last, end: change.end, endAfter: change.endAfter };
  }
  return result;
}

/** Lines end at `\n` alone, as in patches. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function startsOf(lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.length;
  }
  return starts;
}

/** The line that contains an offset; at the end of the text the last one. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Quotes names with quotes, backslashes or control characters, as Git does: control characters in octal digits. */
function quoteName(name: string): string {
  const escaped = name.replace(/[\u0000-\u001f"\\]/g, (character) =>
    character < " " ? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}` : `\\${character}`,
  );
  return escaped === name ? name : `"${escaped}"`;
}
