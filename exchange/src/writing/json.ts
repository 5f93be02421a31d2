/** A value to write: properties whose value is undefined are absent. */
export type Written =
  string | number | boolean | null | readonly Written[] | { readonly [name: string]: Written | undefined };

/** How JSON is written. */
export interface JsonForm {
  /** On one line, without white space. */
  readonly isMinified: boolean;
  /** `/` as `\/`, numbers as Java prints them. */
  readonly isOfRevman: boolean;
}

export function writeJson(value: Written, form: JsonForm): string {
  const { isMinified, isOfRevman } = form;
  const [colon, step] = isMinified ? [":", ""] : [": ", "  "];
  return isMinified ? written(value, "") : `${written(value, "")}\n`;

  function written(one: Written, margin: string): string {
    if (typeof one === "string")
      return isOfRevman ? JSON.stringify(one).replaceAll("/", "\\/") : JSON.stringify(one);
    if (typeof one === "number") return isOfRevman ? javaNumber(one) : String(Object.is(one, -0) ? 0 : one);
    if (typeof one !== "object" || one === null) return String(one);
    const inner = margin + step;
    if (isList(one))
      return enclosed(
        "[",
        one.map((each) => written(each, inner)),
        "]",
        margin,
      );
    const members = Object.entries(one).flatMap(([name, each]) =>
      each === undefined ? [] : [`${JSON.stringify(name)}${colon}${written(each, inner)}`],
    );
    return enclosed("{", members, "}", margin);
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

/** A number as RevMan writes it: a whole one plain, others as Java prints doubles (`spec/revman-item.md`, Text). */
export function javaNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return String(value);
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}
