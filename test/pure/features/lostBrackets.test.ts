import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sampled, sized } from "../../support/size";
import { fixing } from "./support/fixing";

const read = (name: string): string => readFileSync(resolve("samples", name), "utf8");
const item = read("pairwise-analysis.schema.json");
const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };

const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
describe("where one bracket at the beginning or the end of a line is lost", () => {
  it("that is one problem, and its fix gives the document back", async () => {
    const meant = JSON.stringify(JSON.parse(sample));
    const lost = sampled([...sample.matchAll(/[{[](?=\n)|(?<=\n *)[}\]]/g)]).map(({ index }) => index);
    const wrong: string[] = [];
    for (const at of lost) {
      const found = await fixing(sample.slice(0, at) + sample.slice(at + 1), item, {}, files);
      const told = found.findings.map(({ message }) => message);
      const preferred = found.actions.filter(({ isPreferred }) => isPreferred === true);
      const [fix] = preferred;
      const isMended = fix !== undefined && isSame(found.after(fix.title), meant);
      if (told.length > 1 || preferred.length !== 1 || !isMended)
        wrong.push(
          `${sample.charAt(at)} of line ${sample.slice(0, at).split("\n").length}: ${told.join(" ")}`,
        );
    }
    assert.ok(lost.length > sized(100));
    assert.deepEqual(wrong, []);
  });
});

describe("where a study's brace is lost with its comma", () => {
  it("that is one problem, and its fix gives the document back", async () => {
    const meant = JSON.stringify(JSON.parse(sample));
    const lost = [...sample.matchAll(/\n +\},(?=\n +\{\n +"study")/g)];
    assert.ok(lost.length > 3);
    for (const { 0: written, index } of lost) {
      const found = await fixing(
        sample.slice(0, index) + sample.slice(index + written.length),
        item,
        {},
        files,
      );
      assert.deepEqual(
        found.findings.map(({ message }) => message),
        ["This object is not closed: a `}` is missing."],
      );
      const fix = found.actions.find(({ isPreferred }) => isPreferred === true);
      assert.ok(fix && isSame(found.after(fix.title), meant));
    }
  });
});

describe("where a participant group's brace is lost with its comma", () => {
  it("that is one problem, and its fix gives the document back", async () => {
    const meant = JSON.stringify(JSON.parse(sample));
    const lost = [...sample.matchAll(/\n {14}\},(?=\n {14}")/g)];
    assert.ok(lost.length > 10);
    for (const { 0: written, index } of lost) {
      const text = sample.slice(0, index) + sample.slice(index + written.length);
      const found = await fixing(text, item, {}, files);
      assert.deepEqual(
        found.findings.map(({ message }) => message),
        ["This object is not closed: a `}` is missing."],
      );
      const fix = found.actions.find(({ isPreferred }) => isPreferred === true);
      assert.ok(fix && isSame(found.after(fix.title), meant));
      // “Fix all” would only insert the comma and thus put the following properties into the group.
      assert.equal(found.afterAll, undefined);
    }
  });
});

describe("a line as other notations have it", () => {
  const line = (written: string) => sample.replace('"name": "Mortality at 12 months"', written);
  const fixed = async (written: string): Promise<string> => {
    assert.notEqual(line(written), sample);
    const found = await fixing(line(written), item, {}, files);
    const [finding, ...others] = found.findings.map(({ message }) => message);
    assert.ok(finding);
    assert.deepEqual(others, []);
    const [fix] = found.actions.filter(({ kind }) => kind?.startsWith("quickfix"));
    assert.ok(fix);
    return found.after(fix.title);
  };

  it("has a text without quotes and with a colon: one problem, which quotes all of it", async () => {
    assert.equal(await fixed('"name": Mortality: 12 months'), line('"name": "Mortality: 12 months"'));
  });
});

function isSame(text: string, meant: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === meant;
  } catch {
    return false;
  }
}
