import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { findTexts } from "../../scripts/lib/texts.mjs";
import { hardCodedIn, hardCodedTexts } from "./hardCodedTexts";

const languages = ["de", "es"];

/** Names of the properties of package.json whose values the user interface displays. */
const readProperties = new Set([
  "displayName",
  "description",
  "markdownDescription",
  "title",
  "category",
  "name",
  "contextualTitle",
  "contents",
  "label",
  "patternErrorMessage",
  "aliases",
  "enumDescriptions",
  "markdownEnumDescriptions",
  "markdown",
]);

/** Identifiers in properties with these names. */
const notRead = new Set(["analyses-registry"]);

describe("package.json in every language", () => {
  const english = texts("package.nls.json");

  it("holds nothing that a person reads: that is in package.nls.json", () => {
    const manifest: unknown = JSON.parse(readFileSync("package.json", "utf8"));
    assert.deepEqual(
      readStrings(manifest).filter((text) => !/^%[\w.]+%$/.test(text) && !notRead.has(text)),
      [],
    );
  });

  it("uses each text of package.nls.json, and no other", () => {
    const used = [...readFileSync("package.json", "utf8").matchAll(/"%([\w.]+)%"/g)];
    assert.deepEqual([...new Set(used.map(([, key]) => key))].sort(), Object.keys(english).sort());
  });

  for (const language of languages)
    it(`says everything in “${language}”, with the same links, commands and code`, () => {
      const translated = texts(`package.nls.${language}.json`);
      assert.deepEqual(Object.keys(translated), Object.keys(english));
      for (const [key, text] of Object.entries(translated)) {
        assert.notEqual(text.trim(), "", key);
        assert.deepEqual(codesIn(text), codesIn(english[key] ?? ""), key);
      }
    });
});

describe("what client and server say", () => {
  const found = findTexts();

  it("is given to the translating calls as literals, so that all of it can be found", () => {
    assert.deepEqual(found.unreadable, []);
  });

  it("is what translators start from: `npm run l10n` has been run", () => {
    assert.deepEqual(Object.keys(texts("l10n/bundle.l10n.json")), found.texts);
  });

  for (const language of languages)
    it(`is there in “${language}”, with the same values and code, and nothing else is`, () => {
      const translated = texts(`l10n/bundle.l10n.${language}.json`);
      assert.deepEqual(Object.keys(translated).sort(), found.texts);
      for (const [english, text] of Object.entries(translated)) {
        assert.notEqual(text.trim(), "", english);
        assert.deepEqual(codesIn(text), codesIn(english), english);
      }
    });

  it("stands nowhere else", () => {
    assert.deepEqual(hardCodedTexts(), []);
  });

  it("would be found where it stood elsewhere", () => {
    for (const line of [
      'void vscode.window.showErrorMessage("Failed");',
      'item.tooltip = "Refresh";',
      'const row = { label: isOpen ? "Open" : name };',
      'const row = { description: name ?? "Unknown" };',
      "const row = { detail: `${count} groups` };",
      'return "This is not a sentence to translate";',
      "return `${name} has no name`;",
    ])
      assert.equal(hardCodedIn(sourceOf(line)).length, 1, line);
    for (const line of [
      'void vscode.window.showErrorMessage(vscode.l10n.t("It failed"));',
      'const row = { label: translate("Open it"), contextValue: "group pinned" };',
      'this.log.info("The server did not start");',
      'throw new Error("There is no such row");',
      'const kind: "one two" = other;',
    ])
      assert.deepEqual(hardCodedIn(sourceOf(line)), [], line);
  });
});

function sourceOf(text: string): ts.SourceFile {
  return ts.createSourceFile("line.ts", text, ts.ScriptTarget.Latest, true);
}

function texts(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

/** The user-visible strings of a manifest. */
function readStrings(value: unknown, property = ""): string[] {
  if (typeof value === "string") return readProperties.has(property) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => readStrings(each, property));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => readStrings(each, key));
}

/** The parts of a text that are the same in every language: placeholders, link targets, code. */
function codesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\w+\}|\]\([^)]+\)|`[^`]+`/g)].map(([code]) => code).sort();
}
