/** Parses a text whose caret is marked by `|`: `{"a": |}`. */
export function withCaret(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf("|");
  if (offset === -1 || marked.includes("|", offset + 1)) throw new Error(`Not one caret in ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
