/** The walls of the house: what may import what. CONTRIBUTING.md says why. */
module.exports = {
  forbidden: [
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
      from: { path: "^client/", pathNot: "^client/src/registry/transport/" },
      to: { path: "^(node:)?(https?|http2|net|tls|dgram|undici)$" },
    },
    {
      name: "registry-library-without-vscode",
      comment: "Talking to the registry can be tested and used without an editor.",
      severity: "error",
      from: { path: "^client/src/registry/" },
      to: { path: "^vscode$|^client/src/(?!registry/)" },
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
      name: "no-circles",
      comment: "But for the tree's nodes: records lead to each other, a group to a person and on to a group.",
      severity: "error",
      from: { pathNot: "^client/src/tree/nodes/" },
      to: { circular: true },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^vscode$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.d\\.ts$" },
    tsPreCompilationDeps: false,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
