import assert from "node:assert/strict";
import { stop, text, toPlainText, toSnippet } from "@analyses/server/schemaLookup/template";

describe("templates", () => {
  it("become snippets in which nothing but the places is special", () => {
    const template = [
      text('"$a\\u00e9{}": '),
      stop("b}$\\c"),
      text(" "),
      { kind: "choice", choices: ["a,b|c", "$d"] },
    ] as const;
    assert.equal(toSnippet(template), '"\\$a\\\\u00e9{}": ${1:b\\}\\$\\\\c} ${2|a\\,b\\|c,$d|}');
    assert.equal(toPlainText(template), '"$a\\u00e9{}": b}$\\c a,b|c');
  });

  it("have at most eight places, since VS Code takes more for places of the snippet around it", () => {
    const places = Array.from({ length: 11 }, (_, index) => stop(String(index)));
    assert.match(toSnippet(places), /\$\{8:7\}8910$/);
  });
});
