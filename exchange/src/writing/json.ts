import type { Written } from "@analyses/evidence";
import type { Turns } from "../turns";

/** Options for writing JSON. */
export interface JsonForm {
  /** On one line, without white space. */
  readonly isMinified: boolean;
  /** Writes `/` as `\/`, and numbers like Java. */
  readonly isOfRevman: boolean;
}

/** Writes a document one analysis per step; the text equals that of `writeJson`. */
export function* writeDocument({ head, groups }: DocumentToWrite, form: JsonForm): Turns<string> {
  const texts: string[] = [];
  for (const group of groups) {
    const analyses: string[] = [];
    for (const analysis of group.analyses) {
      analyses.push(writeJson(analysis, form, form.isMinified ? "" : " ".repeat(8)));
      yield;
    }
    const text = writeJson({ ...group.head, analyses: [] }, form, form.isMinified ? "" : " ".repeat(4));
    texts.push(withList(text, analyses, form, 6));
  }
  return withList(writeJson({ ...head, "analysis-groups": [] }, form), texts, form, 2);
}

/** Fills the empty list at the end of an object's text. */
function withList(
  text: string,
  members: readonly string[],
  { isMinified }: JsonForm,
  margin: number,
): string {
  if (members.length === 0) return text;
  const at = text.lastIndexOf("[]");
  const [inner, outer] = isMinified ? ["", ""] : [margin + 2, margin].map((size) => `\n${" ".repeat(size)}`);
  const list = members.map((member) => `${inner}${member}`).join(",");
  return `${text.slice(0, at)}[${list}${outer}]${text.slice(at + 2)}`;
}

/** The properties before the lists of groups and analyses, and these, generated lazily. */
export interface DocumentToWrite {
  readonly head: Readonly<Record<string, Written>>;
  readonly groups: Iterable<{
    readonly head: Readonly<Record<string, Written>>;
    readonly analyses: Iterable<Written>;
  }>;
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
    const [before, after] = isMinified ? ["", ""] : [`\n${inner}`, `\n${own}`];
    const isOfMembers = !isList(one);
    let members = "";
    for (const [name, each] of isOfMembers ? Object.entries(one) : one.entries()) {
      if (each === undefined) continue;
      const key = isOfMembers ? `${JSON.stringify(name)}${colon}` : "";
      members += `${members === "" ? "" : ","}${before}${key}${written(each, inner)}`;
    }
    const [open, close] = isOfMembers ? "{}" : "[]";
    return members === "" ? `${open}${close}` : `${open}${members}${after}${close}`;
  }
}

function isList(value: object): value is readonly Written[] {
  return Array.isArray(value);
}

/** Formats a number like RevMan: integers plain, others like Java's doubles (`spec/revman-item.md`, Text). */
export function javaNumber(value: number): string {
  const size = Math.abs(value);
  if (Number.isSafeInteger(value)) return String(value + 0);
  if (Number.isInteger(value)) return BigInt(value).toString();
  if (size >= 1e-3 && size < 1e7) return String(value);
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}
