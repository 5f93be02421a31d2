import type { DocumentText, LinePosition, LineRange } from "../text/documentText";
import type { Placed } from "../syntax/nodes";
import { NodeCache, isContainer } from "../syntax/nodes";

/** Up to here counting the lines in between is quicker than looking the offset up in the text. */
const nearby = 4096;

/** The lines of shorter nodes are counted as quickly as they are looked up. */
const shortNode = 500;

/** How many line endings a text has, and how much stands after the last of them. */
interface Extent {
  readonly lines: number;
  readonly lastLength: number;
}

const extentCache = new NodeCache<Extent>();

function extentOf(text: string): Extent {
  const breaks = text.includes("\r")
    ? text.replace(/\r\n|\r/g, (found) => "\n".padStart(found.length))
    : text;
  let lines = 0;
  let last = -1;
  for (let at = breaks.indexOf("\n"); at !== -1; at = breaks.indexOf("\n", at + 1)) {
    lines++;
    last = at;
  }
  return { lines, lastLength: text.length - last - 1 };
}

/**
 * The positions of offsets that are asked for in (mostly) rising order, for answers with thousands of
 * ranges. They are those of `DocumentText.positionAt`.
 */
export class AscendingPositions {
  private offset = 0;
  private line = 0;
  private lineStart = 0;

  constructor(private readonly text: DocumentText) {}

  rangeBetween(start: number, end: number): LineRange {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  positionAt(offset: number): LinePosition {
    const distance = offset - this.offset;
    if (distance < 0 || distance > nearby || offset > this.text.length) return this.lookUp(offset);
    const between = this.text.slice(this.offset, offset);
    if (between.endsWith("\r")) return this.text.positionAt(offset);
    const breaks = between.includes("\r") ? between.replace(/\r(?!\n)/g, "\n") : between;
    for (let at = breaks.indexOf("\n"); at !== -1; at = breaks.indexOf("\n", at + 1)) {
      this.line += 1;
      this.lineStart = this.offset + at + 1;
    }
    this.offset = offset;
    return { line: this.line, character: offset - this.lineStart };
  }

  /** The range of a node. How many lines it takes is kept with it, for the next time. */
  rangeOf({ node, start: offset }: Placed): LineRange {
    const start = this.positionAt(offset);
    const end = offset + node.length;
    if (!isContainer(node) || node.length < shortNode || this.offset !== offset)
      return { start, end: this.positionAt(end) };
    const { lines, lastLength } = extentCache.of(node, () => extentOf(this.text.slice(offset, end)));
    // A line ending may continue after the node.
    if (lastLength === 0) return { start, end: this.positionAt(end) };
    this.offset = end;
    this.line += lines;
    if (lines > 0) this.lineStart = end - lastLength;
    return { start, end: { line: this.line, character: end - this.lineStart } };
  }

  private lookUp(offset: number): LinePosition {
    const position = this.text.positionAt(offset);
    // Inside a line ending the position is that of the ending's start: nothing to count on from.
    if (this.text.slice(offset - 1, offset) !== "\r" && offset <= this.text.length) {
      this.offset = Math.max(0, offset);
      this.line = position.line;
      this.lineStart = this.offset - position.character;
    }
    return position;
  }
}
