// Extracts the user-visible sentences from the sources.
import { readFileSync, readdirSync } from "node:fs";
import ts from "typescript";
import { inRoot } from "./paths.mjs";

/** Folders with user-visible texts. */
const folders = ["client", "evidence", "exchange", "json", "json-schema", "merge", "protocol", "server"];

/** The shipped schemas, whose titles and descriptions appear in hovers, completions and messages. */
const schemas = [
  "schemas/analyses-1.0.0.schema.json",
  "schemas/revman-analysis.schema.json",
  "samples/pairwise-analysis.schema.json",
  "samples/registry-reference.schema.json",
];

/**
 * Returns the arguments of translating calls and the titles and descriptions of schemas, sorted and unique; and the
 * positions of translating calls whose argument is not one literal.
 */
export function findTexts() {
  /** @type {Set<string>} */
  const texts = new Set();
  /** @type {string[]} */
  const unreadable = [];
  for (const source of sources())
    forEachNode(source, (node) => {
      if (!ts.isCallExpression(node) || !isTranslating(node)) return;
      const [sentence] = node.arguments;
      if (sentence !== undefined && ts.isStringLiteralLike(sentence)) texts.add(sentence.text);
      else unreadable.push(placeOf(source, node));
    });
  for (const file of schemas)
    for (const text of schemaTexts(JSON.parse(readFileSync(inRoot(file), "utf8")))) texts.add(text);
  return { texts: [...texts].sort(), unreadable };
}

/**
 * Returns the titles and descriptions in a schema.
 * @param {unknown} schema
 * @returns {string[]}
 */
function schemaTexts(schema) {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (typeof value === "string") return ["title", "description"].includes(keyword) ? [value] : [];
    if (keyword === "enumDescriptions" && Array.isArray(value)) return value.map(String);
    return schemaTexts(value);
  });
}

/** @returns {ts.SourceFile[]} */
export function sources() {
  return folders.flatMap((folder) =>
    readdirSync(inRoot(folder, "src"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => {
        const file = `${folder}/src/${name}`;
        return ts.createSourceFile(file, readFileSync(inRoot(file), "utf8"), ts.ScriptTarget.Latest, true);
      }),
  );
}

/**
 * @param {ts.Node} node
 * @param {(node: ts.Node) => void} see
 */
export function forEachNode(node, see) {
  see(node);
  ts.forEachChild(node, (child) => forEachNode(child, see));
}

/**
 * Whether a call translates a sentence: `vscode.l10n.t(…)`, `translate(…)`.
 * @param {ts.CallExpression} call
 */
export function isTranslating({ expression }) {
  if (ts.isIdentifier(expression)) return expression.text === "translate";
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const { name, expression: owner } = expression;
  if (name.text === "translate") return true;
  return name.text === "t" && ts.isPropertyAccessExpression(owner) && owner.name.text === "l10n";
}

/**
 * @param {ts.SourceFile} source
 * @param {ts.Node} node
 */
export function placeOf(source, node) {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName}:${line + 1}: ${node.getText()}`;
}
