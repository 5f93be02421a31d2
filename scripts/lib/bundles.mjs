import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, parse, posix } from "node:path";
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
  // Texts keep their letters, which are shorter than their escapes.
  charset: "utf8",
};

/** Where VS Code runs extensions in a browser: workers without Node. @type {BuildOptions} */
const forBrowser = {
  platform: "browser",
  target: "es2022",
  mainFields: ["browser", "module", "main"],
  outdir: inRoot("dist/web"),
};

/**
 * In Node, client and server load what both need of the protocol from one file.
 * @type {import("esbuild").Plugin}
 */
const shareProtocol = {
  name: "share-protocol",
  setup({ onResolve }) {
    onResolve({ filter: /^vscode-languageserver-(protocol(\/node)?|types)$/ }, () => ({
      path: "../shared/languageServerProtocol.js",
      external: true,
    }));
  },
};

/**
 * Apart from the extension's other code: most windows never need it, and all of a file is compiled when it is loaded.
 * @type {import("esbuild").Plugin}
 */
const leaveLanguageClientOut = {
  name: "leave-language-client-out",
  setup({ onResolve }) {
    onResolve({ filter: /^vscode-languageclient(\/node)?$/ }, () => ({
      path: "./languageClient.js",
      external: true,
    }));
  },
};

/** Loaded by `import()` for the sake of the library that they extend, and needed as soon as the server starts. */
const loadedWithServer = ["client/src/language/serverLifetime.ts", "client/src/language/traceLog.ts"];

/**
 * Parts that most windows never need, each a bundle of its own, loaded by the first `import()` of it: whatever is
 * imported so. What such a part shares with others stands in each of them: it keeps no state but its own.
 * @type {(folder: string) => readonly string[]}
 */
const partsLoadedLater = (folder) => {
  const files = readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" });
  const parts = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(inRoot(folder, file), "utf8");
      return Array.from(text.matchAll(/(?<!typeof )import\(\s*"(\.[^"]+)"\s*\)/g), ([, path = ""]) => {
        const part = posix.join(folder, posix.dirname(file.replaceAll("\\", "/")), path);
        return existsSync(inRoot(`${part}.ts`)) ? `${part}.ts` : `${part}.js`;
      });
    });
  return [...new Set(parts)].filter((part) => !loadedWithServer.includes(part));
};

const loadedLater = partsLoadedLater("client/src");
const serverLoadedLater = partsLoadedLater("server/src");

/** @type {(parts: readonly string[]) => import("esbuild").Plugin} */
const leaveLaterPartsOut = (all) => ({
  name: "leave-later-parts-out",
  setup({ onResolve }) {
    const parts = new Set(all.map((part) => parse(part).name));
    onResolve({ filter: /^\./ }, ({ path, kind }) => {
      const { name } = parse(path);
      return kind === "dynamic-import" && parts.has(name)
        ? { path: `./${name}.js`, external: true }
        : undefined;
    });
  },
});

/**
 * An import of CommonJS makes a copy of all the names that it has. Without this each file that imports one of these
 * makes its own, which takes as long as loading all of the extension's code.
 * @type {import("esbuild").Plugin}
 */
const importOnce = {
  name: "import-once",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode(-languageserver)?$/ }, ({ path, kind, namespace }) => {
      if (kind === "import-statement" && namespace !== "once") return { path, namespace: "once" };
      return path === "vscode" ? { path, external: true } : undefined;
    });
    onLoad({ filter: /./, namespace: "once" }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(path)};`,
      resolveDir: root,
    }));
  },
};

/** Of these the server's file has all; the programs of the command line take what they need from there. */
const inServer = ["server/src/languageService", "server/src/localisation/translate", "json-schema/src"];

/**
 * What the files of these programs import of one of them: an export of more names would cost the server time.
 * @param {string} door
 */
function takenByPrograms(door) {
  const files = ["server/src/checker", "server/src/main"].flatMap((folder) =>
    readdirSync(inRoot(folder)).map((name) => ({ folder, text: readFileSync(inRoot(folder, name), "utf8") })),
  );
  const names = files.flatMap(({ folder, text }) =>
    Array.from(text.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)"/gm)).flatMap(
      ([, imported = "", path = ""]) =>
        posix.join(folder, path) === door ? imported.split(",").map((name) => name.trim()) : [],
    ),
  );
  return [...new Set(names)].filter((name) => name !== "").sort();
}

/** @type {(server: string) => import("esbuild").Plugin} */
const shareLanguageService = (server) => ({
  name: "share-language-service",
  setup({ onResolve }) {
    const doors = new Set(inServer.map((door) => inRoot(door)));
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) =>
      doors.has(join(resolveDir, path)) ? { path: server, external: true } : undefined,
    );
  },
});

/**
 * The library that finds names by some of their letters is a file of its own, loaded by the first search for which
 * letters in a row find too little.
 * @type {import("esbuild").Plugin}
 */
const loadFuzzysortLater = {
  name: "load-fuzzysort-later",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^fuzzysort$/ }, ({ namespace }) =>
      namespace === "later"
        ? { path: "./fuzzysort.js", external: true }
        : { path: "fuzzysort", namespace: "later" },
    );
    onLoad({ filter: /./, namespace: "later" }, () => ({
      contents: ["go", "cleanup"]
        .map((name) => `exports.${name} = (...given) => require("fuzzysort").${name}(...given);`)
        .join("\n"),
      resolveDir: root,
    }));
  },
};

/** Requests of LSP that the server does not answer: the files of its library for them, and what these give. */
const unusedFeatures = {
  callHierarchy: "CallHierarchyFeature",
  fileOperations: "FileOperationsFeature",
  inlineCompletion: "InlineCompletionFeature",
  inlineValue: "InlineValueFeature",
  linkedEditingRange: "LinkedEditingRangeFeature",
  moniker: "MonikerFeature",
  notebook: "NotebookSyncFeature",
  semanticTokens: "SemanticTokensFeature",
  showDocument: "ShowDocumentFeature",
  textDocumentContent: "TextDocumentContentFeature",
  typeHierarchy: "TypeHierarchyFeature",
};

/**
 * Leaves out of a library what answers requests of which nothing here makes use.
 * @type {(
 *   library: string,
 *   features: Readonly<Record<string, string | readonly string[]>>,
 *   nothing: string,
 * ) => import("esbuild").Plugin}
 */
const leaveFeaturesOut = (library, features, nothing) => ({
  name: "leave-features-out",
  setup({ onLoad }) {
    // The library of language servers brings a search for modules of npm.
    onLoad({ filter: /vscode-languageserver\/lib\/node\/files\.js$/ }, () => ({ contents: "" }));
    for (const [file, names] of Object.entries(features))
      onLoad({ filter: new RegExp(`${library}/lib/common/${file}\\.js$`) }, () => ({
        contents: [names]
          .flat()
          .map((feature) => `exports.${feature} = ${nothing};`)
          .join("\n"),
      }));
  },
});

const leaveUnusedFeaturesOut = leaveFeaturesOut("vscode-languageserver", unusedFeatures, "(Base) => Base");

/** The same of the client's library, whose features are asked what they can do, and nothing else as long as no server can. */
const unusedClientFeatures = {
  callHierarchy: "CallHierarchyFeature",
  colorProvider: "ColorProviderFeature",
  declaration: "DeclarationFeature",
  executeCommand: "ExecuteCommandFeature",
  fileOperations: ["Create", "Rename", "Delete"].flatMap((what) => [
    `Did${what}FilesFeature`,
    `Will${what}FilesFeature`,
  ]),
  implementation: "ImplementationFeature",
  inlineCompletion: "InlineCompletionItemFeature",
  inlineValue: "InlineValueFeature",
  linkedEditingRange: "LinkedEditingFeature",
  progress: "ProgressFeature",
  semanticTokens: "SemanticTokensFeature",
  signatureHelp: "SignatureHelpFeature",
  textDocumentContent: "TextDocumentContentFeature",
  typeDefinition: "TypeDefinitionFeature",
  typeHierarchy: "TypeHierarchyFeature",
};

const leaveUnusedClientFeaturesOut = leaveFeaturesOut(
  "vscode-languageclient",
  unusedClientFeatures,
  "class { fillClientCapabilities() {} initialize() {} clear() {} getState() { return { kind: 'static' }; } }",
);

/**
 * No server here knows notebooks: their part of the client's library is asked whether a cell is its own, and when one is
 * told to the server.
 * @type {import("esbuild").Plugin}
 */
const leaveNotebooksOut = {
  name: "leave-notebooks-out",
  setup({ onLoad }) {
    const told = ["Open", "Change", "Save", "Close"].map((what) => `on${what}NotificationSent = never;`);
    onLoad({ filter: /vscode-languageclient\/lib\/common\/notebook\.js$/ }, () => ({
      contents: `const never = () => ({ dispose() {} });
        exports.NotebookDocumentSyncFeature = class {
          static CellScheme = "vscode-notebook-cell";
          registrationType = { method: "notebookDocument/sync" };
          ${told.join(" ")}
          fillClientCapabilities() {} initialize() {} register() {} unregister() {} clear() {}
          getState() { return { kind: "static" }; }
          handles() { return false; }
        };`,
    }));
  },
};

/**
 * Each of the some 250 files of the protocol's libraries says by a long call that it was a module: an assignment says
 * the same in a third of the bytes. One of them loads `crypto` for the names of pipes, of which there is none here:
 * that takes 2 ms at every start.
 * @type {import("esbuild").Plugin}
 */
const sayModuleBriefly = {
  name: "say-module-briefly",
  setup({ onLoad }) {
    onLoad(
      { filter: /node_modules\/vscode-(?:languageclient|languageserver|jsonrpc)\S*\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, "utf8");
        const written = 'Object.defineProperty(exports, "__esModule", { value: true });';
        const contents = text
          .replace(written, "exports.__esModule = true;")
          .replace(
            'const crypto_1 = require("crypto");',
            'const crypto_1 = { get randomBytes() { return require("crypto").randomBytes; } };',
          );
        return { contents };
      },
    );
  },
};

/**
 * Nothing in the evidence package does anything by being loaded: tables that a bundle does not use are left out of it.
 * @type {import("esbuild").Plugin}
 */
const evidenceIsPure = {
  name: "evidence-is-pure",
  setup({ onResolve, resolve }) {
    const folder = inRoot("evidence/src/");
    onResolve({ filter: /^\./ }, async ({ path, pluginData, importer, kind, namespace, resolveDir }) => {
      const isMeant = path.includes("evidence/src") || importer.startsWith(folder);
      if (!isMeant || pluginData === "asked" || kind === "entry-point") return undefined;
      const found = await resolve(path, { importer, kind, namespace, resolveDir, pluginData: "asked" });
      return found.path.startsWith(folder) ? { path: found.path, sideEffects: false } : undefined;
    });
  },
};

/** The files in `dist` that are loaded later. */
export function laterParts() {
  return {
    client: [...loadedLater.map((part) => parse(part).name), "fuzzysort"],
    server: serverLoadedLater.map((part) => parse(part).name),
  };
}

/** The bundles that ship in the .vsix. @type {(BuildOptions & { metafile: true })[]} */
export const shippedBundles = [
  {
    ...common,
    // It hands on all of vscode-jsonrpc and vscode-languageserver-types.
    entryPoints: { languageServerProtocol: "vscode-languageserver-protocol/node" },
    outdir: inRoot("dist/shared"),
    plugins: [sayModuleBriefly],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    entryPoints: { extension: inRoot("client/src/main/node.ts") },
    outdir: inRoot("dist/client"),
    plugins: [
      importOnce,
      leaveLanguageClientOut,
      loadFuzzysortLater,
      leaveLaterPartsOut(loadedLater),
      evidenceIsPure,
    ],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    entryPoints: Object.fromEntries(loadedLater.map((part) => [parse(part).name, inRoot(part)])),
    outdir: inRoot("dist/client"),
    plugins: [importOnce, loadFuzzysortLater, leaveLaterPartsOut(loadedLater), evidenceIsPure],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    entryPoints: { fuzzysort: "fuzzysort" },
    outdir: inRoot("dist/client"),
    minify: true,
    metafile: true,
  },
  {
    ...common,
    // It hands on all of vscode-languageclient.
    entryPoints: { languageClient: "vscode-languageclient/node" },
    outdir: inRoot("dist/client"),
    external: ["vscode"],
    plugins: [shareProtocol, leaveUnusedClientFeaturesOut, leaveNotebooksOut, sayModuleBriefly],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    stdin: {
      contents: [
        `import "./server/src/main/node";`,
        ...inServer.map((door) => `export { ${takenByPrograms(door).join(", ")} } from "./${door}";`),
      ].join("\n"),
      resolveDir: root,
    },
    outfile: inRoot("dist/server/languageServer.js"),
    banner: { js: "#!/usr/bin/env node" },
    plugins: [
      importOnce,
      shareProtocol,
      leaveUnusedFeaturesOut,
      sayModuleBriefly,
      leaveLaterPartsOut(serverLoadedLater),
    ],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    entryPoints: { check: inRoot("server/src/main/check.ts") },
    outdir: inRoot("dist/server"),
    // What the library that finds files makes a `require` from.
    define: { "import.meta.url": "__filename" },
    banner: { js: "#!/usr/bin/env node" },
    plugins: [shareLanguageService("./languageServer.js"), evidenceIsPure],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    entryPoints: Object.fromEntries(serverLoadedLater.map((part) => [parse(part).name, inRoot(part)])),
    outdir: inRoot("dist/server"),
    plugins: [evidenceIsPure],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    entryPoints: { evidence: inRoot("server/src/main/evidence.ts") },
    outdir: inRoot("dist/evidence"),
    plugins: [shareLanguageService("../server/languageServer.js"), evidenceIsPure],
    banner: { js: "#!/usr/bin/env node" },
    minify: true,
    metafile: true,
  },
  {
    ...common,
    ...forBrowser,
    entryPoints: { extension: inRoot("client/src/main/browser.ts") },
    plugins: [importOnce, sayModuleBriefly, evidenceIsPure],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    ...forBrowser,
    entryPoints: { languageServer: inRoot("server/src/main/browser.ts") },
    format: "iife",
    plugins: [importOnce, leaveUnusedFeaturesOut, sayModuleBriefly, evidenceIsPure],
    minify: true,
    metafile: true,
  },
  {
    ...common,
    // The script and the style of each page, which stand in it as text (client/src/webview).
    entryPoints: Object.fromEntries(
      webviews().map((name) => [name, inRoot(`client/webviews/${name}/main.ts`)]),
    ),
    outdir: inRoot("dist/webviews"),
    plugins: [evidenceIsPure],
    platform: "browser",
    target: "es2022",
    format: "iife",
    minify: true,
    metafile: true,
  },
];

/** The folders of `client/webviews` that are pages: each has a `main.ts`. */
export function webviews() {
  return readdirSync(inRoot("client/webviews")).filter((name) =>
    existsSync(inRoot("client/webviews", name, "main.ts")),
  );
}

/** The reference registry: for development and tests, never shipped. @type {BuildOptions} */
export const registryBundle = {
  ...common,
  entryPoints: {
    registry: inRoot("registry/src/main.ts"),
    generateRecords: inRoot("registry/src/generate/generateRecords.ts"),
  },
  outdir: inRoot("out/registry"),
  packages: "external",
};

/** Bundled as the server that ships. @type {BuildOptions} */
const answeringServerBundle = {
  ...common,
  entryPoints: { answeringServer: inRoot("bench/src/servers/answeringServer.ts") },
  outdir: inRoot("out/bench"),
  plugins: [leaveUnusedFeaturesOut, sayModuleBriefly],
  minify: true,
};

/** The bench, the processes in which it computes evidence and reads documents and registries, and what it runs in VS Code. @type {BuildOptions} */
const benchBundle = {
  ...common,
  entryPoints: {
    main: inRoot("bench/src/main.ts"),
    computeEvidence: inRoot("bench/src/evidence/computeEvidence.ts"),
    readAtBest: inRoot("bench/src/language/readAtBest.ts"),
    readGroups: inRoot("bench/src/registry/readGroups.ts"),
    readAbsurd: inRoot("bench/src/registry/readAbsurd.ts"),
    startExtensions: inRoot("bench/src/activation/startExtensions.ts"),
    "echo/extension": inRoot("bench/src/panel/echoExtension.ts"),
  },
  outdir: inRoot("out/bench"),
  packages: "external",
  external: ["vscode"],
};

export const benchBundles = [benchBundle, answeringServerBundle];

/**
 * The tests, one bundle a file; packages stay outside so that tests and mocha share them.
 * @returns {BuildOptions}
 */
export const testBundles = () => ({
  ...common,
  entryPoints: readdirSync(inRoot("test"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.ts$|^[^/]+\/index\.ts$|(countingReporter|repeatable)\.ts$/.test(file))
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
