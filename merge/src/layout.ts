/** The white space of a document. */
export interface Layout {
  /** Empty for a one-line document. */
  readonly lineEnd: "" | "\n" | "\r\n";
  readonly step: string;
  /** Between members on one line. */
  readonly between: "" | " ";
}

export function layoutOf(text: string): Layout {
  const between = /,[ \t]"/.test(text.slice(0, 10_000)) ? " " : "";
  const end = text.trimEnd().indexOf("\n");
  if (end === -1) return { lineEnd: "", step: "", between };
  const [, step = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { lineEnd: text[end - 1] === "\r" ? "\r\n" : "\n", step, between };
}

export function isSameLayout(one: Layout, other: Layout): boolean {
  return one.lineEnd === other.lineEnd && (one.lineEnd === "" || one.step === other.step);
}

const piece = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\/|\s+|[^\s"/]+|./g;

/**
 * Converts a value from one layout to another. Does not change strings and numbers.
 *
 * @param depth number of enclosing lists and objects
 */
export function laidOut(text: string, from: Layout, to: Layout, depth: number): string {
  if (isSameLayout(from, to)) return text;
  if (to.lineEnd === "") return inOneLine(text, to);
  if (from.lineEnd === "") return inLines(text, to, depth);
  return text.replace(/\r?\n([ \t]*)/g, (_, margin: string) => {
    const steps = Math.floor(margin.length / from.step.length);
    return to.lineEnd + to.step.repeat(steps) + margin.slice(steps * from.step.length);
  });
}

function inOneLine(text: string, { between }: Layout): string {
  return text.replace(piece, (found) => {
    if (found.startsWith("//")) return `/*${found.slice(2).replaceAll("*/", "* /")} */`;
    if (/^\s/.test(found)) return "";
    return between === " " && !/^["/]/.test(found) ? found.replace(/[,:]/g, "$& ") : found;
  });
}

function inLines(text: string, { lineEnd, step }: Layout, depth: number): string {
  const line = (level: number): string => lineEnd + step.repeat(level);
  let level = depth;
  return text
    .replace(piece, (found) => (/^\s/.test(found) ? "" : found))
    .replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/g, (found) => {
      switch (found) {
        case "{":
        case "[":
          level += 1;
          return found + line(level);
        case "}":
        case "]":
          level -= 1;
          return line(level) + found;
        case ",":
          return found + line(level);
        case ":":
          return ": ";
        default:
          return found;
      }
    });
}
