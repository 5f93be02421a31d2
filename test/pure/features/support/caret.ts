/** A text without its caret mark `|`, and the caret's offset. */
export interface CaretText {
  readonly text: string;
  readonly offset: number;
}

export function readCaret(written: string): CaretText {
  const offset = written.indexOf("|");
  if (offset === -1 || written.includes("|", offset + 1)) throw new Error("Write one caret.");
  return { text: written.slice(0, offset) + written.slice(offset + 1), offset };
}
