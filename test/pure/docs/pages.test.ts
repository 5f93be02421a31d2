import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { defaultSeverity } from "@analyses/server/diagnostics/index";
import { diagnosticLists } from "../../../scripts/lib/diagnosticLists.mjs";
import { setLocale } from "@analyses/server/localisation/translate";
import { problemsOf } from "../../support/corpus";

const folder = resolve("docs/diagnostics");

describe("the page of a problem's code", () => {
  for (const code of diagnosticCodes) {
    it(`explains ${code}, with the severity that it has`, () => {
      const page = readFileSync(resolve(folder, `${code}.md`), "utf8");
      assert.match(page, new RegExp(`^Severity: ${defaultSeverity(code)}\\.$`, "m"));
    });
  }

  it("is there for no code that does not exist", () => {
    const pages = readdirSync(folder).map((file) => file.replace(/\.md$/, ""));
    assert.deepEqual(pages.filter((page) => page !== "README").sort(), [...diagnosticCodes].sort());
  });
});

describe("a list of all codes", () => {
  it("names each file of server/src/diagnostics: npm run diagnostics", async () => {
    for (const [file, text] of Object.entries(await diagnosticLists()))
      assert.equal(readFileSync(resolve(file), "utf8"), text, file);
  });
});

/** Walkthrough pages, and the samples that their steps open. */
const steps = { problem: "problems-to-fix", numbers: "numbers-to-check" };

const textsIn = (file: string): ReadonlyMap<string, string> =>
  new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>));

describe("a page of the walkthrough", () => {
  afterEach(() => setLocale("", new Map()));

  for (const [page, sample] of Object.entries(steps))
    for (const language of ["", ".de", ".es"])
      it(`quotes the messages about the sample: ${page}${language}`, async () => {
        if (language !== "") setLocale(language.slice(1), textsIn(`l10n/bundle.l10n${language}.json`));
        const text = readFileSync(`media/walkthrough/${page}${language}.md`, "utf8");
        const quoted = /^> (.+)$/m.exec(text)?.[1] ?? "";
        // The step opens the sample without settings.
        const document = readFileSync(`samples/${sample}.analyses.json`, "utf8");
        const told = await problemsOf({ name: sample, text: document, itemSchema: "" }, "samples");
        assert.ok(told.map(({ message }) => message).includes(quoted), quoted);
      });
});
