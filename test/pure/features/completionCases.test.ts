import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { complete } from "@analyses/server/features/completion/complete";
import { referencePlaceAt, withReferences } from "@analyses/server/features/completion/referenceItems";
import { groupLink } from "../../support/references";
import { changedLines, openCase, type TextCase, testCases } from "../../support/textCases";
import { accepted, everything } from "./support/completing";
import { documentWithCaret } from "./support/documents";

const folder = "test/fixtures/completion";

const heart = {
  kind: "group",
  id: "7",
  name: "Heart",
  link: groupLink("7"),
  detail: "",
  registry: "",
} as const;

/** Lists what is offered at the caret, and the text after each item that the case accepts (`//> label`). */
async function completeCase(one: TextCase) {
  const { text: marked, margin, schemasOf } = openCase(one);
  const { document, position } = documentWithCaret(marked);
  const schemas = await schemasOf(document);
  const client = { ...everything, ...one.options.client };
  const own = complete(document, schemas, position, client, one.options.isAsked);
  const place = one.options.suggests === true ? referencePlaceAt(document, schemas, position) : undefined;
  const answer = { suggestions: [heart], isIncomplete: false };
  const { items } = place === undefined ? own : withReferences(document, place, own, answer, client);
  const offered = items.map(({ label, detail }) => (detail === undefined ? label : `${label} (${detail})`));
  const after = (label: string): string => {
    const item = items.find((candidate) => candidate.label === label);
    assert.ok(item, `${label} is not offered.`);
    return accepted(document, item);
  };
  const text = document.text.toString();
  const accepting = one.written
    .filter((line) => line.startsWith("//> "))
    .flatMap((line) => [
      line,
      ...changedLines(text, after(line.slice(4)), margin).map((now) => `//= ${now}`),
    ]);
  return { written: [...one.text, `//< ${offered.join(", ")}`.trim(), ...accepting], complaints: [] };
}

describe("completion offers", () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")))
    testCases(join(folder, file), completeCase);
});
