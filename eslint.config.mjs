import { spreadingRule } from "./scripts/lib/spreadingRule.mjs";
import tseslint from "typescript-eslint";

/** What holds for code that ships and for tests. */
const everywhere = {
  "@typescript-eslint/no-non-null-assertion": "error",
  "@typescript-eslint/consistent-type-imports": "error",
  "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
  "max-lines": ["error", { max: 350, skipBlankLines: true, skipComments: true }],
  eqeqeq: "error",
  "no-restricted-imports": [
    "error",
    {
      patterns: [
        {
          regex:
            "^(\\.\\./)+(schemas/generated|(client|evidence|exchange|json|json-schema|merge|protocol|registry|server)/(src|webviews))(/|$)",
          message: "A package is imported by its name, such as @analyses/json.",
        },
      ],
    },
  ],
};

/** Calls, in tests, whose promise has to be awaited, as far as they can be known by their names. */
const promises = [
  "[callee.name='eventually']",
  "[callee.property.name=/^(rejects|doesNotReject|waitFor|saved|told)$/]",
  "[callee.object.name=/^(page|workbench)$/]",
  "[callee.object.property.name=/^(page|workbench|keyboard|mouse)$/]",
  "[callee.property.name='assert']:has(> CallExpression[callee.property.name='asyncProperty'])",
].join(", ");

/** What a page of Playwright does at once. */
const ofPage = "[callee.property.name=/^(on|once|setDefaultTimeout)$/]";

/** What runs on the machines of users. */
const shipped = [
  "client/**/*.ts",
  "evidence/**/*.ts",
  "exchange/**/*.ts",
  "server/**/*.ts",
  "json/**/*.ts",
  "json-schema/**/*.ts",
  "merge/**/*.ts",
  "protocol/**/*.ts",
];

const printing = {
  selector:
    "MemberExpression[object.name='console'], MemberExpression[object.name='process'][property.name=/^(stdout|stderr)$/]",
  message: "Only main/program.ts prints: what it prints gives no terminal and no build server a command.",
};

export default tseslint.config(
  { ignores: ["node_modules", "dist", "out", "**/generated", ".local", "test-results", "**/*.cjs"] },
  {
    files: ["**/*.ts"],
    ignores: ["test/**"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      ...everywhere,
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // A one-line arrow that only calls is clear as it is.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // A fifth of the linter's time: there are no enums here, and the compiler knows a class from what is none.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
    },
  },
  {
    // Without types, which take most of the linter's time; the compiler checks those of tests as well.
    files: ["test/**/*.ts"],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      ...everywhere,
      "@typescript-eslint/no-unused-expressions": "off",
      "no-restricted-syntax": [
        "error",
        {
          selector: `ExpressionStatement > CallExpression:matches(${promises}):not(${ofPage})`,
          message: "A test awaits what it checks and does: else it passes whatever happens.",
        },
      ],
    },
  },
  {
    files: shipped,
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
    files: shipped,
    plugins: { house: { rules: { spreading: spreadingRule } } },
    rules: { "house/spreading": "error" },
  },
  {
    files: ["server/**/*.ts", "json/**/*.ts", "json-schema/**/*.ts", "evidence/**/*.ts"],
    // What the language server prints of itself is no document's.
    ignores: ["server/src/main/program.ts", "server/src/main/node.ts"],
    rules: { "no-restricted-syntax": ["error", printing] },
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
);
