import type { Yielding } from "@analyses/json";
import { SaxesParser } from "saxes";
import type { Losses } from "../model/report";
import type { Place } from "../model/review";
import { limits, Refused } from "./limits";

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Element | string)[];
  readonly place: Place;
}

interface OpenElement extends Element {
  readonly children: (Element | string)[];
}

const step = 2 ** 16;

/**
 * Parses XML strictly, in steps, and emits each wanted element at its end. Accepts only XML's five predefined
 * entities, and never fetches external entities.
 *
 * @param see.start called at the start of each element; returns whether the element is wanted
 * @throws Refused for XML that is not well formed or exceeds the limits
 */
export function* readXml(
  text: string,
  file: string,
  losses: Losses,
  see: {
    readonly start: (element: Element, around: readonly string[]) => boolean;
    readonly end: (element: Element) => void;
  },
): Yielding<void> {
  const { translate } = losses;
  const parser = new SaxesParser({ position: true });
  const around: string[] = [];
  const open: OpenElement[] = [];
  let count = 0;
  parser.on("error", (error) => {
    throw new Refused(translate("{0} is not read: {1}", file, error.message));
  });
  parser.on("opentag", ({ name, attributes }) => {
    count++;
    if (around.length >= limits.xmlDepth || count > limits.xmlElements)
      throw new Refused(translate("{0} is nested deeper, or has more elements, than is read.", file));
    const place: Place = { file, line: parser.line, column: parser.column };
    const element: OpenElement = {
      name,
      attributes: new Map(Object.entries(attributes)),
      children: [],
      place,
    };
    const parent = open.at(-1);
    if (parent !== undefined) parent.children.push(element);
    if (parent !== undefined || see.start(element, around)) open.push(element);
    around.push(name);
  });
  const take = (piece: string): void => {
    open.at(-1)?.children.push(piece);
  };
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("closetag", () => {
    around.pop();
    const element = open.pop();
    if (element !== undefined && open.length === 0) see.end(element);
  });
  for (let at = 0; at < text.length; at += step) {
    parser.write(text.slice(at, at + step));
    yield 0;
  }
  parser.close();
}

export function elementsIn(element: Element, name?: string): readonly Element[] {
  return element.children.filter(
    (child): child is Element => typeof child !== "string" && (name === undefined || child.name === name),
  );
}

export function childOf(element: Element, name: string): Element | undefined {
  return elementsIn(element, name)[0];
}

/** Whether an element contains tracked changes, at any depth. */
export function hasTrackedChanges(element: Element): boolean {
  return elementsIn(element).some(
    (child) => child.name === "INS" || child.name === "DEL" || hasTrackedChanges(child),
  );
}

/** Returns the text of an element with its tracked changes accepted and white space collapsed. */
export function textOf(element: Element | undefined): string {
  return element === undefined
    ? ""
    : rawText(element)
        .replace(/[ \t\r\n]+/g, " ")
        .trim();
}

function rawText({ children }: Element): string {
  return children
    .map((child) => {
      if (typeof child === "string") return child;
      if (child.name === "DEL") return "";
      return child.name === "P" || child.name === "BR" ? ` ${rawText(child)} ` : rawText(child);
    })
    .join("");
}
