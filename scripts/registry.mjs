// Starts the reference registry, after making what it needs: `npm run registry -- [--port N] …`
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "./lib/paths.mjs";

// `npm run` passes a signal on to the shell between it and this process, and some shells do not pass it
// further: when that shell is gone, npm was told to stop.
if (process.env.npm_lifecycle_event === "registry") {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, "SIGTERM"), 200).unref();
}

// Standard output is kept for the one line that says where the registry is.
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
