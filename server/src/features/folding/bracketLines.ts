/**
 * The objects and arrays of well-formed JSON that take more than one line, as triples: depth (the
 * text's own value is at 0), line of the opening bracket, line of the closing one; lines count from the
 * text's start. The outer ones come first. One flat array, because there may be hundreds in each of thousands
 * of analyses.
 */
export function bracketLines(json: string): Uint32Array {
  const levels: number[][] = [];
  const openLines: number[] = [];
  let line = 0;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\r\n|[\r\n{}[\]]/gs)) {
    switch (token) {
      case "{":
      case "[":
        openLines.push(line);
        break;
      case "}":
      case "]": {
        const startLine = openLines.pop() ?? line;
        const depth = openLines.length;
        if (line > startLine) (levels[depth] ??= []).push(depth, startLine, line);
        break;
      }
      case "\n":
      case "\r":
      case "\r\n":
        line += 1;
    }
  }
  return Uint32Array.from(levels.flat());
}
