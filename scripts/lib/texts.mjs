// Extracts the user-visible sentences from the sources.
import { readFileSync, readdirSync } from "node:fs";
import ts from "typescript";
import { inRoot } from "./paths.mjs";

/** Folders with user-visible texts. */
const folders = [
  "client/src",
  "evidence/src",
  "exchange/src",
  "json/src",
  "json-schema/src",
  "merge/src",
  "protocol/src",
  "server/src",
];

/** The shipped schemas, whose titles and descriptions appear in hovers, completions and messages. */
const schemas = [
  "schemas/analyses-1.0.0.schema.json",
  "schemas/revman-analysis.schema.json",
  "samples/pairwise-analysis.schema.json",
  "samples/registry-reference.schema.json",
];

/**
 * @typedef {object} FoundTexts
 * @property {string[]} texts arguments of translating calls, and titles and descriptions of schemas; sorted, unique
 * @property {string[]} unreadable positions of translating calls whose argument is not one literal
 */

/** @returns {FoundTexts} */
export function findTexts() {
  /** @type {Set<string>} */
  const texts = new Set();
  /** @type {string[]} */
  const unreadable = [];
  for (const source of sources()) {
    forEachNode(source, (node) => {
      if (!ts.isCallExpression(node) || !isTranslating(node)) return;
      const [sentence] = node.arguments;
      if (sentence !== undefined && ts.isStringLiteralLike(sentence)) texts.add(sentence.text);
      else unreadable.push(placeOf(source, node));
    });
  }
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
    readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .sort()
      .map((file) => {
        const text = readFileSync(inRoot(folder, file), "utf8");
        return ts.createSourceFile(`${folder}/${file}`, text, ts.ScriptTarget.Latest, true);
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
