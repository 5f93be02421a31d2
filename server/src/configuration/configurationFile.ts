import { URI, Utils } from "vscode-uri";
import type { FileReading } from "@analyses/protocol/customMessages";
import { isObject } from "@analyses/protocol/message";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import { bundledPrefix } from "@analyses/protocol/documentFormat";
import {
  configurationFileName,
  configurationNames,
  readAnalysesSettings,
  severityNames,
  validationTriggers,
} from "@analyses/protocol/settings";
import { bindRoles } from "@analyses/evidence";
import { type JsonObject, type Placed, isJsonArray, isJsonObject, open, propertiesOf } from "@analyses/json";
import { translate } from "../localisation/translate";
import { addressOf, readJsonFile } from "../schemaStore/schemaFiles";
import { createDocument } from "../document/analysesDocument";

/** The configuration file that applies to a document, if any. */
export type Configuration =
  | { readonly kind: "none" }
  /** `settings`: in the form of {@link readAnalysesSettings}, with paths resolved to URIs. */
  | {
      readonly kind: "read";
      readonly uri: string;
      readonly settings: Readonly<Record<string, unknown>>;
      /** Globs for files that command-line tools skip, relative to the file's folder. */
      readonly exclude: readonly string[];
    }
  /** `reason`: the end of a message. */
  | { readonly kind: "failed"; readonly uri: string; readonly reason: string };

/**
 * Finds the {@link configurationFileName} of a document: in its folder, or else in the nearest folder above. Reads each
 * file once, until {@link forget}.
 */
export class ConfigurationFiles {
  readonly #readings = new Map<string, Promise<Configuration>>();

  constructor(private readonly readFile: (uri: string) => Promise<FileReading>) {}

  /** The configuration of a document. Never rejects. */
  async of(documentUri: string): Promise<Configuration> {
    const document = URI.parse(documentUri);
    if (document.scheme === "untitled" || !document.path.startsWith("/")) return { kind: "none" };
    const found = await Promise.all(foldersAbove(document).map((folder) => this.at(fileIn(folder))));
    return found.find(({ kind }) => kind !== "none") ?? { kind: "none" };
  }

  /** Reads one configuration file; `none` if it does not exist. */
  at(uri: string): Promise<Configuration> {
    const known = this.#readings.get(uri);
    if (known !== undefined) return known;
    const reading = this.#read(uri);
    this.#readings.set(uri, reading);
    return reading;
  }

  /** Drops the cache. */
  forget(): void {
    this.#readings.clear();
  }

  async #read(uri: string): Promise<Configuration> {
    const reading = await this.readFile(uri);
    if (reading.kind === "failed") {
      // Only the disk says reliably that a file exists: an editor's file system may call a missing file unreadable.
      const exists = reading.isAbsent !== true && uri.startsWith("file:");
      return exists ? { kind: "failed", uri, reason: reading.reason } : { kind: "none" };
    }
    const json = readJsonFile(uri, reading.text);
    if (json.kind !== "value") return { kind: "failed", uri, reason: json.reason };
    const { value } = json;
    if (!isJsonObject(value))
      return { kind: "failed", uri, reason: translate("it is not an object of settings") };
    const { exclude = [], ...given } = value;
    const settings = nestDottedNames(given);
    const globs = isJsonArray(exclude) ? exclude.filter((one) => typeof one === "string") : undefined;
    const wrongGlobs = isJsonArray(exclude) && globs?.length === exclude.length ? [] : ["exclude"];
    const wrong = [...new Set([...nullsIn(given), ...leftOutOf(settings), ...wrongGlobs])];
    const unknown = Object.entries(settings).flatMap(([name, part]) => unknownIn(name, part));
    if (unknown.length > 0)
      return { kind: "failed", uri, reason: translate("there is no setting `{0}`", unknown.join("`, `")) };
    if (wrong.length > 0)
      return {
        kind: "failed",
        uri,
        reason: wrongSettings(uri, reading.text, wrong),
      };
    const folder = Utils.dirname(URI.parse(uri));
    return { kind: "read", uri, settings: withAddresses(settings, folder), exclude: globs ?? [] };
  }
}

/** Returns the settings, overridden by the configuration file. */
export function withConfiguration(
  settings: AnalysesSettings,
  configuration: Configuration,
): AnalysesSettings {
  if (configuration.kind !== "read") return settings;
  const given = new Map<string, unknown>(Object.entries(settings));
  for (const [name, value] of Object.entries(configuration.settings)) {
    const before = given.get(name);
    const isGroup = !isSetting(name) && isObject(before) && isObject(value);
    given.set(name, isGroup ? { ...before, ...value } : value);
  }
  return readAnalysesSettings(Object.fromEntries(given));
}

/** The names of the settings that a configuration file overrides. */
export function decidedBy({
  settings,
}: Extract<Configuration, { readonly kind: "read" }>): readonly string[] {
  return configurationNames().filter((name) => {
    const [group = "", inner] = name.split(".");
    const value = settings[group];
    return inner === undefined ? value !== undefined : isObject(value) && inner in value;
  });
}

/** The names of invalid settings and of invalid entries in `evidence.roles`, which have no effect. */
export function leftOutOf(value: unknown): readonly string[] {
  const ignored: string[] = [];
  const { roles } = readAnalysesSettings(value, (name) => ignored.push(name)).evidence;
  const entries = bindRoles({ setting: roles }).wrongEntries.map(({ path }) => `evidence.roles.${path}`);
  return [...ignored, ...entries];
}

/** The names of null settings, which are wrong in a file. (From an editor, null means that a setting is not set.) */
function nullsIn(values: JsonObject): readonly string[] {
  const found: string[] = [];
  const waiting = [{ values, before: "" }];
  // Iterative, because nesting can exceed the call stack.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const [name, value] of Object.entries(next.values)) {
      if (value === null) found.push(next.before + name);
      else if (isJsonObject(value)) waiting.push({ values: value, before: `${next.before}${name}.` });
    }
  return found;
}

function isSetting(name: string): boolean {
  return configurationNames().includes(name);
}

/** The unknown names in a setting or a group of settings. */
function unknownIn(name: string, part: unknown): readonly string[] {
  if (name === "$schema" || isSetting(name)) return [];
  if (!configurationNames().some((one) => one.startsWith(`${name}.`))) return [name];
  const inner = isObject(part) ? Object.keys(part).map((one) => `${name}.${one}`) : [];
  return inner.filter((text) => !isSetting(text));
}

/**
 * Nests dotted names: `{ "references.check": true }` becomes `{ "references": { "check": true } }`, the form that LSP
 * clients send. A configuration file may use both forms.
 */
function nestDottedNames(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const settings = new Map<string, unknown>();
  for (const [name, part] of Object.entries(value)) {
    const [group = "", inner] = name.split(".");
    const before = settings.get(group);
    const own = inner === undefined ? part : { [inner]: part };
    settings.set(group, isObject(before) && isObject(own) ? { ...before, ...own } : own);
  }
  return Object.fromEntries(settings);
}

/** Resolves paths against the configuration file's folder. */
function withAddresses(settings: Record<string, unknown>, folder: URI): Record<string, unknown> {
  const { itemSchema, schemas } = readAnalysesSettings(settings);
  const address = (path: string): string =>
    path.trim() === "" || path.startsWith(bundledPrefix) ? path : addressOf(path.trim(), folder);
  return {
    ...settings,
    ...(settings.itemSchema === undefined ? {} : { itemSchema: address(itemSchema) }),
    ...(settings.schemas === undefined
      ? {}
      : { schemas: schemas.map(({ id, path }) => ({ id, path: address(path) })) }),
  };
}

function fileIn(folder: URI): string {
  return Utils.joinPath(folder, configurationFileName).toString();
}

/** The document's folder and all folders above it, innermost first. */
function foldersAbove(document: URI): readonly URI[] {
  const folders: URI[] = [];
  for (let folder = Utils.dirname(document); ; folder = Utils.dirname(folder)) {
    folders.push(folder);
    if (Utils.dirname(folder).path === folder.path) return folders;
  }
}

/**
 * Describes the allowed values of invalid settings, with line numbers.
 *
 * @param names of the settings, as `severity.syntax`
 * @returns the end of a message
 */
function wrongSettings(uri: string, text: string, names: readonly string[]): string {
  const document = createDocument(uri, "json", 0, text);
  return names
    .map((name) => {
      const line = document.text.positionAt(offsetOf(name, document.root)).line + 1;
      return translate("`{0}` must be {1} (line {2})", name, allowedFor(name), line);
    })
    .join("; ");

  /** A setting's name can be nested objects or one dotted key, as `references.check`. */
  function offsetOf(name: string, within: Placed): number {
    const { node, start } = open(document, within);
    if (node.kind !== "object") return start;
    for (const property of propertiesOf({ node, start })) {
      const own = property.property.name;
      if (own === name) return property.start;
      if (name.startsWith(`${own}.`)) return offsetOf(name.slice(own.length + 1), property.value);
      if (name.startsWith(`${own}[`)) return property.start;
    }
    return start;
  }
}

function allowedFor(name: string): string {
  const [group = "", inner] = name.split(/[.[]/);
  switch (group) {
    case "validate":
      return oneOf(validationTriggers);
    case "severity":
      return inner === undefined ? translate("an object") : oneOf(severityNames);
    case "maxProblems":
      return translate("a whole number, 0 or more");
    case "itemSchema":
      return translate("the path of a file");
    case "exclude":
      return translate("a list of globs");
    case "schemas":
      return translate("a list of objects with `id` and `path`");
    case "evidence":
    case "references":
      if (inner === undefined) return translate("an object");
      if (inner !== "roles") return translate("true or false");
      if (name === "evidence.roles") return translate("an object");
      return name.startsWith("evidence.roles./")
        ? translate("the name of a role")
        : translate("a path in the analysis, such as `/studies/*/total`");
    default:
      return translate("true or false");
  }
}

function oneOf(values: readonly string[]): string {
  return translate("{0} or {1}", values.slice(0, -1).join(", "), values.at(-1) ?? "");
}
