import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import { isWellFormed, walkTree } from "@analyses/json";
import { analysesText, changed, trickyChange } from "../../support/analysesText";
import { documentOf } from "./support/documents";
import { fixing } from "./support/fixing";
import { cases } from "../../support/size";

const runs = cases(500);

interface Word {
  readonly start: number;
  readonly end: number;
  readonly says: string;
}

/** The valid strings and numbers of a document, in text order. */
function wordsOf(document: AnalysesDocument): readonly Word[] {
  const words: Word[] = [];
  for (const { node, start } of walkTree(document, document.root, () => true)) {
    if ((node.kind !== "string" && node.kind !== "number") || !isWellFormed(node)) continue;
    const end = start + node.length;
    const written = document.text.slice(start, end);
    const word: unknown = node.kind === "string" ? JSON.parse(written) : written;
    words.push({ start, end, says: String(word).trim() });
  }
  return words;
}

function isPartInOrder(part: readonly Word[], whole: readonly Word[]): boolean {
  let index = 0;
  for (const { says } of whole) if (says === part[index]?.says) index++;
  return index === part.length;
}

describe("“fix all”", () => {
  it("changes no text and no number that is JSON, brings no problem, and leaves nothing for a second time", async () => {
    await fc.assert(
      fc.asyncProperty(
        analysesText,
        fc.array(trickyChange, { minLength: 1, maxLength: 6 }),
        async (text, changes) => {
          const broken = changes.reduce(changed, text);
          const before = await fixing(broken);
          if (before.afterAll === undefined) return;
          const after = await fixing(before.afterAll);
          const countIn = ({ codes }: { codes: readonly string[] }) =>
            codes.filter((code) => code === "syntax").length;
          assert.ok(countIn(after) <= countIn(before), "there are more problems");
          assert.equal(after.afterAll, undefined, "there is more to fix");
          // “Fix all” removes one of two properties with the same name and value.
          if (before.codes.includes("duplicate-property") || after.codes.includes("duplicate-property"))
            return;
          const words = wordsOf(documentOf(broken));
          for (const { start, end, newText } of before.replacedByAll)
            for (const word of words)
              // A fix may convert a number to the equivalent string, or back.
              if (start < word.end && word.start < end)
                assert.ok(newText.includes(word.says), "a value was replaced");
          // While brackets are missing, the structure is only a guess.
          if (countIn(after) === 0)
            assert.ok(isPartInOrder(words, wordsOf(documentOf(before.afterAll))), "a value has changed");
        },
      ),
      { numRuns: runs },
    );
  });
});
