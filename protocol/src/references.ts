import { type Read, objectOf, oneOf, readText } from "./message";

/** A reference in a document to a group (specification 2.6) or to a person. */
export interface RegistryReference {
  readonly kind: "group" | "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

/** The property that holds the identifier in a reference of each kind. */
export const identifierProperty = { group: "groupId", person: "personId" } as const;

/** All properties that a reference has. */
export const propertiesOfReference: ReadonlySet<string> = new Set([
  ...Object.values(identifierProperty),
  "name",
  "link",
]);

/** Whether an object with these properties is only a reference. */
export function isOnlyReference(names: readonly string[]): boolean {
  return names.every((name) => propertiesOfReference.has(name));
}

/**
 * Whether an object that refers to a record takes the record's name: only if its other properties are texts. An object
 * with numbers, lists or objects, such as a study that refers to its centre, has a name of its own.
 */
export function isCalledAsRecord(names: readonly string[], isText: (name: string) => boolean): boolean {
  return names.every((name) => propertiesOfReference.has(name) || isText(name));
}

/** The readers of a reference's fields; they reject an empty identifier. */
export const referenceFields = {
  kind: oneOf(["group", "person"]),
  id: (id: unknown) => (id === "" ? undefined : readText(id)),
  name: readText,
  link: readText,
};

/** Parses a stored or dragged reference. */
export const readReference: Read<RegistryReference> = objectOf(referenceFields);

/** The JSON object for a reference in a document, with its properties in their usual order. */
export function referenceObject({
  kind,
  id,
  name,
  link,
}: RegistryReference): Readonly<Record<string, string>> {
  return { [identifierProperty[kind]]: id, name, link };
}

/**
 * The characters to remove from titles, for a regular expression's class: zero-width ones except the joiners that
 * scripts need, and bidirectional controls (UAX #9).
 */
export const unseenInTitles = String.raw`\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;

/** Invisible characters and bidirectional controls (UAX #9), except the joiners that scripts need. */
const unseen =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The JSON text of a registry's value for a document, with invisible characters escaped. */
export function documentJson(value: unknown, indentation?: string): string {
  return JSON.stringify(value, undefined, indentation).replace(unseen, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** The kinds of records that the registry's interface offers (specification, section 4). */
export type RegistryRecordKind = "person" | "user" | "group" | "groupType";

/** The target of a `link`. Its host may differ from the one that the client sent the request to. */
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

// Brackets and quotes in the base URL would be markup in hovers and cards; URLs percent-encode them.
const linkForm = /^(https?):\/\/([^/?#@\s()<>"]+)((?:\/[^?#\s()[\]<>"]*)?)\/rest\/([A-Za-z]+)\/([^/?#\s]+)$/i;
/** Control and format characters (zero-width, bidirectional), which could disguise a link. */
const hiddenInLink = /[\p{Cc}\p{Cf}]/u;

/**
 * The path of a record below its base URL: `/rest/<collection>/<id>`, the id percent-encoded.
 * Undefined for an id that a path cannot contain: empty, with a "." or ".." segment, or not well-formed Unicode.
 */
export function recordPath(kind: RegistryRecordKind, id: string): string | undefined {
  if (id === "" || hasStep(id)) return undefined;
  const encoded = percentEncoded(id);
  return encoded === undefined ? undefined : `${listPath(kind)}/${encoded}`;
}

/**
 * Whether a server may read a segment of a path as "." or "..": as it is, encoded once or more often, between
 * backslashes, or with parameters (`..;a`). On a host that several parties share, the credential would go to another
 * party's path.
 */
export function hasStep(path: string): boolean {
  const decoded = path.replace(/%(?:25)*(2e|2f|5c|3b)/gi, (_, code: string) =>
    decodeURIComponent(`%${code}`),
  );
  return /(?:^|[\\/])\.\.?(?:$|[\\/;])/.test(decoded);
}

/** The path of a whole collection below its base URL: `/rest/<collection>`. */
export function listPath(kind: RegistryRecordKind): string {
  return `/rest/${collections[kind]}`;
}

/**
 * Formats a `link`. Undefined for an id that a link cannot contain: see {@link recordPath}, and `me`, which
 * {@link readRegistryLink} rejects.
 */
export function writeRegistryLink(link: RegistryLink): string | undefined {
  const path = recordPath(link.kind, link.id);
  return path === undefined || namesCaller(link) ? undefined : `${link.baseUrl}${path}`;
}

/** Whether a link's id is `me`, which stands for the caller, and so for a different record for each caller. */
function namesCaller({ kind, id }: Pick<RegistryLink, "kind" | "id">): boolean {
  return id === "me" && (kind === "person" || kind === "user");
}

/**
 * Parses a `link` of the form `{base_url}/rest/<collection>/<id>`. Undefined for anything else, and
 * for the `me` variants, which identify a different record for each caller.
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

/** Whether a link leads to the record with an identifier. */
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
