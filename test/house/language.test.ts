import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

interface Manifest {
  readonly contributes: {
    readonly languages: readonly { readonly id: string; readonly configuration?: string }[];
    readonly grammars: readonly {
      readonly language: string;
      readonly scopeName: string;
      readonly path: string;
    }[];
  };
}

interface Grammar {
  readonly scopeName: string;
  readonly patterns: readonly { readonly include: string }[];
}

interface LanguageConfiguration {
  readonly comments?: unknown;
  readonly wordPattern: string;
  readonly indentationRules: {
    readonly increaseIndentPattern: string;
    readonly decreaseIndentPattern: string;
  };
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const { languages, grammars } = (read("package.json") as Manifest).contributes;
const analyses = languages.find(({ id }) => id === "analyses");
const configuration = read(analyses?.configuration ?? "") as LanguageConfiguration;

describe("the language of analyses documents", () => {
  it("has the scope that its grammar has, and is coloured as JSON", () => {
    const contributed = grammars.filter(({ language }) => language === "analyses");
    assert.equal(contributed.length, 1);
    for (const { scopeName, path } of contributed) {
      const grammar = read(path) as Grammar;
      assert.equal(grammar.scopeName, scopeName);
      assert.deepEqual(grammar.patterns, [{ include: "source.json" }]);
    }
  });

  it("offers no comments, which are not JSON", () => {
    assert.equal(configuration.comments, undefined);
  });

  it("takes for a word what is typed in one go, in a string too, so that suggestions come with each letter", () => {
    const words = String.raw`{ "effect \"size\"": [true, -1.5e3], "a": "Ådahl-Cen" }`.match(
      new RegExp(configuration.wordPattern, "g"),
    );
    assert.deepEqual(words, ["effect", "\\", "size\\", "true", "-1.5e3", "a", "Ådahl-Cen"]);
  });

  it("indents after an opened bracket, but not one that is closed or within a string", () => {
    const increases = new RegExp(configuration.indentationRules.increaseIndentPattern);
    for (const line of ['"analyses": [', "{", '{ "name": "a]",', "}, {"]) assert.match(line, increases);
    for (const line of ['"analyses": []', '"name": "at [12 months",', "}"])
      assert.doesNotMatch(line, increases);
    const decreases = new RegExp(configuration.indentationRules.decreaseIndentPattern);
    for (const line of ["  }", "],"]) assert.match(line, decreases);
    for (const line of ['"name": "}"', "{ }"]) assert.doesNotMatch(line, decreases);
  });
});
