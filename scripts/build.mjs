// Builds everything: generated sources, the bundles that ship, the reference registry, the tests.
import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { inRoot } from "./lib/paths.mjs";

export async function build() {
  const [{ build: bundle }, { registryBundle, shippedBundles, testBundles }, { generate }] =
    await Promise.all([import("esbuild"), import("./lib/bundles.mjs"), import("./lib/generate.mjs")]);
  await generate();
  await Promise.all(
    ["dist/client", "dist/server", "out/registry", "out/test"].map((folder) =>
      rm(inRoot(folder), { recursive: true, force: true }),
    ),
  );
  await Promise.all([...shippedBundles, registryBundle, testBundles()].map((options) => bundle(options)));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await build();
