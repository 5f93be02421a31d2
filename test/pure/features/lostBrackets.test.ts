import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fixing } from "./support/fixing";

const read = (name: string): string => readFileSync(resolve("samples", name), "utf8");
const item = read("pairwise-analysis.schema.json");
const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };

const sample = read("drug-versus-placebo.analyses.json");
/** With each study's numbers on one line, as many people write them. */
const compact = sample.replace(
  /\{\s+("(?:events|mean|estimate|randomisation|random-seq)[^{}]*?)\s+\}/g,
  (_, members: string) => `{ ${members.replace(/\s*\n\s*/g, " ")} }`,
);

describe("where one bracket of a document is lost", () => {
  for (const [layout, text] of Object.entries({
    "a line for each property": sample,
    "data on one line": compact,
  }))
    it(`(${layout}) that is one problem, and its fix gives the document back`, async function () {
      this.timeout(60_000);
      const meant = JSON.stringify(JSON.parse(text));
      const lost = [...text.matchAll(/[{}[\]]/g)].map(({ index }) => index);
      const wrong: string[] = [];
      for (const at of lost) {
        const found = await fixing(text.slice(0, at) + text.slice(at + 1), item, {}, files);
        const told = found.findings.map(({ message }) => message);
        const preferred = found.actions.filter(({ isPreferred }) => isPreferred === true);
        const [fix] = preferred;
        const isMended = fix !== undefined && isSame(found.after(fix.title), meant);
        // A `]` behind a text may as well be one too many, so that the text is told to be no list too.
        const most = told.some((message) => message.endsWith("must be a list, not text.")) ? 2 : 1;
        if (told.length > most || preferred.length !== 1 || !isMended) {
          const line = text.slice(0, at).split("\n").length;
          wrong.push(
            `${text.charAt(at)} of line ${String(line)}: ${told.join(" ")} ${preferred.map(({ title }) => `★ ${title}`).join(" ")}`,
          );
        }
      }
      assert.ok(lost.length > 100);
      assert.deepEqual(wrong, []);
    });
});

function isSame(text: string, meant: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === meant;
  } catch {
    return false;
  }
}
