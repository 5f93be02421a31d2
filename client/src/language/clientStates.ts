import type { BaseLanguageClient } from "vscode-languageclient";
import { State } from "vscode-languageclient";

/** Resolves when a client has started or has failed to: while it starts, it can be neither stopped nor restarted. */
export async function startIsOver(client: BaseLanguageClient): Promise<void> {
  await new Promise<void>((resolve) => {
    if (client.state !== State.Starting) resolve();
    else client.onDidChangeState(({ newState }) => newState !== State.Starting && resolve());
  });
}

/** Has a client write what goes wrong to its log and no more: else it shows that too, in English, at each attempt. */
export function logOnly(client: BaseLanguageClient): void {
  const log = client.error.bind(client);
  client.error = (message, data) => log(message, data, false);
}

/** Resolves when a client and its server, if there is one, are at their end. */
export async function endClient(client: BaseLanguageClient): Promise<void> {
  await startIsOver(client);
  try {
    await client.dispose();
  } catch {
    // It had no server.
  }
}
