import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setLocale } from "@analyses/server/localisation/translate";
import { problemsOf } from "../../support/corpus";

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
