// Builds and starts the reference registry: `npm run registry -- [--port N] …`
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "./lib/paths.mjs";

// `npm run` forwards a signal to the shell that runs this process, and some shells do not forward it: if
// that shell has exited, npm received a signal.
if (process.env.npm_lifecycle_event === "registry") {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, "SIGTERM"), 200).unref();
}

// Reserves standard output for the one line with the registry's address.
if (!existsSync(inRoot("node_modules/esbuild"))) {
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root, stdio: ["ignore", 2, 2] });
}
const [{ build }, { registryBundle }, { generate }] = await Promise.all([
  import("esbuild"),
  import("./lib/bundles.mjs"),
  import("./lib/generate.mjs"),
]);
await generate();
await build(registryBundle);
await import(pathToFileURL(inRoot("out/registry/registry.js")).href);
