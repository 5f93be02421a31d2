import { readdirSync } from "node:fs";
import { join } from "node:path";
import { withCaret } from "../../support/caret";
import { changedLines, openCase, type TextCase, testCases } from "../../support/textCases";
import { completing, everything } from "./support/completing";
import { documentOf } from "./support/documents";

const folder = "test/fixtures/completion";

/** Lists what is offered at the caret, and the text after each item that the case accepts (`//> label`). */
async function completeCase(one: TextCase) {
  const { text: marked, margin, schemasOf } = openCase(one);
  const { text } = withCaret(marked);
  const client = { ...everything, ...one.options.client };
  const { items, accept } = completing(
    marked,
    await schemasOf(documentOf(text)),
    client,
    one.options.isAsked,
  );
  const offered = items.map(({ label, detail }) => (detail === undefined ? label : `${label} (${detail})`));
  const accepted = one.written
    .filter((line) => line.startsWith("//> "))
    .flatMap((line) => [
      line,
      ...changedLines(text, accept(line.slice(4)), margin).map((now) => `//= ${now}`),
    ]);
  return { written: [...one.text, `//< ${offered.join(", ")}`.trim(), ...accepted], complaints: [] };
}

describe("completion offers", () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")))
    testCases(join(folder, file), completeCase);
});
