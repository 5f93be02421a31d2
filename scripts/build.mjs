// Builds everything: generated sources, the shipped bundles, the reference registry, the tests, the bench.
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { benchBundle, moduleFolders, registryBundle, shippedBundles, testBundles } from "./lib/bundles.mjs";
import { configurationSchema } from "./lib/configurationSchema.mjs";
import { generate } from "./lib/generate.mjs";
import { thirdPartyNotices } from "./lib/notices.mjs";
import { inRoot } from "./lib/paths.mjs";

export async function build() {
  const { build: bundle, stop } = await import("esbuild");
  await generate();
  for (const folder of ["dist", "out/registry", "out/test", "out/bench"])
    await rm(inRoot(folder), { recursive: true, force: true });
  const [shipped] = await Promise.all([
    Promise.all(shippedBundles.map((options) => bundle(options))),
    ...[registryBundle, benchBundle, ...testBundles()].map((options) => bundle(options)),
  ]);
  for (const folder of [...moduleFolders.map((name) => `dist/${name}`), "out/test/pure"])
    await writeFile(inRoot(folder, "package.json"), '{ "type": "module" }\n');
  await writeFile(inRoot("dist/analyses.config.schema.json"), await configurationSchema());
  await writeFile(
    inRoot("dist/ThirdPartyNotices.txt"),
    thirdPartyNotices(shipped.map(({ metafile }) => metafile)),
  );
  // Stops esbuild, whose process would use a gigabyte while the tests run.
  await stop();
  // npm makes programs executable when it links them; a later build must do so itself.
  /** @type {{ bin: Record<string, string> }} */
  const { bin } = JSON.parse(await readFile(inRoot("package.json"), "utf8"));
  await Promise.all(Object.values(bin).map((program) => chmod(inRoot(program), 0o755)));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await build();
