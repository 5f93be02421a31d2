import { styleText } from "node:util";
import type { Paint, Style } from "../checker/reports/report";

const styles: Readonly<Record<Style, Parameters<typeof styleText>[0]>> = {
  error: "red",
  warning: "yellow",
  information: "blue",
  hint: "blue",
  place: "bold",
  code: "dim",
  good: "green",
};

/** Colours where somebody looks, unless they say otherwise (no-color.org, force-color.org). */
export function painter(stream: NodeJS.WriteStream): Paint {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== "" ? FORCE_COLOR !== "0" : undefined;
  const isUnwanted = NO_COLOR !== undefined && NO_COLOR !== "";
  const isTerminal = stream.isTTY && stream.getColorDepth() > 1;
  const isPainted = isForced ?? (!isUnwanted && isTerminal);
  return isPainted ? (style, text) => styleText(styles[style], text) : (_, text) => text;
}

/** Resolves when the text is written. A reader who has gone away, as `head` does, has seen what it wanted. */
export function put(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(text, (problem) => {
      if (problem === null || problem === undefined || ("code" in problem && problem.code === "EPIPE"))
        done();
      else fail(problem);
    });
  });
}
