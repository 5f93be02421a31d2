import assert from "node:assert/strict";
import { momentText, setLocale, translate } from "@analyses/server/localisation/translate";
import { listOf, withArticle } from "@analyses/server/findings/subject";

describe("sentences in the reader's language", () => {
  afterEach(() => setLocale("", new Map()));

  it("take values where the language wants them, and leave what values hold alone", () => {
    setLocale("de", new Map([["{0} has no `{1}`.", "`{1}` fehlt in {0}."]]));
    assert.equal(translate("{0} has no `{1}`.", "{1}", "$&"), "`$&` fehlt in {1}.");
  });

  it("stay English where there is no other text", () => {
    setLocale("de", new Map([["Group", "Gruppe"]]));
    assert.equal(translate("Entry {0}", 3), "Entry 3");
  });

  it("quote the titles of schemas, and join lists as the language does", () => {
    setLocale(
      "de",
      new Map([
        ["“{0}”", "„{0}“"],
        ["{0} or {1}", "{0} oder {1}"],
      ]),
    );
    assert.equal(listOf([withArticle("Analysis group"), "b", "c"], "or"), "„Analysis group“, b oder c");
    setLocale("", new Map());
    assert.equal(listOf([withArticle("Analysis group"), "b", "c"], "or"), "an analysis group, b or c");
  });

  it("write dates as the language does, and as English does where the editor names no language", () => {
    const moment = Date.UTC(2026, 10, 20, 12);
    const texts = new Map([["Group", "Gruppe"]]);
    setLocale("de", texts);
    assert.match(momentText(moment), /\b20\.11\.2026\b/);
    for (const locale of ["", "no locale"]) {
      setLocale(locale, texts);
      assert.match(momentText(moment), /\b20 Nov 2026\b/);
    }
  });
});
