import { parseArgs } from "node:util";
import type { CheckOptions } from "../checker/checkFiles";
import { translate } from "../localisation/translate";
import { addressOf } from "./files";

/** The options of a program: those of type `string` take a value. Every program has `--help` and `--version`. */
type Options<Name extends string> = Readonly<
  Record<Name, { readonly type: "string" | "boolean"; readonly short?: string }>
>;

interface GivenOptions<Name extends string> {
  readonly kind: "given";
  /** The words that are no options, in their order. */
  readonly names: readonly string[];
  /** All values of an option that may be repeated. */
  readonly all: (name: Name) => readonly string[];
  /** The value of an option; the last one if it is repeated. */
  readonly last: (name: Name) => string | undefined;
  readonly has: (name: Name) => boolean;
}

export type NoRequest =
  { readonly kind: "help" | "version" } | { readonly kind: "wrong"; readonly reason: string };

/** @param words the arguments after the program's name */
export function readOptions<Name extends string>(
  words: readonly string[],
  options: Options<Name>,
): GivenOptions<Name> | NoRequest {
  const known = new Map<string, "string" | "boolean">();
  for (const [name, { type }] of Object.entries<Options<Name>[Name]>(options)) known.set(name, type);
  for (const name of ["help", "version"]) known.set(name, "boolean");
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options: { ...options, help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "V" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const type = known.get(name);
    if (type === undefined) return wrong(translate("there is no option {0}", rawName));
    if (type === "string" && (value === undefined || value === ""))
      return wrong(translate("{0} needs a value", rawName));
    if (type === "boolean" && value !== undefined) return wrong(translate("{0} takes no value", rawName));
    given.set(name, [...(given.get(name) ?? []), value ?? ""]);
  }
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };
  return {
    kind: "given",
    names: positionals,
    all: (name) => given.get(name) ?? [],
    last: (name) => given.get(name)?.at(-1),
    has: (name) => given.has(name),
  };
}

export function wrong(reason: string): NoRequest & { readonly kind: "wrong" } {
  return { kind: "wrong", reason };
}

/** Reads `--config FILE` and `--no-config`. */
export function configurationChoice(
  given: Pick<GivenOptions<"config" | "no-config">, "last" | "has">,
): CheckOptions["configuration"] | (NoRequest & { readonly kind: "wrong" }) {
  const name = given.last("config");
  if (name === undefined) return { kind: given.has("no-config") ? "none" : "nearest" };
  return given.has("no-config")
    ? wrong(translate("{0} and {1} cannot both be given", "--config", "--no-config"))
    : { kind: "file", uri: addressOf(name) };
}
