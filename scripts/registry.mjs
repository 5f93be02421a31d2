// Builds and starts the reference registry: `npm run registry -- [--port N] …`
import { pathToFileURL } from "node:url";
import { registryBundle } from "./lib/bundles.mjs";
import { generate } from "./lib/generate.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareProject } from "./lib/main.mjs";

// `npm run` forwards a signal to the shell that runs this process, and some shells do not forward it: if
// that shell has exited, npm received a signal.
if (process.env.npm_lifecycle_event === "registry") {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, "SIGTERM"), 200).unref();
}

await prepareProject();
const { build } = await import("esbuild");
await generate();
await build(registryBundle);
await import(pathToFileURL(inRoot("out/registry/registry.js")).href);
