// In a flat object both are sure to match: they need not look for mistakes.
const key = /[{\s,]*("(?:[^"\\]|\\.)*")\s*:\s*/y;
const value = /"(?:[^"\\]|\\.)*"|\[\s*\]|[^\s,}]+/y;

/**
 * Where the value of a property stands in the text of an object that `scanFlat` found to be flat, without making a
 * tree of it. Of several properties of the name the last counts, as `JSON.parse` has it.
 *
 * @returns offsets from the object's start; undefined where it has no such property
 */
export function valueInFlat(
  text: string,
  name: string,
): { readonly start: number; readonly end: number } | undefined {
  const plain = `"${name}"`;
  let found: { readonly start: number; readonly end: number } | undefined;
  key.lastIndex = 0;
  for (let match = key.exec(text); match !== null; match = key.exec(text)) {
    const written = match[1] ?? "";
    const start = key.lastIndex;
    value.lastIndex = start;
    value.test(text);
    const end = value.lastIndex;
    key.lastIndex = end;
    if (written === plain || (written.includes("\\") && JSON.parse(written) === name)) found = { start, end };
  }
  return found;
}
