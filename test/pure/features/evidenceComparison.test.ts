import assert from "node:assert/strict";
import { bindRoles } from "@analyses/evidence";
import type { ComparedEvidence } from "@analyses/protocol/evidenceMessages";
import { type AnalysesDocument, updateDocument } from "@analyses/server/document/analysesDocument";
import { compareEvidence } from "@analyses/server/features/evidencePanel/evidenceComparison";
import { each } from "../../support/each";
import { textIn } from "../../support/textAfter";
import { documentOf } from "./support/documents";

const binding = bindRoles({});
const abara = { study: "Abara 2014", events1: 12, total1: 148, events2: 19, total2: 151 };
const osei = { study: "Osei 2020", events1: 7, total1: 92, events2: 11, total2: 90 };
const mortality = { number: 1, name: "Mortality", effectMeasure: "RR", method: "MH", studies: [abara, osei] };
const falls = { ...mortality, number: 2, name: "Falls" };
const drug = { number: 1, name: "Drug", analyses: [mortality, falls] };
const text = (...groups: readonly object[]): string =>
  JSON.stringify({ "analysis-groups": groups }, undefined, 2);
const base = text(drug);

type Compared = Extract<ComparedEvidence, { kind: "compared" }>;

let count = 0;
/** A new id, for a base that was not compared before. */
const fresh = () => `base ${(count += 1)}`;

async function answerOn(document: AnalysesDocument, id: string, before: string | null) {
  const yielding = { isCancelled: () => false, pause: () => Promise.resolve() };
  return compareEvidence(document, { id, text: before }, binding, yielding);
}

async function compared(
  document: AnalysesDocument,
  id = fresh(),
  before: string | null = base,
): Promise<Compared> {
  const found = await answerOn(document, id, before);
  return found?.kind === "compared" ? found : assert.fail(JSON.stringify(found));
}

/** The text of a range of a document. */
const textAt = (document: AnalysesDocument, range: Compared["analyses"][number]["range"]): string =>
  range === null ? "" : textIn(document, range);

describe("a document compared with an earlier text of it", () => {
  it("has before and after of what changed, as the overview writes it, and where that stands", async () => {
    const edited = { ...mortality, studies: [{ ...abara, events1: 40 }, osei] };
    const document = documentOf(text({ ...drug, analyses: [edited, falls] }));
    const { summary, analyses } = await compared(document);
    assert.equal(summary, "Analyses: 1 changed, 0 new, 0 gone, 1 as before");
    const [found] = analyses;
    assert.deepEqual([found?.title, found?.group, found?.formerly], ["1.1 Mortality", "1 Drug", null]);
    assert.deepEqual([found?.before?.effect, found?.before?.i2], ["RR 0.64 [0.37, 1.10]", "0 %"]);
    assert.match(found?.after?.effect ?? "", /^RR 1\.\d\d \[/);
    assert.equal(found?.after?.participants, "481");
    assert.equal(found.before?.pool?.measure, "risk-ratio");
    const [study] = found.studies;
    assert.match(study?.effect ?? "", /^0\.64 \[0\.32, 1\.28\] → 2\.15 \[/);
    assert.equal((JSON.parse(textAt(document, found.range)) as { name: string }).name, "Mortality");
    assert.equal(
      (JSON.parse(textAt(document, study?.range ?? null)) as { study: string }).study,
      "Abara 2014",
    );
  });

  it("has studies that came and went, and analyses that are new, gone, renamed or in another group", async () => {
    const delgado = { ...osei, study: "Delgado 2018", total1: 93 };
    const surgery = { number: 2, name: "Surgery", analyses: [{ ...mortality, name: "Pain" }, falls] };
    const after = { ...drug, analyses: [{ ...mortality, name: "Death", studies: [abara, delgado] }] };
    const { analyses } = await compared(documentOf(text(after, surgery)));
    each(analyses, ({ change, title, formerly }) => [change, title, formerly], [
      ["changed", "1.1 Death", "It was 1.1 Mortality in group 1 Drug."],
      ["added", "2.1 Pain", null],
      ["changed", "2.2 Falls", "It was 1.2 Falls in group 1 Drug."],
    ]);
    each(analyses[0]?.studies, ({ change, name, range }) => [change, name, range === null], [
      ["added", "Delgado 2018", false],
      ["removed", "Osei 2020", true],
    ]);
    const less = await compared(documentOf(text({ ...drug, analyses: [mortality] })));
    each(less.analyses, ({ change, title, after: now, range }) => [change, title, now, range], [
      ["removed", "1.2 Falls", null, null],
    ]);
  });

  it("is given the base once, and follows edits of the document", async () => {
    const id = fresh();
    const first = documentOf(base);
    assert.deepEqual(await answerOn(first, id, null), { kind: "base-wanted" });
    assert.deepEqual((await compared(first, id)).analyses, []);
    const at = first.text.positionAt(base.indexOf('"events1": 12') + '"events1": 1'.length);
    const second = updateDocument(first, [{ range: { start: at, end: at }, text: "0" }], 2);
    const { analyses, version } = await compared(second, id, null);
    each(analyses, ({ title }) => title, ["1.1 Mortality"]);
    assert.equal(version, 2);
    // An analysis that moved down has its current range.
    const above = updateDocument(
      second,
      [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "\n\n" }],
      3,
    );
    const [moved] = (await compared(above, id, null)).analyses;
    assert.equal((JSON.parse(textAt(above, moved?.range ?? null)) as { name: string }).name, "Mortality");
    assert.deepEqual(
      (
        await compared(
          updateDocument(
            second,
            [{ range: { start: at, end: { ...at, character: at.character + 1 } }, text: "" }],
            4,
          ),
          id,
          null,
        )
      ).analyses,
      [],
    );
  });

  it("says what is wrong with text that is being written, and what is no analyses document", async () => {
    const broken = await answerOn(documentOf(base.replace('"events1": 12,', '"events1": ,')), fresh(), base);
    assert.equal(broken?.kind, "broken");
    const elsewhere = await answerOn(
      documentOf(base.replace('"number": 1,\n      "name": "Drug"', '"number": ,\n      "name": "Drug"')),
      fresh(),
      base,
    );
    assert.equal(elsewhere?.kind, "compared");
    assert.deepEqual(await answerOn(documentOf(base), fresh(), "[1, 2]"), { kind: "no-document" });
  });

  it("says that the earlier text is not JSON, and where, wherever that is: nothing can be compared with it", async () => {
    const broken = base.replace('"events1": 12,', '"events1": ,');
    const line = broken.slice(0, broken.indexOf('"events1": ,')).split("\n").length - 1;
    const problem = { kind: "base-broken", message: "The property has no value.", line };
    assert.deepEqual(await answerOn(documentOf(base), fresh(), broken), problem);
    // Also if the document has the same error.
    assert.deepEqual(await answerOn(documentOf(broken), fresh(), broken), problem);
    const after = await answerOn(documentOf(base), fresh(), `${base} 2`);
    assert.equal(after?.kind, "base-broken");
    const markers = `<<<<<<< ours\n${base}\n=======\n${base}\n>>>>>>> theirs`;
    assert.equal((await answerOn(documentOf(base), fresh(), markers))?.kind, "base-broken");
  });
});
