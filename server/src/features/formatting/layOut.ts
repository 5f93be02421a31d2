import type { Token } from "./tokens";
import { tokensOf } from "./tokens";

/** What lays a text out. */
export interface Layout {
  /** One step of indentation. */
  readonly step: string;
  readonly lineBreak: string;
  /** How many objects and arrays the text's first line lies in. */
  readonly depth: number;
}

/** Deeper than this nothing is laid out: the text would grow with the square of its depth. */
const mostSteps = 100;

/** White space to stand between two offsets. */
export interface Spacing {
  readonly start: number;
  readonly end: number;
  readonly space: string;
}

/**
 * The white space between the tokens of a text that has to change so that each member stands on a line
 * of its own. Where two tokens cannot stand beside each other in JSON, what is there stays.
 */
export function* layOut(
  text: string,
  { step, lineBreak, depth: startDepth }: Layout,
): Generator<Spacing, void> {
  let depth = startDepth;
  let previous: Token | undefined;
  const indentation = (): string => step.repeat(Math.max(0, depth));
  const newLine = (): string => lineBreak + indentation();
  for (const token of tokensOf(text)) {
    if (previous?.kind === "open" && token.kind !== "close") depth += 1;
    if (token.kind === "close" && previous !== undefined && previous.kind !== "open") depth -= 1;
    const before = previous;
    previous = token;
    if (depth > mostSteps) continue;
    const start = before?.end ?? 0;
    const space = before === undefined ? indentation() : between(before, token, newLine);
    if (space !== undefined && space !== text.slice(start, token.start))
      yield { start, end: token.start, space };
  }
}

function between(previous: Token, token: Token, newLine: () => string): string | undefined {
  if (previous.kind === "line-comment") return newLine();
  switch (token.kind) {
    case "line-comment":
      return undefined;
    case "close":
      return previous.kind === "open" ? "" : newLine();
    case "comma":
    case "colon":
      return "";
    case "open":
    case "other":
      if (previous.kind === "open" || previous.kind === "comma") return newLine();
      return previous.kind === "colon" ? " " : undefined;
  }
}
