/** The client's command by which an author chooses an item schema. */
export const selectItemSchemaCommand = "analysesRegistry.selectItemSchema";
/** The client's command that shows the page about a diagnostic code, its argument. */
export const explainCodeCommand = "analysesRegistry.explainCode";

/** The client's command that shows what an analysis comes to; with a document's URI and a position in it. */
export const showEvidenceCommand = "analysesRegistry.showEvidence";

/**
 * The commands that a client lets the server offer in quick fixes: the list `commands` of its
 * `initializationOptions`, beside the settings. A client that sends none gets fixes that are edits.
 */
export function readClientCommands(initializationOptions: unknown): readonly string[] {
  if (typeof initializationOptions !== "object" || initializationOptions === null) return [];
  if (!("commands" in initializationOptions) || !Array.isArray(initializationOptions.commands)) return [];
  return initializationOptions.commands.filter((name) => typeof name === "string");
}

/**
 * Whether the client answers the requests of referenceRequests.ts: `answersReferenceRequests: true` in its
 * `initializationOptions`.
 */
export function readAnswersReferenceRequests(initializationOptions: unknown): boolean {
  return saysYes(initializationOptions, "answersReferenceRequests");
}

/** Whether the client answers the request of customMessages.ts: `readsFiles: true` in its `initializationOptions`. */
export function readReadsFiles(initializationOptions: unknown): boolean {
  return saysYes(initializationOptions, "readsFiles");
}

/** Whether the client draws images in hovers: `showsImages: true` in its `initializationOptions`. */
export function readShowsImages(initializationOptions: unknown): boolean {
  return saysYes(initializationOptions, "showsImages");
}

/** Where the product's own files lie, for a server that does not: the URI `packageUri` of its `initializationOptions`. */
export function readPackageUri(initializationOptions: unknown): string | undefined {
  return textOf(initializationOptions, "packageUri");
}

/**
 * Where the page about a diagnostic code is read: the address `problemPages` of its `initializationOptions`, in which
 * `{code}` stands for the code. Without one, diagnostics have no links.
 */
export function readProblemPages(initializationOptions: unknown): ((code: string) => string) | undefined {
  const template = textOf(initializationOptions, "problemPages");
  return template === undefined ? undefined : (code) => template.replaceAll("{code}", code);
}

/**
 * What the server's sentences are in the client's language: the object `texts` of its
 * `initializationOptions`, in the form of `l10n/bundle.l10n.*.json`. Empty for English.
 */
export function readTexts(initializationOptions: unknown): ReadonlyMap<string, string> {
  if (typeof initializationOptions !== "object" || initializationOptions === null) return new Map();
  if (!("texts" in initializationOptions)) return new Map();
  const { texts } = initializationOptions;
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return new Map();
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return new Map(Object.entries(texts).filter(isText));
}

function textOf(initializationOptions: unknown, name: string): string | undefined {
  if (typeof initializationOptions !== "object" || initializationOptions === null) return undefined;
  const value = new Map<string, unknown>(Object.entries(initializationOptions)).get(name);
  return typeof value === "string" ? value : undefined;
}

function saysYes(initializationOptions: unknown, name: string): boolean {
  if (typeof initializationOptions !== "object" || initializationOptions === null) return false;
  return new Map<string, unknown>(Object.entries(initializationOptions)).get(name) === true;
}

/** A sentence with its values: `{0}` stands for the first of them. */
export function filledIn(sentence: string, values: readonly (string | number)[]): string {
  if (values.length === 0) return sentence;
  return sentence.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}
