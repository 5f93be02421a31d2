// Installs, builds, starts the reference registry, and opens an editor with the samples: npm start.
// `-- --hosted` uses the hosted VS Code even if a desktop VS Code is available.
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { desktopEditor, hostedEditor, usualPort } from "./lib/editors.mjs";
import { main } from "./lib/main.mjs";
import { inRoot } from "./lib/paths.mjs";
import { step } from "./lib/progress.mjs";
import { registrySettings, startReferenceRegistry, trusting } from "./lib/referenceRegistry.mjs";
import { packageExtension, vsixFile } from "./lib/vsix.mjs";
import { calmSettings } from "./vscode-host/host.mjs";

const { values } = parseArgs({ options: { hosted: { type: "boolean", default: false } } });

/** @type {import("./lib/editors.mjs").Editor | undefined} */
let editor;
await main(
  async () => {
    editor = (values.hosted ? undefined : desktopEditor()) ?? (await hostedEditor());
    await step("Building the extension and the reference registry", async () => {
      await build();
      await packageExtension();
    });
    await step("Installing the extension into VS Code", async () => editor?.install(vsixFile));

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
  async () => editor?.close?.(),
);
