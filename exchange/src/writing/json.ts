import type { Yielding } from "@analyses/json";
import type { Written } from "@analyses/json-schema";
import { joined } from "../reading/zip";

interface JsonForm {
  /** Whether to write on one line, without white space. */
  readonly isMinified: boolean;
  /** Whether to write `/` as `\/`, and numbers as Java does. */
  readonly isOfRevman: boolean;
}

/** The length of the texts that are encoded at once, in UTF-16 units. */
const textInStep = 50_000;

/** Writes JSON in steps, and its long lists as they are generated. */
export function* writeJson(value: Written, { isMinified, isOfRevman }: JsonForm): Yielding<Uint8Array> {
  const [colon, step] = isMinified ? [":", ""] : [": ", "  "];
  const chunks: Uint8Array[] = [];
  let text = "";
  yield* write(value, "");
  chunks.push(new TextEncoder().encode(isMinified ? text : `${text}\n`));
  return yield* joined(chunks);

  function* write(one: Written, own: string): Yielding<void> {
    if (typeof one !== "object" || one === null) {
      text += scalar(one);
      return;
    }
    const inner = own + step;
    const [before, after] = isMinified ? ["", ""] : [`\n${inner}`, `\n${own}`];
    const [open, close] = isList(one) ? ["[", "]"] : ["{", "}"];
    let separator = "";
    text += open;
    for (const [name, each] of isList(one) ? unnamed(one) : Object.entries(one)) {
      if (each === undefined) continue;
      text += `${separator}${before}${name === undefined ? "" : `${JSON.stringify(name)}${colon}`}`;
      separator = ",";
      yield* write(each, inner);
    }
    text += separator === "" ? close : `${after}${close}`;
    if (text.length < textInStep) return;
    chunks.push(new TextEncoder().encode(text));
    text = "";
    yield 0;
  }

  function scalar(one: string | number | boolean | null): string {
    if (typeof one === "string" && isOfRevman) return JSON.stringify(one).replaceAll("/", "\\/");
    if (typeof one === "number") return isOfRevman ? javaNumber(one) : String(Object.is(one, -0) ? 0 : one);
    return JSON.stringify(one);
  }
}

function isList(value: object): value is Iterable<Written> {
  return Symbol.iterator in value;
}

function* unnamed(list: Iterable<Written>): Iterable<readonly [undefined, Written]> {
  for (const value of list) yield [undefined, value];
}

/** Formats a number like RevMan: integers plain, others like Java's doubles (`spec/revman-item.md`, Text). */
function javaNumber(value: number): string {
  const size = Math.abs(value);
  if (Number.isSafeInteger(value)) return String(value + 0);
  if (Number.isInteger(value)) return BigInt(value).toString();
  if (size >= 1e-3 && size < 1e7) return String(value);
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}
