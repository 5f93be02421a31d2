import type { RoleBinding } from "@analyses/evidence";
import { type JsonValue, isJsonObject } from "@analyses/json";
import type { FileReading } from "@analyses/protocol/customMessages";
import { type CheckOptions, type SettingsOfDocument, settingsReader } from "../checker/checkFiles";
import type { SchemaContext } from "../schema/schemaContext";
import { createDocument } from "../document/analysesDocument";
import { createSchemaStore } from "../schemaStore/schemaStore";
import { readJsonFile } from "../schemaStore/schemaFiles";
import { roleBinding } from "../evidence/analysisEvidence";
import { addressOf, nameOf, readFileOf, readNamed, schemaAddressOf } from "./files";
import { packageUri } from "./packageFolder";

/** The sources of roles on a command line. */
interface RoleSources {
  readonly itemSchema: string | null;
  readonly roles: string | null;
  readonly configuration: CheckOptions["configuration"];
}

/** An input that cannot be used; the message gives its name and the reason. */
export class NotReadable extends Error {}

/** A document: its name in reports, and its reading. */
export interface NamedDocument {
  readonly path: string;
  readonly reading: FileReading;
}

/** The text of a document, and the path that decides its settings. */
interface PlacedText {
  readonly path: string;
  readonly text: string;
}

export interface ContextInForce extends Pick<SettingsOfDocument, "settings"> {
  readonly context: SchemaContext;
}

/**
 * Reads the settings and schemas of documents.
 *
 * @param isItemSchemaForAll whether the named item schema also applies to documents in RevMan's format
 */
export function contextReader(
  request: Pick<RoleSources, "itemSchema" | "configuration">,
  isItemSchemaForAll = false,
): (document: PlacedText) => Promise<ContextInForce> {
  const settingsOf = settingsReader(settingsOptions(request), readFileOf);
  const schemas = createSchemaStore({ readFile: readFileOf, packageUri, isItemSchemaForAll });
  return async ({ path, text }) => {
    const uri = addressOf(path);
    const { settings, configuration: found } = await settingsOf(uri);
    if (found.kind === "failed") throw new NotReadable(`${nameOf(found.uri)}: ${found.reason}`);
    const context = await schemas.contextFor(createDocument(uri, "analyses", 0, text), settings);
    if (context.itemSchema.kind === "unavailable")
      throw new NotReadable(`${nameOf(context.itemSchema.file)}: ${context.itemSchema.reason}`);
    return { context, settings };
  };
}

/**
 * Reads the roles of a document's properties: from `--roles`, else from the document's configuration file; then from
 * the item schema and from names.
 */
export async function bindingReader(
  request: RoleSources,
): Promise<(document: PlacedText) => Promise<RoleBinding>> {
  const named = request.roles === null ? null : { ...(await rolesIn(request.roles)), from: request.roles };
  const contextOf = contextReader(request, request.itemSchema !== null);
  return async (document) => {
    const { context, settings } = await contextOf(document);
    const binding = roleBinding(context, named ?? settings.evidence);
    // The checks report wrong entries of a configuration file: only those of `--roles` are reported here.
    const [wrongEntry] = binding.wrongEntries;
    if (named !== null && wrongEntry !== undefined) {
      const why = wrongEntry.reason === "not-a-path" ? "a path begins with /" : "there is no such role";
      throw new NotReadable(`${named.from}: ${wrongEntry.path}: ${why}`);
    }
    return binding;
  };
}

export function settingsOptions({
  itemSchema,
  configuration,
}: Pick<RoleSources, "itemSchema" | "configuration">): Pick<CheckOptions, "configuration" | "settings"> {
  return {
    settings: itemSchema === null ? {} : { itemSchema: schemaAddressOf(itemSchema) },
    configuration,
  };
}

async function rolesIn(path: string): Promise<{ readonly roles: Readonly<Record<string, unknown>> }> {
  const roles = jsonOf({ path, reading: await readNamed(path) });
  if (!isJsonObject(roles)) throw new NotReadable(`${path}: it must be an object of roles`);
  return { roles };
}

export function textOf({ path, reading }: NamedDocument): string {
  if (reading.kind === "failed") throw new NotReadable(`${path}: ${reading.reason}`);
  return reading.text;
}

export function jsonOf(document: NamedDocument): JsonValue {
  const read = readJsonFile(addressOf(document.path), textOf(document));
  if (read.kind === "value") return read.value;
  throw new NotReadable(`${document.path}: ${read.reason}`);
}
