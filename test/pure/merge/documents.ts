/*
 * Documents to merge, in RevMan's form (rows reference their subgroup by number) and in the samples' form (subgroups
 * contain studies). `Digits` keeps a number as written.
 */

export class Digits {
  constructor(readonly written: string) {}
}

export type Value = string | boolean | Digits | Value[] | Properties;

export interface Properties {
  [name: string]: Value;
}

export const forms = ["samples", "samples-with-subgroups", "revman"] as const;
export type Form = (typeof forms)[number];

const arm = (events: number): Properties => ({
  events: new Digits(String(events)),
  total: new Digits(events % 3 === 0 ? "120.50" : "12345678901234567890"),
});

export function study(form: Form, name: string, at: number): Properties {
  if (form !== "revman")
    return {
      study: name,
      experimental: arm(at),
      comparator: arm(at + 4),
      "risk-of-bias": { randomisation: "LOW", overall: at % 2 === 0 ? "LOW" : "HIGH" },
      footnotes: ["a", "b"],
    };
  return {
    "study-name": name,
    year: "2014",
    applicability: { "subgroup-number": new Digits(String(1 + (at % 2))), overall: true },
    weight: new Digits("0.2500000000000001"),
    "control-group": arm(at),
    "experimental-group": arm(at + 4),
    "risk-of-bias": [
      { domain: "Overall bias", judgement: "LOW_RISK" },
      { domain: "Bias in measurement of the outcome", judgement: "HIGH_RISK" },
    ],
  };
}

/** @param first offset of the studies' numbers, which makes them differ from those of other analyses */
export function analysis(
  form: Form,
  name: string,
  number: number,
  studies: readonly string[],
  first: number,
): Properties {
  const rows = studies.map((one, at) => study(form, one, first + at));
  const head = { number: new Digits(String(number)), name, method: "MANTEL_HAENSZEL" };
  if (form === "samples") return { ...head, studies: rows };
  const names = ["Younger", "Older"];
  if (form === "revman") {
    const subgroups = names.map((one, at) => ({ name: one, number: new Digits(String(at + 1)) }));
    return { ...head, subgroups, "data-rows": rows };
  }
  return {
    ...head,
    subgroups: names.map((one, at) => ({ name: one, studies: rows.filter((_, row) => row % 2 === at) })),
  };
}

export function documentOf(form: Form, analyses: readonly (readonly string[])[]): Properties {
  return {
    $schema: "urn:x",
    "risk-of-bias-method": "RISK_OF_BIAS_2",
    "analysis-groups": [
      {
        number: new Digits("1"),
        name: "Drug",
        analyses: analyses.map((studies, at) => analysis(form, `Outcome ${at}`, at + 1, studies, 10 * at)),
      },
    ],
  };
}

/** Parses a JSON text, keeping numbers as written. */
export function readValue(text: string): Value {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\/\*[^]*?\*\//g, (found) => {
    if (found.startsWith("/*")) return "";
    return found.startsWith('"') ? found : JSON.stringify({ written: found });
  });
  const read = (value: unknown): Value => {
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== "object" || value === null)
      return typeof value === "boolean" ? value : String(value);
    if ("written" in value) return new Digits(String(value.written));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner)]));
  };
  return read(JSON.parse(quoted));
}

export const layouts = ["two-spaces", "tabs-crlf", "one-line", "spaced-line", "commented"] as const;
export type LayoutName = (typeof layouts)[number];

export function write(value: Value, layout: LayoutName): string {
  const isLine = layout === "one-line" || layout === "spaced-line";
  const lineEnd = layout === "tabs-crlf" ? "\r\n" : "\n";
  const step = layout === "tabs-crlf" ? "\t" : "  ";
  const gap = layout === "spaced-line" ? " " : "";
  const around = (members: readonly string[], open: string, close: string, depth: number): string => {
    if (members.length === 0) return open + close;
    if (isLine) return open + members.join(`,${gap}`) + close;
    const line = lineEnd + step.repeat(depth + 1);
    return open + line + members.join(`,${line}`) + lineEnd + step.repeat(depth) + close;
  };
  const colon = layout === "one-line" ? ":" : ": ";
  const inner = (one: Value, depth: number): string => {
    if (one instanceof Digits) return one.written;
    if (typeof one !== "object") return JSON.stringify(one);
    if (Array.isArray(one))
      return around(
        one.map((element) => inner(element, depth + 1)),
        "[",
        "]",
        depth,
      );
    const comment = layout === "commented" && "study" in one ? `/* of ${nameOf(one)} */ ` : "";
    const members = Object.entries(one).map(
      ([name, member], at) =>
        `${at === 0 ? comment : ""}${JSON.stringify(name)}${colon}${inner(member, depth + 1)}`,
    );
    return around(members, "{", "}", depth);
  };
  return inner(value, 0) + (isLine ? "" : lineEnd);
}

/** Flattens a document to cells, keyed by the names on their path. */
export function cellsOf(document: Value): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  const add = (value: Value, path: readonly string[]): void => {
    if (Array.isArray(value) && value.every(isNamed)) {
      cells.set(path.join("/"), "[]");
      for (const one of value) add(one, [...path, nameOf(one)]);
    } else if (value instanceof Digits) cells.set(path.join("/"), value.written);
    else if (typeof value === "object" && !Array.isArray(value)) {
      cells.set(path.join("/"), "{}");
      for (const [name, inner] of Object.entries(value)) add(inner, [...path, name]);
    } else cells.set(path.join("/"), JSON.stringify(value));
  };
  add(document, []);
  return cells;
}

function isNamed(value: Value): value is Properties {
  return (
    typeof value === "object" && !Array.isArray(value) && !(value instanceof Digits) && nameOf(value) !== ""
  );
}

function nameOf(element: Properties): string {
  const name = element.study ?? element["study-name"] ?? element.domain ?? element.name;
  return typeof name === "string" ? name : "";
}
