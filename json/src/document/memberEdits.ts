import type { ArrayNode, ObjectNode, Placed } from "../syntax/nodes";
import { type DocumentText, indentationOf, indentationStep, previousSignificant } from "../text/documentText";
import { commaFrom } from "../syntax/trivia";

/** A replacement for the text between two offsets. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Removes a property or an element with its comma and its white space; next to comments, with its line if nothing else
 * is there. Keeps the comments around the member; a comma inside a comment does not count.
 *
 * @param at start offset of the member
 * @returns replacements in text order; empty if no member starts there
 */
export function memberRemoval(
  text: DocumentText,
  container: Placed<ObjectNode | ArrayNode>,
  at: number,
): readonly TextReplacement[] {
  const index = container.node.starts.indexOf(at - container.start);
  return runRemoval(text, container, index, index);
}

/**
 * Removes several members like {@link memberRemoval}, and the comments between adjacent ones.
 *
 * @param indices ascending indexes of the members; at least one other member remains
 */
export function membersRemoval(
  text: DocumentText,
  container: Placed<ObjectNode | ArrayNode>,
  indices: readonly number[],
): readonly TextReplacement[] {
  const removed = new Set(indices);
  return indices.flatMap((first) => {
    if (removed.has(first - 1)) return [];
    let last = first;
    while (removed.has(last + 1)) last += 1;
    return runRemoval(text, container, first, last);
  });
}

/** Removes consecutive members together: two removals would both remove the comma between the members. */
function runRemoval(
  text: DocumentText,
  { node, start }: Placed<ObjectNode | ArrayNode>,
  first: number,
  last: number,
): readonly TextReplacement[] {
  const children = node.kind === "object" ? node.properties : node.elements;
  const [firstStart, lastStart, child] = [node.starts[first], node.starts[last], children[last]];
  if (firstStart === undefined || lastStart === undefined || child === undefined) return [];
  const at = start + firstStart;
  const end = start + lastStart + child.length;
  const previous = children[first - 1];
  const startOfGap =
    previous === undefined
      ? startInside({ node, start })
      : start + (node.starts[first - 1] ?? 0) + previous.length;
  const endOfGap = start + (node.starts[last + 1] ?? node.length - (node.closed ? 1 : 0));
  const [gapBefore, gapAfter] = [text.slice(startOfGap, at), text.slice(end, endOfGap)];
  const hasComments = comment.test(gapBefore) || comment.test(gapAfter);
  const before = hasComments ? undefined : previousSignificant(text, at);
  const [lineStart, lineRest] = [/\r?\n[ \t]*$/.exec(gapBefore), /^[ \t]*,?[ \t]*(?=\r?\n)/.exec(gapAfter)];
  const ownLine =
    lineStart === null || lineRest === null
      ? { start: at, end }
      : { start: at - lineStart[0].length, end: end + lineRest[0].length };
  const own = { ...(before === undefined ? ownLine : { start: before.at + 1, end }), text: "" };
  const after = commaFrom(text, end);
  if (after !== undefined) {
    if (!hasComments) return [{ ...own, end: after + 1 }];
    return after < own.end ? [own] : [own, withoutComma(after)];
  }
  // The last member: remove the comma before it.
  if (before !== undefined) return [before.character === "," ? { ...own, start: before.at } : own];
  const comma = previous === undefined ? undefined : commaFrom(text, startOfGap);
  return comma === undefined ? [own] : [withoutComma(comma), own];
}

/** The offset after the opening bracket; broken text may lack the bracket. */
function startInside({ node, start }: Placed<ObjectNode | ArrayNode>): number {
  return start + (node.opened ? 1 : 0);
}

const comment = /\/[/*]|#|<!--/;

function withoutComma(at: number): TextReplacement {
  return { start: at, end: at + 1, text: "" };
}

/**
 * Inserts members into an object or a list, formatted like the existing ones.
 *
 * @param index index of the member to insert after; -1 for the beginning
 * @param members texts whose lines after the first begin with {@link marginOfMembers}
 */
export function membersInsertion(
  text: DocumentText,
  { node, start }: Placed<ObjectNode | ArrayNode>,
  index: number,
  members: readonly string[],
): TextReplacement {
  const children = node.kind === "object" ? node.properties : node.elements;
  const [child, offset] = [children[index], node.starts[index]];
  const gap = gapOfMembers(text, { node, start });
  if (child !== undefined && offset !== undefined) {
    const end = start + offset + child.length;
    const written = members.map((member) => gap + member).join(",");
    const { before, after, length } = aroundInsertion(text, end, gap, children.length === index + 1);
    return { start: end, end: end + length, text: before + written + after };
  }
  const at = startInside({ node, start });
  if (children.length > 0)
    return { start: at, end: at, text: members.map((member) => `${gap}${member},`).join("") };
  const close = start + node.length - (node.closed ? 1 : 0);
  const inside = text.slice(at, close).trimEnd();
  // Keeps what is written in an empty container, such as a comment, unless it is only stray commas.
  const kept = /^[\s,]*$/.test(inside) ? "" : inside;
  const end = gap.includes("\n") ? `\n${indentationOf(text, text.positionAt(start).line)}` : gap;
  return { start: at, end: close, text: `${kept}${gap}${members.join(`,${gap}`)}${end}` };
}

/**
 * Returns the texts to write `before` and `after` new members that follow an existing one, which ends at `end`. If a
 * comment follows the existing member on its line, the new text replaces the rest of that line (`length` characters),
 * and `before` repeats it, so that the comment stays with its member.
 */
export function aroundInsertion(
  text: DocumentText,
  end: number,
  gap: string,
  isLast: boolean,
): { readonly before: string; readonly after: string; readonly length: number } {
  const noted = gap.includes("\n") ? notedAfter(text, end) : undefined;
  if (noted === undefined) return { before: ",", after: "", length: 0 };
  const comma = commaFrom(text, end) === undefined ? "," : "";
  return { before: comma + noted, after: isLast ? "" : ",", length: noted.length };
}

const commaAndComments = /^[ \t]*,?[ \t]*(?:\/\*(?:(?!\*\/).)*\*\/[ \t]*,?[ \t]*)?(?:(?:\/\/|#).*)?$/;

/** The comment after a member on its line, with the comma, if any; undefined if the comma is on a later line. */
function notedAfter(text: DocumentText, end: number): string | undefined {
  const { line } = text.positionAt(end);
  const lineEnd = text.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  const rest = text.slice(end, lineEnd);
  const isNoted = comment.test(rest) && commaAndComments.test(rest);
  return isNoted && (commaFrom(text, end) ?? end) < lineEnd ? rest : undefined;
}

/** The indentation of an object's or list's members, for each line of a member after its first. */
export function marginOfMembers(text: DocumentText, container: Placed<ObjectNode | ArrayNode>): string {
  const gap = gapOfMembers(text, container);
  const line = text.positionAt(container.start).line;
  return gap.includes("\n") ? gap.slice(gap.lastIndexOf("\n") + 1) : indentationOf(text, line);
}

/**
 * The white space to write before each new member: as before the last existing member; in an empty container, a line
 * break with the document's indentation, or nothing in a one-line document.
 */
export function gapOfMembers(text: DocumentText, { node, start }: Placed<ObjectNode | ArrayNode>): string {
  const last = node.starts.at(-1);
  if (last === undefined) {
    if (text.lineCount === 1) return "";
    const outer = indentationOf(text, text.positionAt(start).line);
    return `\n${outer}${indentationStep(text)}`;
  }
  const before = previousSignificant(text, start + last);
  return text.slice(before === undefined ? start + last : before.at + 1, start + last);
}
