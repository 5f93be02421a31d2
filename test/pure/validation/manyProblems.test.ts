import assert from "node:assert/strict";
import fc from "fast-check";
import { nearestTo } from "@analyses/server/findings/nearest";
import { defaultSettings, findingsIn } from "../../support/findings";
import { fixing } from "../features/support/fixing";
import { schemaContext } from "../features/support/schemas";
import { holdsMeasure, processorTime } from "../../support/measured";

const withAnalyses = (analyses: readonly object[], more: object = {}): string =>
  JSON.stringify({
    "risk-of-bias-method": "RISK_OF_BIAS_1",
    "analysis-groups": [{ number: 1, name: "a", analyses }],
    ...more,
  });

const namesOf = (begin: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `${begin}-${(number * 7919).toString(36)}`);

const objectOf = (names: readonly string[], value: unknown): object =>
  Object.fromEntries(names.map((name) => [name, value]));

/** CPU time of a check in milliseconds. */
const timeFor = (text: string, item: object): Promise<number> =>
  processorTime(async () => {
    const findings = await findingsIn(text, schemaContext(item), { ...defaultSettings, maxProblems: 1000 });
    assert.ok(findings.length >= 200, String(findings.length));
  });

describe("a document with thousands of problems", () => {
  it("of unknown properties is checked in one look at them", async () => {
    const timeOf = (count: number) => timeFor(withAnalyses([], objectOf(namesOf("key", count), 1)), {});
    const some = await timeOf(4000);
    // Searching separately for each of them would take 25 times as long.
    holdsMeasure(await timeOf(20_000), 15 * some, "milliseconds for five times as many");
  });

  it("offers the five nearest of thousands of values, and all of a few", async () => {
    const offered = async (count: number, written: string) => {
      const item = { properties: { measure: { enum: namesOf("MEASURE", count) } } };
      const { titles } = await fixing(withAnalyses([{ measure: written }]), item);
      return titles.filter((title) => title.includes("MEASURE-")).length;
    };
    const near = await offered(2000, "MEASUER-63");
    assert.ok(near > 0 && near <= 5, String(near));
    assert.equal(await offered(2000, "nothing like it"), 5);
    assert.equal(await offered(12, "MEASUER-63"), 12);
  });
});

describe("the names that the author may have intended", () => {
  it("are the nearest, however they are looked for", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "_"), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 12 }), (given, candidates) => {
        // The limit counts letters only, like the distance.
        const limit = Math.floor(plain(given).length / 3);
        const away = (candidate: string) => distance(plain(given), plain(candidate));
        const nearest = nearestTo(given, candidates);
        const expected = candidates.map(away).filter((one) => one <= limit);
        // Otherwise the name that the given one abbreviates, if it is unique.
        if (expected.length === 0) assert.ok(nearest.length <= 1);
        else assert.deepEqual(nearest.map(away), expected.sort((one, other) => one - other).slice(0, 5));
      }),
    );
  });

  it("are else the one that is written in short", () => {
    const measures = ["RISK_RATIO", "RISK_DIFFERENCE", "HAZARD_RATIO", "RATE_RATIO"];
    const nearest = (given: string) => nearestTo(given, measures);
    assert.deepEqual(
      [nearest("RD"), nearest("HR"), nearest("hazard")],
      [["RISK_DIFFERENCE"], ["HAZARD_RATIO"], ["HAZARD_RATIO"]],
    );
    // Ambiguous: risk ratio or rate ratio.
    assert.deepEqual([nearest("RR"), nearest("H"), nearest("xy")], [[], [], []]);
  });
});

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");

/** Optimal string alignment distance, by its definition. */
function distance(one: string, other: string): number {
  if (one === "" || other === "") return one.length + other.length;
  const [first, second] = [one.slice(1), other.slice(1)];
  const [[a, b], [c, d]] = [one, other];
  const isSwapped = b !== undefined && a === d && b === c;
  const swapped = isSwapped ? distance(one.slice(2), other.slice(2)) + 1 : Infinity;
  if (a === c) return Math.min(distance(first, second), swapped);
  return Math.min(
    distance(first, second) + 1,
    distance(first, other) + 1,
    distance(one, second) + 1,
    swapped,
  );
}
