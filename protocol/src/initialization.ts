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
