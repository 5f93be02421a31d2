import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { english, bindRoles } from "@analyses/evidence";
import { readDocument, writeReview } from "@analyses/exchange";

/** Converts a one-analysis document to metafor's rows, and returns them with the messages. */
function asMetafor(item: object): { readonly rows: readonly string[]; readonly said: readonly string[] } {
  const text = JSON.stringify({
    "analysis-groups": [{ number: 1, name: "Drug", analyses: [{ number: 1, ...item }] }],
  });
  const read = withoutYielding(
    readDocument(text, { file: "a.analyses.json", binding: bindRoles({}), translate: english }),
  );
  assert.ok(read.kind === "read");
  const written = withoutYielding(
    writeReview(read.review, {
      translate: english,
      format: "metafor",
      name: "a",
      shape: null,
      $schema: "",
      riskOfBias: null,
      withoutResults: false,
      rawText: false,
      isMinified: false,
    }),
  );
  assert.ok(written.kind === "written");
  const [, ...lines] = new TextDecoder().decode(written.files[0]?.bytes).trim().split("\n");
  return {
    rows: lines.map((line) => line.split(",").slice(3, 7).join(" ")),
    said: read.items.map(({ severity, message }) => `${severity}: ${message}`),
  };
}

describe("a document that is taken elsewhere has the estimates that evidence computes with", () => {
  const hazard = { name: "Death", measure: "HR", model: "FIXED" };

  it("where a name says that they are ratios, and their errors those of logarithms", () => {
    const { rows } = asMetafor({ ...hazard, studies: [{ study: "A", hr: 0.5, se_log_hr: 0.1 }] });
    assert.deepEqual(rows, ["A  -0.6931471805599453 0.1"]);
  });

  it("where names say that they are ratios with intervals, and that others are logarithms", () => {
    const natural = { study: "A", hr: 0.5, hr_low: 0.25, hr_high: 1 };
    const logged = { study: "B", log_hr: -0.5, se_log_hr: 0.2 };
    const { rows } = asMetafor({ ...hazard, studies: [natural] });
    assert.match(rows[0] ?? "", /^A {2}-0\.693147\d+ 0\.35365\d+$/);
    const { rows: mixed } = asMetafor({ ...hazard, studies: [natural, logged] });
    assert.match(mixed[0] ?? "", /^A {2}-0\.693147\d+ 0\.35365\d+$/);
    assert.equal(mixed[1], "B  -0.5 0.2");
  });

  it("where an interval has a level of its own", () => {
    const row = { study: "A", estimate: 1, lower: 0, upper: 2, confidence_level: 0.9 };
    const { rows } = asMetafor({ name: "Pain", measure: "MD", model: "FIXED", studies: [row] });
    assert.match(rows[0] ?? "", /^A {2}1 0\.60795\d+$/);
  });

  it("and reports what it leaves open", () => {
    const arms = [
      { name: "Usual care", events: 3, n: 20 },
      { name: "Exercise", events: 5, n: 22 },
    ];
    const { said } = asMetafor({
      name: "Falls",
      measure: "RR",
      model: "FIXED",
      studies: [{ study: "A", arms }],
    });
    assert.match(said.join(), /^assumed: Which arm is the experimental one/);
  });
});
