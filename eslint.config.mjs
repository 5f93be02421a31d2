import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules", "dist", "out", "**/generated", ".local", "test-results", "**/*.cjs"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      // A one-line arrow that only calls is clear as it is.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "max-lines": ["error", { max: 350, skipBlankLines: true, skipComments: true }],
      eqeqeq: "error",
    },
  },
  {
    files: [
      "client/**/*.ts",
      "evidence/**/*.ts",
      "server/**/*.ts",
      "json/**/*.ts",
      "json-schema/**/*.ts",
      "protocol/**/*.ts",
    ],
    ignores: ["client/src/registryClient/transport/**"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["fetch", "WebSocket", "EventSource", "XMLHttpRequest"].map((name) => ({
          name,
          message: "Only the registry library's transport sends requests.",
        })),
      ],
    },
  },
  {
    files: ["client/**/*.ts"],
    ignores: ["client/src/platform/editor.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "MemberExpression[property.name=/^(show(Information|Warning|Error)Message|showQuickPick|withProgress)$/]",
          message:
            "Only platform/editor.ts shows messages, rows and progress: it makes no links and icons of what they quote.",
        },
      ],
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unused-expressions": "off",
    },
  },
);
