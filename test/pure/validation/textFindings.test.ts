import assert from "node:assert/strict";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { noReferenceStatuses } from "@analyses/server/references/referenceStatuses";
import { computeEvidence, contextOf, validateDocument } from "@analyses/server/validation/validateDocument";
import { defaultSettings, findingsIn } from "../../support/findings";
import { sampleSchemas, schemaContext } from "../features/support/schemas";

const group = (number: number | string, name: string, analyses = "[]") =>
  `{"number": ${number}, "name": "${name}", "analyses": ${analyses}}`;
const inGroups = (...groups: string[]) =>
  `{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [${groups.join(", ")}]}`;
const inItem = (item: string) => inGroups(group(1, "A", `[${item}]`));

describe("problems of the text of a document", () => {
  it("reads past a picture of many megabytes that somebody has put into a property", async () => {
    const picture = "A".repeat(20_000_000);
    const text = inItem(`{"picture": "${picture}", "a": 12345678901234567890}`);
    const [finding, ...others] = await findingsIn(text, schemaContext());
    assert.deepEqual([finding?.code, others], ["number-precision", []]);
  });

  it("stops when it is cancelled", async () => {
    const text = inItem(Array.from({ length: 3000 }, () => `{"a": "${"x".repeat(1000)}"}`).join(", "));
    const document = createDocument("file:///a", "analyses", 1, text);
    let pauses = 0;
    const cancelled = await validateDocument(document, schemaContext(), defaultSettings, {
      isCancelled: () => pauses === 2,
      pause: () => {
        pauses++;
        return Promise.resolve();
      },
    });
    assert.equal(cancelled, undefined);
    assert.equal(pauses, 2);
  });

  const wrongArm = { events: "12", total: "148" };
  const wrongStudy = { study: "Abara 2004", experimental: wrongArm, comparator: wrongArm };
  const wrongAnalysis = {
    "outcome-type": "DICHOTOMOUS",
    studies: Array.from({ length: 1000 }, () => wrongStudy),
  };
  const muchWrong: readonly (readonly [what: string, text: string])[] = [
    ["groups of one number", inGroups(...Array.from({ length: 1000 }, () => group(1, "A")))],
    ["groups with a misspelt name", inGroups(...Array.from({ length: 1000 }, () => '{"nmae": "A"}'))],
    ["an analysis of wrong studies", inItem(JSON.stringify(wrongAnalysis))],
    ["an analysis that is not JSON", inItem(`[${"'word', ".repeat(1000)}1]`)],
    ["an analysis without texts", inItem(JSON.stringify(Array.from({ length: 1000 }, () => ({ name: "" }))))],
  ];
  for (const [what, text] of muchWrong)
    it(`lets other requests have their turn while there is much to say about ${what}`, async () => {
      const document = createDocument("file:///a", "analyses", 1, text);
      let [time, pauses] = [0, 0];
      const findings = await validateDocument(document, sampleSchemas, defaultSettings, {
        isCancelled: () => false,
        // Each look at the clock advances it by a millisecond.
        now: () => (time += 1),
        pause() {
          pauses += 1;
          return Promise.resolve();
        },
      });
      assert.ok(findings !== undefined && findings.length > 0);
      assert.ok(pauses > 20, String(pauses));
    });

  it("lets other requests have their turn while one analysis is computed, whose rows may be many", async () => {
    const counts = { study: "Abara 2004", events1: 12, total1: 148, events2: 19, total2: 151 };
    const text = inItem(JSON.stringify({ studies: [counts, counts] }));
    const document = createDocument("file:///a", "analyses", 1, text);
    let [time, pauses] = [0, 0];
    await computeEvidence(contextOf(document, schemaContext(), defaultSettings, noReferenceStatuses), {
      isCancelled: () => false,
      // Whatever happens between two looks at the clock takes long.
      now: () => (time += 1000),
      pause: () => Promise.resolve(void (pauses += 1)),
    });
    assert.ok(pauses > 10, String(pauses));
  });

  it("names the start of a comment that swallows all of a long document", async () => {
    const rest = inGroups(group(2, "B", `[${'"a", '.repeat(1_000_000)}1]`));
    const text = inItem(`{"a": /* ${rest}`);
    const starts = (await findingsIn(text, schemaContext())).map(({ start }) => start);
    assert.ok(starts.includes(text.indexOf("/*")), String(starts));
  });
});
