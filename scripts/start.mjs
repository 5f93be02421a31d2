// Installs, builds, starts the reference registry, and opens an editor with the samples: npm start.
// `-- --hosted` uses the hosted VS Code even if a desktop VS Code is available.
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { desktopEditor } from "./lib/desktopEditor.mjs";
import { hostedEditor } from "./lib/hostedEditor.mjs";
import { main } from "./lib/main.mjs";
import { inRoot } from "./lib/paths.mjs";
import { step } from "./lib/progress.mjs";
import { registrySettings, startReferenceRegistry, trusting } from "./lib/referenceRegistry.mjs";
import { usualPort } from "./lib/usualPort.mjs";
import { packageExtension, packageGreeting, vsixFile } from "./lib/vsix.mjs";
import { calmSettings } from "./vscode-host/settings.mjs";

/**
 * @typedef {object} Editor
 * @property {(vsix: string) => Promise<void>} install installs the packaged extension
 * @property {(what: { workspace: string, settings: Record<string, unknown>, env: NodeJS.ProcessEnv })
 *   => Promise<{ message: string, closed: Promise<unknown> }>} open `message` contains its location
 * @property {() => Promise<void>} close ends processes that are not children of this one
 */

const { values } = parseArgs({ options: { hosted: { type: "boolean", default: false } } });

/** @type {Editor | undefined} */
let editor;
await main(
  async () => {
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
    // The same port at each start, if free: VS Code stores the sign-in per address.
    const port = String(await usualPort(8789));
    const registry = await startReferenceRegistry(["--port", port, "--oauth"]);
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
  },
  async () => editor?.close(),
);
