// Everything from a fresh clone to an editor open on the samples, with the reference registry running:
// npm start. With `-- --hosted` VS Code is the hosted one even where a desktop VS Code is at hand.
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { desktopEditor } from "./lib/desktopEditor.mjs";
import { freePort } from "./lib/freePort.mjs";
import { packageGreeting } from "./lib/greeting.mjs";
import { hostedEditor } from "./lib/hostedEditor.mjs";
import { main } from "./lib/main.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { endWithEverythingStarted } from "./lib/processes.mjs";
import { step } from "./lib/progress.mjs";
import { registrySettings, startReferenceRegistry, trusting } from "./lib/referenceRegistry.mjs";
import { packageExtension, vsixFile } from "./lib/vsix.mjs";
import { calmSettings } from "./vscode-host/settings.mjs";

/**
 * @typedef {object} Editor
 * @property {(vsix: string) => Promise<void>} install installs the packaged extension
 * @property {(what: { workspace: string, settings: Record<string, unknown>, env: NodeJS.ProcessEnv })
 *   => Promise<{ message: string, closed: Promise<unknown> }>} open `message` says where it is
 * @property {() => Promise<void>} close ends what is no child of this process
 */

/** Signing in is remembered for an address: so it is the same at each start where that can be. */
const usualRegistryPort = 8789;

const { values } = parseArgs({ options: { hosted: { type: "boolean", default: false } } });

/** @type {Editor | undefined} */
let editor;
endWithEverythingStarted(async () => editor?.close());

await main(async () => {
  await prepareProject();
  editor = (values.hosted ? undefined : desktopEditor()) ?? (await hostedEditor());
  await step("Building the extension and the reference registry", async () => {
    await build();
    await packageExtension();
  });
  await step("Installing the extension into VS Code", async () => {
    await editor?.install(vsixFile);
    await editor?.install(await packageGreeting());
  });

  const local = inRoot(".local");
  mkdirSync(local, { recursive: true });
  const registry = await startReferenceRegistry([
    "--port",
    String(await freePort(usualRegistryPort)),
    "--oauth",
  ]);
  const { message, closed } = await editor.open({
    workspace: inRoot("samples"),
    settings: { ...calmSettings, ...registrySettings(registry) },
    env: trusting(registry.ca, local),
  });
  console.log(`
${message}
The reference registry is at ${registry.url}
Sign in there as reviewer with reviewer-password, or as reader with reader-password, who may read less;
or with your browser, on a page that lists both.
Ctrl+C ends both.`);
  await closed;
  await registry.stop();
});
