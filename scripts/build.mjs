// Builds everything: generated sources, the shipped bundles, the reference registry, the tests, the bench.
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { configurationSchema } from "./lib/configurationSchema.mjs";
import { thirdPartyNotices } from "./lib/notices.mjs";
import { inRoot } from "./lib/paths.mjs";

export async function build() {
  const [{ build: bundle, stop }, bundles, { generate }] = await Promise.all([
    import("esbuild"),
    import("./lib/bundles.mjs"),
    import("./lib/generate.mjs"),
  ]);
  const { benchBundle, moduleFolders, registryBundle, shippedBundles, testBundles } = bundles;
  await generate();
  await Promise.all(
    ["dist", "out/registry", "out/test", "out/bench"].map((folder) =>
      rm(inRoot(folder), { recursive: true, force: true }),
    ),
  );
  const [shipped] = await Promise.all([
    Promise.all(shippedBundles.map((options) => bundle(options))),
    bundle(registryBundle),
    ...testBundles().map((options) => bundle(options)),
    bundle(benchBundle),
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
