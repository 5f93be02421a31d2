import type { Written } from "@analyses/evidence";
import type { Turns } from "../turns";

/** Options for writing JSON. */
export interface JsonForm {
  /** On one line, without white space. */
  readonly isMinified: boolean;
  /** Writes `/` as `\/`, and numbers like Java. */
  readonly isOfRevman: boolean;
}

/** Writes a document one group per step; the text equals that of `writeJson`. */
export function* writeDocument({ head, groups }: DocumentToWrite, form: JsonForm): Turns<string> {
  const whole = writeJson({ ...head, "analysis-groups": [] }, form);
  const at = whole.lastIndexOf("[]");
  const [margin, end] = form.isMinified ? ["", ""] : ["    ", "\n  "];
  const texts: string[] = [];
  for (const group of groups) {
    const text = writeJson(group, form, margin);
    texts.push(form.isMinified ? text : `\n${margin}${text}`);
    yield;
  }
  return texts.length === 0 ? whole : `${whole.slice(0, at)}[${texts.join(",")}${end}]${whole.slice(at + 2)}`;
}

/** The properties before the groups, and the groups, generated lazily. */
export interface DocumentToWrite {
  readonly head: Readonly<Record<string, Written>>;
  readonly groups: Iterable<Written>;
}

/** @param margin indentation of the lines after the first; with it, the text has no final line break */
export function writeJson(value: Written, form: JsonForm, margin?: string): string {
  const { isMinified, isOfRevman } = form;
  const [colon, step] = isMinified ? [":", ""] : [": ", "  "];
  const text = written(value, margin ?? "");
  return isMinified || margin !== undefined ? text : `${text}\n`;

  function written(one: Written, own: string): string {
    if (typeof one === "string")
      return isOfRevman ? JSON.stringify(one).replaceAll("/", "\\/") : JSON.stringify(one);
    if (typeof one === "number") return isOfRevman ? javaNumber(one) : String(Object.is(one, -0) ? 0 : one);
    if (typeof one !== "object" || one === null) return String(one);
    const inner = own + step;
    if (isList(one))
      return enclosed(
        "[",
        one.map((each) => written(each, inner)),
        "]",
        own,
      );
    const members = Object.entries(one).flatMap(([name, each]) =>
      each === undefined ? [] : [`${JSON.stringify(name)}${colon}${written(each, inner)}`],
    );
    return enclosed("{", members, "}", own);
  }

  function enclosed(open: string, members: readonly string[], close: string, margin: string): string {
    if (members.length === 0) return open + close;
    return isMinified
      ? open + members.join(",") + close
      : `${open}\n${members.map((member) => margin + step + member).join(",\n")}\n${margin}${close}`;
  }
}

function isList(value: object): value is readonly Written[] {
  return Array.isArray(value);
}

/** Formats a number like RevMan: integers plain, others like Java's doubles (`spec/revman-item.md`, Text). */
export function javaNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return String(value);
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}
