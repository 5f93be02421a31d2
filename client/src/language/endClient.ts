import type { BaseLanguageClient } from "vscode-languageclient";
import { State } from "vscode-languageclient";

/** Resolves when a client and its server, if there is one, are at their end. */
export async function endClient(client: BaseLanguageClient): Promise<void> {
  // While it starts, after the server died for example, it cannot be stopped.
  await new Promise<void>((resolve) => {
    if (client.state !== State.Starting) resolve();
    else client.onDidChangeState(({ newState }) => newState !== State.Starting && resolve());
  });
  try {
    await client.dispose();
  } catch {
    // It had no server.
  }
}
