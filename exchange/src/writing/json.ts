import type { Written } from "@analyses/evidence";
import { joined } from "../reading/zip";
import type { Turns } from "../turns";

/** Options for writing JSON. */
export interface JsonForm {
  /** On one line, without white space. */
  readonly isMinified: boolean;
  /** Writes `/` as `\/`, and numbers like Java. */
  readonly isOfRevman: boolean;
}

/** Writes a document one analysis per step; the text equals that of `writeJson`. */
export function* writeDocument({ head, groups }: DocumentToWrite, form: JsonForm): Turns<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const write = (text: string): void => {
    chunks.push(new TextEncoder().encode(text));
  };
  yield* writeList(writeJson({ ...head, "analysis-groups": [] }, form), groups, 2, function* (group) {
    const text = writeJson({ ...group.head, analyses: [] }, form, " ".repeat(4));
    yield* writeList(text, group.analyses, 6, function* (analysis) {
      write(writeJson(analysis, form, " ".repeat(8)));
      yield;
    });
  });
  return yield* joined(chunks);

  /** Writes an object whose text ends with an empty list, with members in that list. */
  function* writeList<Member>(
    text: string,
    members: Iterable<Member>,
    margin: number,
    writeMember: (member: Member) => Turns<void>,
  ): Turns<void> {
    const [inner, outer] = form.isMinified
      ? ["", ""]
      : [margin + 2, margin].map((size) => `\n${" ".repeat(size)}`);
    const at = text.lastIndexOf("[]") + 1;
    write(text.slice(0, at));
    let isFirst = true;
    for (const member of members) {
      write(`${isFirst ? "" : ","}${inner}`);
      isFirst = false;
      yield* writeMember(member);
    }
    write(`${isFirst ? "" : outer}${text.slice(at)}`);
  }
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
