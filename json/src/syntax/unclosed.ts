import { Char, isLineEnd, isSpace } from "./characters";
import type { SyntaxProblem } from "./problems";
import { scanName } from "./scanString";
import { indentOfLine } from "./textReader";
import type { TextReader } from "./textReader";

/** How much of a container is looked through for the line that shows where a bracket is missing. */
const longestLookedThrough = 20_000;

/** A container whose closing bracket is missing, as the columns of its lines show. */
export interface Unclosed {
  readonly opener: number;
  /** Where the bracket belongs, with the comma that the next member needs. */
  readonly at: number;
  readonly newText: string;
}

/**
 * Which container inside one that is not closed lacks its bracket: the innermost at the first line that stands no
 * deeper than the line it began on, though its own members do or stand on that line. Undefined where the layout does not
 * say.
 *
 * @param start of the outer container
 * @param end of what was read as its content
 */
export function unclosedByLayout(reader: TextReader, start: number, end: number): Unclosed | undefined {
  const open: {
    readonly start: number;
    readonly code: number;
    readonly indent: number;
    readonly line: number;
    isLaidOut: boolean;
  }[] = [];
  let lastEnd = start;
  let indent = indentOfLine(reader, start) ?? 0;
  let line = 0;
  let lineStart: number | undefined;
  for (let at = start; at < Math.min(end, start + longestLookedThrough); at++) {
    const code = reader.codeAt(at);
    if (isLineEnd(code)) lineStart = at + 1;
    if (isSpace(code) || isLineEnd(code)) continue;
    const innermost = open.at(-1);
    const isCloser = code === Char.CloseBrace || code === Char.CloseBracket;
    if (lineStart !== undefined) {
      const column = at - lineStart;
      lineStart = undefined;
      if (innermost === undefined) return undefined;
      if (!isCloser && column > innermost.indent) innermost.isLaidOut = true;
      if (innermost.isLaidOut && (isCloser ? column < innermost.indent : column <= innermost.indent)) {
        const isSelf = innermost.start === start;
        return isSelf
          ? undefined
          : { opener: innermost.start, ...closerBehind(reader, lastEnd, innermost, code) };
      }
      indent = column;
      line++;
    } else if (innermost?.line === line && !isCloser) innermost.isLaidOut = true;
    if (code === Char.Quote) at = scanName(reader, at).end - 1;
    else if (code === Char.OpenBrace || code === Char.OpenBracket)
      open.push({ start: at, code, indent, line, isLaidOut: false });
    else if (isCloser) open.pop();
    lastEnd = at + 1;
  }
  return undefined;
}

function closerBehind(
  reader: TextReader,
  lastEnd: number,
  opener: { readonly start: number; readonly code: number },
  next: number,
): Omit<Unclosed, "opener"> {
  const bracket = opener.code === Char.OpenBrace ? "}" : "]";
  const closer = reader.codeAt(opener.start + 1) === Char.Space ? ` ${bracket}` : bracket;
  const hasComma = reader.codeAt(lastEnd - 1) === Char.Comma;
  const needsComma =
    !hasComma && next !== Char.Comma && next !== Char.CloseBrace && next !== Char.CloseBracket;
  return { at: hasComma ? lastEnd - 1 : lastEnd, newText: needsComma ? `${closer},` : closer };
}

export function notClosed({ opener, at, newText }: Unclosed): SyntaxProblem {
  const kind = newText.trimStart().startsWith("}") ? "brace-not-closed" : "bracket-not-closed";
  return { kind, start: opener, end: opener + 1, repair: { start: at, end: at, newText, certain: false } };
}
