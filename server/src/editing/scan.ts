import type { DocumentText } from "../text/documentText";

/** The first character at or after an offset that is no white space (RFC 8259, section 2). */
export function nextSignificant(
  text: DocumentText,
  offset: number,
): { at: number; character: string } | undefined {
  let at = offset;
  while (isWhiteSpace(text.charCodeAt(at))) at += 1;
  return at < text.length ? { at, character: text.slice(at, at + 1) } : undefined;
}

/** The last character before an offset that is no white space. */
export function previousSignificant(
  text: DocumentText,
  offset: number,
): { at: number; character: string } | undefined {
  let at = offset - 1;
  while (isWhiteSpace(text.charCodeAt(at))) at -= 1;
  return at >= 0 ? { at, character: text.slice(at, at + 1) } : undefined;
}

export function lineBreakBetween(text: DocumentText, start: number, end: number): boolean {
  return text.positionAt(start).line !== text.positionAt(end).line;
}

export function isNameCharacter(code: number): boolean {
  return /[\p{L}\p{N}_$-]/u.test(String.fromCharCode(code));
}

function isWhiteSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
