import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "./paths.mjs";

/** @typedef {import("esbuild").BuildOptions} BuildOptions */

/** @type {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }} */
const manifest = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** Options of all bundles. @type {BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  // vscode-json-languageservice has a UMD `main`, whose requires esbuild cannot follow.
  mainFields: ["module", "main"],
  // markdown-it only decodes; the index of this library has tables to encode, which esbuild does not leave out.
  alias: { entities: "entities/lib/decode.js" },
  logLevel: "warning",
  legalComments: "none",
  // Do not escape non-ASCII characters: they are shorter.
  charset: "utf8",
};

/** @type {BuildOptions & { metafile: true }} */
const shipped = { ...common, minify: true, metafile: true };

/** For VS Code in a browser: extensions run in workers without Node. @type {BuildOptions & { metafile: true }} */
const forBrowser = {
  ...shipped,
  platform: "browser",
  target: "es2022",
  mainFields: ["browser", "module", "main"],
  outdir: "dist/web",
};

/**
 * Parts of the extension that `import()` loads on demand, one file each: VS Code compiles a whole file when loading it,
 * and esbuild cannot split CommonJS bundles.
 */
const clientParts = [
  "client/src/authoring/authoring.ts",
  "client/src/commands/evidenceCommands.ts",
  "client/src/commands/references.ts",
  "client/src/details/detailsHtml.ts",
  "client/src/details/recordDetails.ts",
  "client/src/evidence/calculate.ts",
  "client/src/evidence/comparisons.ts",
  "client/src/evidence/evidencePanels.ts",
  "client/src/evidence/exportEvidence.ts",
  "client/src/evidence/pasteStudies.ts",
  "client/src/exchange/exchange.ts",
  "client/src/merge/gitSetUp.ts",
  "client/src/merge/resolveConflict.ts",
  "client/src/registries/askCredential.ts",
  "client/src/registries/browserSignIn.ts",
  "client/src/registryClient/schemes/oauthProtocol.ts",
  "client/src/registryClient/transport/loopback.ts",
  "schemas/generated/registryValidators.js",
];

/** @param {string} path */
const nameOf = (path) => basename(path).replace(/\.[jt]s$/, "");

/** Keeps the parts above and the language client library in their own files. @type {import("esbuild").Plugin} */
const loadedLater = {
  name: "loaded-later",
  setup({ onResolve }) {
    const names = new Set(clientParts.map(nameOf));
    onResolve({ filter: /^(\.|@analyses\/)/ }, ({ path, kind }) =>
      kind === "dynamic-import" && names.has(nameOf(path))
        ? { path: `./${nameOf(path)}.js`, external: true }
        : undefined,
    );
    onResolve({ filter: /^vscode-languageclient(\/node)?$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./languageClient.js", external: true },
    );
  },
};

/** The programs of package.json's `bin`. `dist/shared` contains their common code and code loaded by `import()`. */
const programs = {
  "server/languageServer": "server/src/main/node.ts",
  "server/check": "server/src/main/check.ts",
  "evidence/evidence": "server/src/main/evidence.ts",
  "exchange/convert": "server/src/main/convert.ts",
  "merge/merge": "server/src/main/merge.ts",
};

/** The folders in `dist` whose files are ECMAScript modules, the only ones that esbuild splits. */
export const moduleFolders = ["server", "evidence", "exchange", "merge", "shared"];

/** For libraries in CommonJS inside of modules. */
const requireInModule = `import { createRequire as createRequireOfNode } from "node:module";
const require = createRequireOfNode(import.meta.filename);`;

/** The bundles that ship in the .vsix. @type {(BuildOptions & { metafile: true })[]} */
export const shippedBundles = [
  {
    ...shipped,
    entryPoints: {
      extension: "client/src/main/node.ts",
      ...Object.fromEntries(clientParts.map((part) => [nameOf(part), part])),
    },
    outdir: "dist/client",
    external: ["vscode"],
    plugins: [loadedLater],
  },
  {
    ...shipped,
    entryPoints: { languageClient: "vscode-languageclient/node" },
    outdir: "dist/client",
    external: ["vscode"],
  },
  {
    ...shipped,
    format: "esm",
    splitting: true,
    entryPoints: programs,
    chunkNames: "shared/[name]-[hash]",
    outdir: "dist",
    banner: { js: `#!/usr/bin/env node\n${requireInModule}` },
  },
  { ...forBrowser, entryPoints: { extension: "client/src/main/browser.ts" }, external: ["vscode"] },
  { ...forBrowser, entryPoints: { languageServer: "server/src/main/browser.ts" }, format: "iife" },
  {
    ...shipped,
    // The script and the style of each page, which the page contains inline (client/src/webview).
    entryPoints: Object.fromEntries(webviews().map((name) => [name, `client/webviews/${name}/main.ts`])),
    outdir: "dist/webviews",
    platform: "browser",
    target: "es2022",
    format: "iife",
  },
];

/** Returns the folders of `client/webviews` that are pages: those with a `main.ts`. */
export function webviews() {
  return readdirSync(inRoot("client/webviews")).filter((name) =>
    existsSync(inRoot("client/webviews", name, "main.ts")),
  );
}

/** Libraries that unshipped bundles do not include; every bundle includes the packages of this project. */
const libraries = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });

/** The reference registry: for development and tests, never shipped. @type {BuildOptions} */
export const registryBundle = {
  ...common,
  entryPoints: { registry: "registry/src/main.ts" },
  outdir: "out/registry",
  external: libraries,
};

/** The bench, and its process that reads registries. @type {BuildOptions} */
export const benchBundle = {
  ...common,
  entryPoints: { main: "bench/src/main.ts", readGroups: "bench/src/registry/readGroups.ts" },
  outdir: "out/bench",
  external: libraries,
};

/** @param {RegExp} filter @returns {string[]} files of the tests */
const testSources = (filter) =>
  readdirSync(inRoot("test"), { recursive: true, encoding: "utf8" })
    .filter((file) => filter.test(file))
    .map((file) => `test/${file}`);

/**
 * The tests. Those of the pure layer, more than half, share the parts that they import, which takes an eighth of the
 * time; the others, some of which VS Code loads, are one bundle per file.
 * @returns {BuildOptions[]}
 */
export const testBundles = () => {
  /** @type {BuildOptions} */
  const tests = {
    ...common,
    outdir: "out/test",
    outbase: "test",
    // By its address, a script that tests import locates the project.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(inRoot("scripts/lib/paths.mjs")).href) },
  };
  return [
    {
      ...tests,
      entryPoints: testSources(
        /^(?!pure)(.*\.test|[^/]+\/index|.*\/(countingReporter|repeatable|programHost))\.ts$/,
      ),
      external: ["vscode", ...libraries],
    },
    {
      ...tests,
      format: "esm",
      splitting: true,
      banner: { js: `${requireInModule}\nconst { dirname: __dirname, filename: __filename } = import.meta;` },
      entryPoints: testSources(/^pure\/(.*\.test|repeatable)\.ts$/),
      chunkNames: "pure/shared/[name]-[hash]",
      // Those that ship are CommonJS in part, of which a module cannot import every name.
      external: Object.keys(manifest.devDependencies),
    },
  ];
};
