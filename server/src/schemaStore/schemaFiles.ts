import { syntaxMessage } from "../diagnostics/words/syntaxWords";
import { URI, Utils } from "vscode-uri";
import type { JsonFileReading, PlacedFault, Schema } from "@analyses/json-schema";
import { canonical, hostOf, isOfSameHost, isWeb, loadSchema, thisMachine } from "@analyses/json-schema";
import { createDocument } from "../document/analysesDocument";
import { readJson } from "@analyses/json";
import type { DocumentSchema, ItemSchema, SchemaRuntime } from "../schema/schemaContext";
import { syntaxFinding, syntaxFindings } from "../diagnostics/syntax";
import type { FindingDraft } from "../findings/finding";
import * as messages from "./schemaMessages";
import type { bundledSchemaIdentifiers } from "@analyses/protocol/documentFormat";
import {
  bundledPrefix,
  newestSchemaIdentifier,
  revmanSchemaIdentifier,
} from "@analyses/protocol/documentFormat";
import analyses from "@analyses/schemas/analyses-1.0.0.schema.json";
import revmanAnalysis from "@analyses/schemas/revman-analysis.schema.json";

/** A schema, or the reason why it is unusable. */
export type UsableSchema = Exclude<ItemSchema, { readonly kind: "none" }>;

/** A schema that is loading or loaded. */
interface Load {
  readonly schema: Promise<UsableSchema>;
  /** Undefined while loading. */
  kind?: UsableSchema["kind"];
  /** The URIs of all files that the load has read. */
  readonly files: ReadonlySet<string>;
}

/** The schema files by location. Loads each schema once, and again after a change of a file that it consists of. */
export class SchemaFiles {
  readonly #loads = new Map<string, Load>();

  constructor(private readonly runtime: Pick<SchemaRuntime, "readFile" | "homeUri" | "nextTurn">) {}

  /**
   * Loads the schema at a path or URI from the settings.
   *
   * @param document URI of the document that uses the schema
   * @param base URI of the base folder for relative paths; by default the document's folder
   * @param schemas the identifiers from the settings, which schemas can reference too
   */
  at(
    path: string,
    document: string,
    base: string | undefined,
    schemas: readonly { readonly id: string; readonly path: string }[] = [],
  ): Promise<UsableSchema> {
    const location = this.#locate(path, document, base);
    const mapped = new Map(
      schemas
        .filter((entry) => !entry.path.startsWith(bundledPrefix))
        .map((entry) => [entry.id, this.#locate(entry.path.trim(), document, base)] as const)
        .flatMap(([id, { kind, uri }]) => (kind === "file" ? [[id, uri] as const] : [])),
    );
    const key = [location.uri, ...[...mapped].flat()].join(" ");
    const known = this.#loads.get(key);
    if (known !== undefined) return known.schema;
    const files = new Set<string>();
    const schema = this.#load(location, files, mapped).then((loaded) => {
      load.kind = loaded.kind;
      return loaded;
    });
    const load: Load = { schema, files };
    this.#loads.set(key, load);
    return schema;
  }

  /** Drops the schemas whose loading read the file; returns whether there were any. */
  forget(file: string): boolean {
    return this.#forget(({ files }) => files.has(file));
  }

  /** Drops unusable and loading schemas; returns whether there were any. */
  forgetUnavailable(): boolean {
    return this.#forget(({ kind }) => kind !== "ready");
  }

  #forget(matches: (load: Load) => boolean): boolean {
    const dropped = [...this.#loads].filter(([, load]) => matches(load));
    for (const [key] of dropped) this.#loads.delete(key);
    return dropped.length > 0;
  }

  /** Resolves `~/` against the home folder, and `${workspaceFolder}/` and relative paths against the base folder. */
  #locate(path: string, document: string, base: string | undefined): SchemaLocation {
    const from = URI.parse(base ?? document);
    const folder = base === undefined ? Utils.dirname(from) : from;
    const home = /^~[\\/]/.test(path) ? this.runtime.homeUri?.() : undefined;
    const inFolder = home === undefined ? path.replace(/^\$\{workspaceFolder\}[\\/]/, "") : path.slice(2);
    const uri = canonical(addressOf(inFolder, home === undefined ? folder : URI.parse(home)));
    const [scheme = ""] = uri.split(":", 1);
    if (isWeb(scheme)) return { kind: "nowhere", uri, reason: messages.webAddress() };
    if (scheme === "untitled") return { kind: "nowhere", uri, reason: messages.noFolder() };
    if (hostOf(uri) !== thisMachine && !isOfSameHost(uri, folder.toString()))
      return { kind: "nowhere", uri, reason: messages.otherHost() };
    return { kind: "file", uri };
  }

  async #load(
    location: SchemaLocation,
    files: Set<string>,
    mapped: ReadonlyMap<string, string>,
  ): Promise<UsableSchema> {
    const { uri } = location;
    if (location.kind === "nowhere") return { kind: "unavailable", uri, file: uri, reason: location.reason };
    const { nextTurn } = this.runtime;
    const loaded = await loadSchema(uri, {
      ...(nextTurn && { pause: () => new Promise<void>(nextTurn) }),
      readJson: (file) => {
        files.add(file);
        return this.#readJson(file);
      },
      provided: providedSchemas,
      mapped,
    });
    const failureOf = ({ file, fault }: PlacedFault) => ({ file, reason: messages.schemaFault(fault) });
    if (loaded.kind === "ready") return { ...loaded, faults: loaded.faults.map(failureOf) };
    return { kind: "unavailable", uri, file: loaded.file, reason: messages.schemaFault(loaded.fault) };
  }

  async #readJson(uri: string): Promise<JsonFileReading> {
    const reading = await this.runtime.readFile(uri);
    if (reading.kind === "failed") return { kind: "unreadable", reason: reading.reason };
    return readJsonFile(uri, reading.text);
  }
}

/** Parses a JSON file. The reason for a failure continues a message that begins with the file's name. */
export function readJsonFile(uri: string, text: string): Exclude<JsonFileReading, { kind: "unreadable" }> {
  try {
    return { kind: "value", value: readJson(text) };
  } catch {
    if (text.trim() === "") return { kind: "not-json", reason: messages.emptyFile() };
    const document = createDocument(uri, "json", 0, text);
    const findings = [
      ...document.problems.flatMap((problem) => syntaxFinding(document, problem)),
      ...syntaxFindings(document, document.root),
    ];
    const [first] = findings.sort((one, other) => one.start - other.start);
    const line = document.text.positionAt(first?.start ?? 0).line + 1;
    return { kind: "not-json", reason: messages.notJson(line, first && withoutText(first)) };
  }
}

/** Returns the message unless it quotes the file: the setting may name a file with secrets instead of a schema. */
function withoutText({ data, message }: FindingDraft): string | undefined {
  const isWithoutQuote =
    data.kind === "syntax" && data.problem !== "mistyped" && syntaxMessage(data.problem, "") === message;
  return isWithoutQuote ? message : undefined;
}

/** The location of a schema file from the settings. `uri` is in the form of `canonical`. */
type SchemaLocation =
  | { readonly kind: "file"; readonly uri: string }
  | { readonly kind: "nowhere"; readonly uri: string; readonly reason: string };

/** Resolves a path or URI from the settings against `folder`. */
export function addressOf(path: string, folder: URI): string {
  if (/^[a-zA-Z]:[\\/]/.test(path))
    return URI.from({ scheme: "file", path: `/${path.replaceAll("\\", "/")}` }).toString();
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(path)) return path;
  const isWindows = /^\/[a-zA-Z]:/.test(folder.path);
  const slashed = isWindows ? path.replaceAll("\\", "/") : path;
  if (slashed.startsWith("//")) return `file:${slashed}`;
  if (!slashed.startsWith("/")) return Utils.joinPath(folder, slashed).toString();
  // An unsaved document has no folder, but an absolute path needs none.
  return folder.scheme === "untitled"
    ? URI.file(slashed).toString()
    : folder.with({ path: slashed }).toString();
}

type Identifier = (typeof bundledSchemaIdentifiers)[number];

function bundled(id: Identifier, schema: Schema): DocumentSchema {
  const label = id.slice(id.lastIndexOf(":") + 1);
  return { id, label, uri: id, schema, files: new Map([[id, schema]]), unavailable: undefined };
}

export const newestSchema = bundled(newestSchemaIdentifier, analyses);

/** The schemas of RevMan's own documents: the same document format, but its own item schema. */
export const ofRevman: { readonly documentSchema: DocumentSchema; readonly itemSchema: ItemSchema } = {
  documentSchema: { ...newestSchema, id: revmanSchemaIdentifier },
  itemSchema: {
    kind: "ready",
    uri: revmanAnalysis.$id,
    schema: revmanAnalysis,
    files: new Map([[revmanAnalysis.$id, revmanAnalysis]]),
  },
};

/** The paths of the bundled schemas in the extension's folder, by URI. */
export const fileOfBundled: ReadonlyMap<string, string> = new Map([
  [newestSchemaIdentifier, "schemas/analyses-1.0.0.schema.json"],
  [revmanAnalysis.$id, "schemas/revman-analysis.schema.json"],
]);

/** All bundled document schemas, newest first. */
export const bundledSchemas: readonly DocumentSchema[] = [newestSchema];

/** The bundled schemas by identifier, so that other schemas can refer to them. */
const providedSchemas: ReadonlyMap<string, Schema> = new Map(
  bundledSchemas.map(({ id, schema }) => [id, schema] as const),
);
