import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "./paths.mjs";

/** @typedef {import("esbuild").BuildOptions} BuildOptions */

/** What every bundle shares. @type {BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  // vscode-json-languageservice has a UMD `main`, whose requires esbuild cannot follow.
  mainFields: ["module", "main"],
  logLevel: "warning",
  legalComments: "none",
};

/** The bundles that ship in the .vsix. @type {(BuildOptions & { metafile: true })[]} */
export const shippedBundles = [
  {
    ...common,
    entryPoints: { extension: inRoot("client/src/extension.ts") },
    outdir: inRoot("dist/client"),
    external: ["vscode"],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    entryPoints: {
      languageServer: inRoot("server/src/main/node.ts"),
      check: inRoot("server/src/main/check.ts"),
    },
    outdir: inRoot("dist/server"),
    banner: { js: "#!/usr/bin/env node" },
    minify: true,
    metafile: true,
  },
];

/** The reference registry: for development and tests, never shipped. @type {BuildOptions} */
export const registryBundle = {
  ...common,
  entryPoints: {
    registry: inRoot("registry/src/main.ts"),
    writeSample: inRoot("registry/src/generate/writeSample.ts"),
  },
  outdir: inRoot("out/registry"),
  packages: "external",
};

/** The bench, and the process in which it reads from a registry. @type {BuildOptions} */
export const benchBundle = {
  ...common,
  entryPoints: {
    main: inRoot("bench/src/main.ts"),
    readGroups: inRoot("bench/src/registry/readGroups.ts"),
  },
  outdir: inRoot("out/bench"),
  packages: "external",
};

/**
 * The tests, one bundle a file; packages stay outside so that tests and mocha share them.
 * @returns {BuildOptions}
 */
export const testBundles = () => ({
  ...common,
  entryPoints: readdirSync(inRoot("test"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.ts$|^[^/]+\/index\.ts$|countingReporter\.ts$/.test(file))
    .map((file) => inRoot("test", file)),
  outdir: inRoot("out/test"),
  outbase: inRoot("test"),
  packages: "external",
  external: ["vscode"],
  sourcemap: "inline",
  plugins: [scriptsKeepTheirAddress],
});

/**
 * Tests share modules with the scripts. In a bundle these still find the project by where they lie.
 * @type {import("esbuild").Plugin}
 */
const scriptsKeepTheirAddress = {
  name: "scripts-keep-their-address",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]scripts[\\/].*\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(
        /import\.meta\.url(?!")/g,
        JSON.stringify(pathToFileURL(path).href),
      ),
    }));
  },
};
