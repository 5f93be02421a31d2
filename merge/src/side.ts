import type { JsonDocument, OpenNode, Placed, PropertyNode, SyntaxNode } from "@analyses/json";
import { isWellFormed, open, readDocument, valueOf } from "@analyses/json";

/** One of the merged texts, with its tree. */
export interface Side {
  readonly text: string;
  readonly document: JsonDocument;
}

/** The depth of rows. Nodes this deep are parsed only when needed, because most rows are equal on all sides. */
const depthOfRows = 6;

/**
 * Reads a text that is JSON, or JSON with comments and commas at the end of lists.
 *
 * @returns undefined for any other text, whose values would be a guess
 */
export function readSide(text: string): Side | undefined {
  const document = readDocument(text, (depth) => (depth >= depthOfRows ? "lazy" : "eager"));
  const side = { text, document };
  if (isWellFormed(document.root.node) && document.problems.length === 0) return side;
  // Comments and final commas are allowed. Accept the tree only if a strict parser finds the same value without them.
  try {
    const strict: unknown = JSON.parse(withoutComments(text));
    const read = valueOf(document, document.root);
    return JSON.stringify(strict) === JSON.stringify(read) ? side : undefined;
  } catch {
    return undefined;
  }
}

const stringOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\//g;
const stringOrComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  const keep = (found: string): string => (found.startsWith('"') ? found : " ");
  return text
    .replace(/^\ufeff/, "")
    .replace(stringOrComment, keep)
    .replace(stringOrComma, keep);
}

export function textOf({ text }: Side, { node, start }: Placed): string {
  return text.slice(start, start + node.length);
}

/**
 * The text between two members of a list or an object, or between a member and a bracket: comma, white space and
 * comments.
 */
interface Gap {
  /** Before the comma. */
  readonly mid: string;
  readonly hasComma: boolean;
  /** A comment on the preceding member, up to the end of its line. */
  readonly note: string;
  /** Before the next member, or the closing bracket. */
  readonly lead: string;
}

const plainGap = /^,\s*$/;
const commentOnLine = /^[ \t]*(?:\/\*[^\r\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/;
const commentOrComma = /\/\/[^\r\n]*|\/\*[^]*?\*\/|,/g;

function gapOf(text: string): Gap {
  if (plainGap.test(text)) return { mid: "", hasComma: true, note: "", lead: text.slice(1) };
  const comma = Array.from(text.matchAll(commentOrComma)).find(([found]) => found === ",")?.index;
  const after = comma === undefined ? text : text.slice(comma + 1);
  const line = commentOnLine.exec(after)?.[0] ?? "";
  const note = line.includes("/") ? line : "";
  return {
    mid: comma === undefined ? "" : text.slice(0, comma),
    hasComma: comma !== undefined,
    note,
    lead: after.slice(note.length),
  };
}

/** The members of an object or a list in its text, with the text between them. */
export class Members {
  readonly kind: "object" | "array";
  readonly count: number;
  readonly #starts: readonly number[];
  readonly #children: readonly (PropertyNode | SyntaxNode)[];
  readonly #start: number;
  readonly #end: number;

  constructor(
    readonly side: Side,
    { node, start }: Placed<Extract<OpenNode, { readonly kind: "object" | "array" }>>,
  ) {
    this.kind = node.kind;
    this.#children = node.kind === "object" ? node.properties : node.elements;
    this.#starts = node.starts;
    this.#start = start;
    this.#end = start + node.length;
    this.count = this.#children.length;
  }

  startOf(index: number): number {
    return this.#start + (this.#starts[index] ?? 0);
  }

  endOf(index: number): number {
    return this.startOf(index) + (this.#children[index]?.length ?? 0);
  }

  /** The text from a member to the next, including the comma; undefined for the last member. */
  stretch(index: number): string | undefined {
    if (index >= this.count - 1) return undefined;
    return this.side.text.slice(this.startOf(index), this.startOf(index + 1));
  }

  textOf(index: number): string {
    return this.side.text.slice(this.startOf(index), this.endOf(index));
  }

  /** The name of a property; empty for an element. */
  nameOf(index: number): string {
    const child = this.#children[index];
    return child !== undefined && "name" in child ? child.name : "";
  }

  valueAt(index: number): Placed {
    const start = this.startOf(index);
    const child = this.#children[index];
    if (child === undefined) throw new RangeError("There is no such member.");
    return "name" in child ? { node: child.value, start: start + child.valueStart } : { node: child, start };
  }

  /** The text before the value of a property: its key, the colon and space. */
  keyOf(index: number): string {
    return this.side.text.slice(this.startOf(index), this.valueAt(index).start);
  }

  leadOf(index: number): string {
    return this.#gap(index).lead;
  }

  /** The text after a member that belongs to it. */
  after(index: number): Pick<Gap, "mid" | "note" | "hasComma"> {
    return this.#gap(index + 1);
  }

  /** A comment after the opening bracket. */
  get openNote(): string {
    return this.#gap(0).note;
  }

  get tail(): string {
    return this.count === 0 ? this.#gap(0).lead : this.#gap(this.count).lead;
  }

  /** The usual text before each member except the first. */
  get usualLead(): string | undefined {
    if (this.count > 1) return this.leadOf(1);
    const first = this.count === 0 ? undefined : this.leadOf(0);
    return first?.includes("\n") === true ? first : undefined;
  }

  #gap(index: number): Gap {
    const from = index === 0 ? this.#start + 1 : this.endOf(index - 1);
    const to = index === this.count ? this.#end - 1 : this.startOf(index);
    return gapOf(this.side.text.slice(from, to));
  }
}

/**
 * The members of an object or a list.
 *
 * @returns undefined for a value that is neither an object with unique names nor a list
 */
export function membersOf(side: Side, placed: Placed): Members | undefined {
  const { node, start } = open(side.document, placed);
  if (node.kind === "array") return new Members(side, { node, start });
  if (node.kind !== "object") return undefined;
  const names = new Set(node.properties.map((property) => property.name));
  const isPlain = names.size === node.properties.length;
  return isPlain ? new Members(side, { node, start }) : undefined;
}
