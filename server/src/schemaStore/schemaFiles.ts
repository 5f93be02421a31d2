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

/** A schema of a file, or why it cannot be used. */
export type UsableSchema = Exclude<ItemSchema, { readonly kind: "none" }>;

interface Load {
  readonly schema: Promise<UsableSchema>;
  /** Undefined while it is being read. */
  kind?: UsableSchema["kind"];
  /** Every file that it asked for, by URI. */
  readonly files: ReadonlySet<string>;
}

/** Schema files by location: each is read once, until one of its files changes. */
export class SchemaFiles {
  readonly #loads = new Map<string, Load>();

  constructor(
    private readonly readFile: SchemaRuntime["readFile"],
    private readonly homeUri: SchemaRuntime["homeUri"],
  ) {}

  /**
   * The schema that a path or URI of the settings means.
   *
   * @param document URI of the document that it is for
   * @param base URI of the folder that relative paths count from; the document's folder if not given
   * @param schemas what the settings say of identifiers, to which schemas may refer too
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
        .filter((one) => !one.path.startsWith(bundledPrefix))
        .map((one) => [one.id, this.#locate(one.path.trim(), document, base)] as const)
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

  /** Forgets the schemas that a file is part of; whether there were any. */
  forget(file: string): boolean {
    return this.#forget(({ files }) => files.has(file));
  }

  /** Forgets the schemas that could not be used; whether there were any. */
  forgetUnavailable(): boolean {
    return this.#forget(({ kind }) => kind !== "ready");
  }

  #forget(isMeant: (load: Load) => boolean): boolean {
    const meant = [...this.#loads].filter(([, load]) => isMeant(load));
    for (const [uri] of meant) this.#loads.delete(uri);
    return meant.length > 0;
  }

  /** `~/` counts from the user's own folder, `${workspaceFolder}/` from where relative paths do. */
  #locate(path: string, document: string, base: string | undefined): SchemaLocation {
    const from = URI.parse(base ?? document);
    const folder = base === undefined ? Utils.dirname(from) : from;
    const home = /^~[\\/]/.test(path) ? this.homeUri?.() : undefined;
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
    const loaded = await loadSchema(uri, {
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
    const reading = await this.readFile(uri);
    if (reading.kind === "failed") return { kind: "unreadable", reason: reading.reason };
    return readJsonFile(uri, reading.text);
  }
}

/** The value of a file that is to be JSON, or why it is not: the end of a sentence, for people. */
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

/** What a finding says, unless it quotes the file: that may be no schema at all, but a file of secrets. */
function withoutText({ data, message }: FindingDraft): string | undefined {
  return data.kind === "syntax" && syntaxMessage(data.problem, "") === message ? message : undefined;
}

/** Where a schema file of the settings lies. `uri` is as `canonical` writes it. */
type SchemaLocation =
  | { readonly kind: "file"; readonly uri: string }
  | { readonly kind: "nowhere"; readonly uri: string; readonly reason: string };

/** The address that a path or URI of the settings means, where relative paths count from `folder`. */
export function addressOf(path: string, folder: URI): string {
  if (/^[a-zA-Z]:[\\/]/.test(path))
    return URI.from({ scheme: "file", path: `/${path.replaceAll("\\", "/")}` }).toString();
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(path)) return path;
  const isWindows = /^\/[a-zA-Z]:/.test(folder.path);
  const slashed = isWindows ? path.replaceAll("\\", "/") : path;
  if (slashed.startsWith("//")) return `file:${slashed}`;
  if (!slashed.startsWith("/")) return Utils.joinPath(folder, slashed).toString();
  // A document that is not saved yet lies in no folder, but its schema may.
  return folder.scheme === "untitled"
    ? URI.file(slashed).toString()
    : folder.with({ path: slashed }).toString();
}

type Identifier = (typeof bundledSchemaIdentifiers)[number];

function bundled(id: Identifier, schema: Schema): DocumentSchema {
  const label = id.slice(id.lastIndexOf(":") + 1);
  return { id, label, uri: id, schema, files: new Map([[id, schema]]), unavailable: undefined };
}

/** The newest of the schemas that ship with the product. */
export const newestSchema = bundled(newestSchemaIdentifier, analyses);

/** RevMan's own documents: the same format, and a form of their own for the analyses. */
export const ofRevman: { readonly documentSchema: DocumentSchema; readonly itemSchema: ItemSchema } = {
  documentSchema: { ...newestSchema, id: revmanSchemaIdentifier },
  itemSchema: {
    kind: "ready",
    uri: revmanAnalysis.$id,
    schema: revmanAnalysis,
    files: new Map([[revmanAnalysis.$id, revmanAnalysis]]),
  },
};

/** Where these schemas lie in the product's own folder, by the URI that they are in force under. */
export const fileOfBundled: ReadonlyMap<string, string> = new Map([
  [newestSchemaIdentifier, "schemas/analyses-1.0.0.schema.json"],
  [revmanAnalysis.$id, "schemas/revman-analysis.schema.json"],
]);

/** All of them, the newest first. */
export const bundledSchemas: readonly DocumentSchema[] = [newestSchema];

/** The same by identifier, so that other schemas can refer to them. */
const providedSchemas: ReadonlyMap<string, Schema> = new Map(
  bundledSchemas.map(({ id, schema }) => [id, schema] as const),
);
