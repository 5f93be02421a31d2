/** The client's command by which an author chooses an item schema. */
export const selectItemSchemaCommand = "analysesRegistry.selectItemSchema";

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

/** Whether the client answers the request of fileRequests.ts: `readsFiles: true` in its `initializationOptions`. */
export function readReadsFiles(initializationOptions: unknown): boolean {
  return saysYes(initializationOptions, "readsFiles");
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

function saysYes(initializationOptions: unknown, name: string): boolean {
  if (typeof initializationOptions !== "object" || initializationOptions === null) return false;
  return new Map<string, unknown>(Object.entries(initializationOptions)).get(name) === true;
}
