/**
 * The walls of a package of the top level: it could be published by itself, and has one door.
 *
 * @param {string} folder
 * @param {string} why
 * @param {{ uses?: string[] }} [more] what of other packages it may import
 */
const packageWalls = (folder, why, { uses = [] } = {}) => [
  {
    name: `${folder}-stands-alone`,
    comment: why,
    severity: "error",
    from: { path: `^${folder}/` },
    to: { pathNot: [`^${folder}/`, ...uses] },
  },
  {
    name: `${folder}-has-one-door`,
    comment: `What others may use of it stands in ${folder}/src/index.ts.`,
    severity: "error",
    from: { pathNot: [`^${folder}/`, `^test/pure/${folder}/`] },
    to: { path: `^${folder}/`, pathNot: `^${folder}/src/index\\.ts$` },
  },
];

/** The walls of the house: what may import what. CONTRIBUTING.md says why. */
module.exports = {
  forbidden: [
    ...packageWalls("json", "JSON text knows nothing of schemas, analyses, editors or languages."),
    ...packageWalls(
      "json-schema",
      "JSON Schema knows nothing of analyses, editors or languages; files come in from the caller.",
      { uses: ["^json/src/index\\.ts$", "node_modules/ajv/.*\\.json$"] },
    ),
    ...packageWalls(
      "evidence",
      "What the numbers of an analysis mean is computed without an editor or a protocol; files come in from the caller.",
    ),
    ...packageWalls(
      "exchange",
      "Files become analyses, and analyses files, without an editor or a protocol; bytes come in from the caller.",
      {
        uses: [
          "^(evidence|json|json-schema)/src/index\\.ts$",
          "node_modules/(saxes|fflate|papaparse|@types/papaparse)/",
        ],
      },
    ),
    ...packageWalls("merge", "Versions of a document are merged without an editor, a protocol or Git.", {
      uses: ["^(json|evidence)/src/index\\.ts$"],
    }),
    {
      name: "schema-knows-no-validation",
      comment: "Validation reads schemas; what reads schema files with its help is server/src/schemaStore.",
      severity: "error",
      from: { path: "^server/src/schema/" },
      to: { path: "^server/src/(diagnostics|findings|schemaStore|validation)/" },
    },
    {
      name: "server-stands-alone",
      comment: "The language server works with any LSP client: it knows neither VS Code nor the client.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(client|registry)/|^vscode$|node_modules/vscode-languageclient/" },
    },
    {
      name: "server-sends-nothing",
      comment: "The language server opens no connection.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(node:)?(https?|http2|net|tls|dgram|dns|undici)$" },
    },
    {
      name: "language-knows-no-connection",
      comment: "Documents, schemas, findings and features are pure; server/src/connection is the shell.",
      severity: "error",
      from: { path: "^server/src/", pathNot: "^server/src/(connection|main)/" },
      to: { path: "^server/src/(connection|main)/|node_modules/vscode-languageserver/" },
    },
    {
      name: "language-touches-no-platform",
      comment: "Files, time and processes come in from server/src/main.",
      severity: "error",
      from: { path: "^server/src/", pathNot: "^server/src/main/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "one-feature-knows-no-other",
      comment: "A language feature is one file that can be added or taken away by itself.",
      severity: "error",
      from: { path: "^server/src/features/([^/]+)/" },
      to: { path: "^server/src/features/", pathNot: "^server/src/features/$1/" },
    },
    {
      name: "one-door-to-the-network",
      comment: "Only the registry library's transport sends requests.",
      severity: "error",
      from: { path: "^client/", pathNot: "^client/src/registryClient/transport/" },
      to: { path: "^(node:)?(https?|http2|net|tls|dgram|undici)$" },
    },
    {
      name: "registry-library-without-vscode",
      comment: "Talking to the registry can be tested and used without an editor.",
      severity: "error",
      from: { path: "^client/src/registryClient/" },
      to: { path: "^vscode$|^client/src/(?!registryClient/)" },
    },
    {
      name: "pages-stand-alone",
      comment:
        "The scripts of webviews run in a page, where there is neither VS Code's API nor the extension.",
      severity: "error",
      from: { path: "^client/webviews/" },
      to: { pathNot: "^(client/webviews|protocol)/|^evidence/src/index\\.ts$" },
    },
    {
      name: "pages-are-reached-by-messages",
      comment: "The extension and the script of a page share only the messages between them.",
      severity: "error",
      from: { path: "^client/src/" },
      to: { path: "^client/webviews/", pathNot: "^client/webviews/[^/]+/messages\\.ts$" },
    },
    {
      name: "client-knows-no-server",
      comment: "Client and server share only protocol and schemas.",
      severity: "error",
      from: { path: "^client/" },
      to: { path: "^(server|registry)/" },
    },
    {
      name: "reference-registry-stands-apart",
      comment:
        "The reference registry is a second implementation of the specification: it shares only protocol and schemas.",
      severity: "error",
      from: { path: "^registry/" },
      to: { path: "^(client|server|test)/|^vscode$" },
    },
    {
      name: "protocol-is-the-bottom",
      severity: "error",
      from: { path: "^(protocol|schemas)/" },
      to: { path: "^(client|server|registry|test)/|^vscode$|node_modules/vscode-language(client|server)/" },
    },
    {
      name: "packages-come-after-installing",
      comment:
        "In a fresh clone a script installs the packages first: it imports one, and what imports one, only then.",
      severity: "error",
      from: { path: "^scripts/", pathNot: "^scripts/lib/texts\\.mjs$" },
      to: {
        path: "node_modules|^scripts/lib/texts\\.mjs$",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "no-circles",
      comment:
        "A reader of one file need not know the file that reads it. A recursive descent is a circle by nature.",
      severity: "error",
      from: { pathNot: "^json/src/syntax/(parser|arraySteps|objectSteps)\\.ts$" },
      to: { circular: true },
    },
    {
      name: "no-circles-when-it-runs",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-circles-between-folders",
      comment: "In scripts, what the hosted VS Code and those who use it share is in lib.",
      severity: "error",
      scope: "folder",
      from: { pathNot: "^scripts/" },
      to: { circular: true },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(vscode|sarif)$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.d\\.ts$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
