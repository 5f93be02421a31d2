import type { Read } from "./message";
import { objectOf, oneOf, readText } from "./message";

/** A reference to a group (specification 2.6) or to a person, as it stands in a document. */
export type RegistryReference = GroupReference | PersonReference;

interface GroupReference {
  readonly kind: "group";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

interface PersonReference {
  readonly kind: "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

/** The property that holds the identifier in a reference of each kind. */
export const identifierProperty = { group: "groupId", person: "personId" } as const;

/** All that a reference has. */
export const propertiesOfReference: ReadonlySet<string> = new Set([
  ...Object.values(identifierProperty),
  "name",
  "link",
]);

/** Whether an object with properties of these names is nothing but a reference. */
export function isOnlyReference(names: readonly string[]): boolean {
  return names.every((name) => propertiesOfReference.has(name));
}

/**
 * Whether an object that refers to a record is called as that: one with numbers, lists or objects beside it, as a study
 * that refers to its centre, is something by itself, and its name is its own.
 */
export function isCalledAsRecord(names: readonly string[], isText: (name: string) => boolean): boolean {
  return names.every((name) => propertiesOfReference.has(name) || isText(name));
}

/** By which the fields of a reference are read; to what has no identifier there is none. */
export const referenceFields = {
  kind: oneOf(["group", "person"]),
  id: (id: unknown) => (id === "" ? undefined : readText(id)),
  name: readText,
  link: readText,
};

/** Reads a reference that was stored or dragged. */
export const readReference: Read<RegistryReference> = objectOf(referenceFields);

/** The reference as the JSON object that a document holds, its properties in the order they are written. */
export function referenceObject({
  kind,
  id,
  name,
  link,
}: RegistryReference): Readonly<Record<string, string>> {
  return { [identifierProperty[kind]]: id, name, link };
}

/**
 * What titles drop, for a class of a regular expression: signs that have no width, but for the joiners that scripts
 * need, and those that turn the direction of writing (UAX #9).
 */
export const unseenInTitles = String.raw`\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;

/** Signs that nobody sees or that turn the direction of writing (UAX #9); not the joiners that scripts need. */
const unseen =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The JSON text of a value from a registry, for a document: signs that nobody would see in it stand as escapes. */
export function documentJson(value: unknown, indentation?: string): string {
  return JSON.stringify(value, undefined, indentation).replace(unseen, (sign) =>
    sign.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** The kinds of records that the registry's interface can be asked for (specification, section 4). */
export type RegistryRecordKind = "person" | "user" | "group" | "groupType";

/** What a `link` names. The host may be another than the one that the registry was asked at. */
export interface RegistryLink {
  /** The `{base_url}` in front of `/rest/`: scheme and host in lower case, no default port. */
  readonly baseUrl: string;
  readonly kind: RegistryRecordKind;
  readonly id: string;
}

const collections: Readonly<Record<RegistryRecordKind, string>> = {
  person: "people",
  user: "users",
  group: "groups",
  groupType: "groupTypes",
};

const kinds = new Map(
  (["person", "user", "group", "groupType"] as const).map((kind) => [collections[kind], kind]),
);

// Brackets and quotes in the base URL would be markup where links are written; URLs have them percent-encoded.
const linkForm = /^(https?):\/\/([^/?#@\s()<>"]+)((?:\/[^?#\s()[\]<>"]*)?)\/rest\/([A-Za-z]+)\/([^/?#\s]+)$/i;
/** What would mislead whoever reads a link: signs without a width, or that turn the direction of writing. Likewise. */
const hiddenInLink = /[\p{Cc}\p{Cf}]/u;

/**
 * The path of a record below its base URL: `/rest/<collection>/<id>`, the id percent-encoded.
 * Undefined for an id that no path can hold: empty, with a step "." or "..", or not well-formed Unicode.
 */
export function recordPath(kind: RegistryRecordKind, id: string): string | undefined {
  // Servers and URL parsers take "." and ".." for steps in the path, also when they and the slashes around them are
  // encoded: on a host that several parties share, the credential would go to another party's path.
  if (id === "" || stepInPath.test(id)) return undefined;
  const encoded = percentEncoded(id);
  return encoded === undefined ? undefined : `${listPath(kind)}/${encoded}`;
}

const stepInPath = /(?:^|[\\/])\.\.?(?:$|[\\/])/;

/** The path of a whole collection below its base URL: `/rest/<collection>`. */
export function listPath(kind: RegistryRecordKind): string {
  return `/rest/${collections[kind]}`;
}

/**
 * Writes a `link`. Undefined for an id that no link can hold: see {@link recordPath}, and `me`, which
 * {@link readRegistryLink} would not read back.
 */
export function writeRegistryLink(link: RegistryLink): string | undefined {
  const path = recordPath(link.kind, link.id);
  return path === undefined || namesCaller(link) ? undefined : `${link.baseUrl}${path}`;
}

/** Whether a path ends with `me`: it names whoever asks, another record for each. */
function namesCaller({ kind, id }: Pick<RegistryLink, "kind" | "id">): boolean {
  return id === "me" && (kind === "person" || kind === "user");
}

/**
 * Reads a `link` of the form `{base_url}/rest/<collection>/<id>`. Undefined for anything else, and
 * for the `me` variants, which name a different record for each caller.
 */
export function readRegistryLink(text: string): RegistryLink | undefined {
  const [, scheme, host, basePath, collection, encodedId] = linkForm.exec(text) ?? [];
  if (scheme === undefined || host === undefined || collection === undefined) return undefined;
  const kind = kinds.get(collection);
  const id = percentDecoded(encodedId ?? "");
  if (kind === undefined || id === undefined || recordPath(kind, id) === undefined) return undefined;
  if (namesCaller({ kind, id }) || hiddenInLink.test(text)) return undefined;
  return { baseUrl: `${origin(scheme.toLowerCase(), host.toLowerCase())}${basePath ?? ""}`, kind, id };
}

/** Whether a link leads to the record that an identifier names. */
export function leadsTo(link: string, { kind, id }: Pick<RegistryReference, "kind" | "id">): boolean {
  const target = readRegistryLink(link);
  return target?.kind === kind && target.id === id;
}

function origin(scheme: string, host: string): string {
  const defaultPort = scheme === "https" ? /:443$/ : /:80$/;
  return `${scheme}://${host.replace(defaultPort, "")}`;
}

function percentEncoded(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function percentDecoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
