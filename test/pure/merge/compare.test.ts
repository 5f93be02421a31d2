import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import type { Comparison } from "@analyses/merge";
import { bindRoles } from "@analyses/evidence";
import { compareExtractions, conflictEffects, placeLine, poolsText, textOfPieces } from "@analyses/merge";
import { each } from "../../support/each";

const study = (name: string, events: unknown, total: unknown, bias: string) => ({
  study: name,
  experimental: { events, total },
  comparator: { events: 19, total: 151 },
  "risk-of-bias": { overall: bias, "support-for-overall": bias === "LOW" ? "well done" : "not done" },
});
const document = (...studies: readonly object[]): string =>
  JSON.stringify({
    "analysis-groups": [
      {
        number: 3,
        name: "Drug",
        analyses: [
          {
            number: 1,
            name: "Mortality",
            "outcome-type": "DICHOTOMOUS",
            "effect-measure": "RISK_RATIO",
            method: "MANTEL_HAENSZEL",
            model: "FIXED_EFFECT",
            studies,
          },
        ],
      },
    ],
  });

function compare(first: string, second: string): Comparison {
  const compared = compareExtractions(first, second);
  if (compared.kind === "unreadable") assert.fail();
  return compared;
}

describe("two extractions", () => {
  it("agree where they say the same in other writing", () => {
    const { conflicts, agreement, pieces } = compare(
      document(study("Abara 2014", 3.0, "1,204", "LOW")),
      document(study("ABARA  2014", 3, 1204, "LOW")).replace('"events":3', '"events":3.00'),
    );
    assert.deepEqual(conflicts, []);
    assert.deepEqual(agreement, { cells: 6, sameCells: 6, studies: 1, judgements: 1, kappa: null });
    // What both became can be computed: with the number, not its text.
    assert.match(
      textOfPieces(pieces, () => "ours"),
      /"total":1204/,
    );
  });

  it("disagree cell by cell, with what each answer does to the pooled result", () => {
    const compared = compare(
      document(
        study("Abara 2014", 12, 148, "LOW"),
        study("Delgado 2018", 31, 402, "HIGH"),
        study("Only one", 1, 90, "LOW"),
      ),
      document(study("Delgado 2018", 13, 402, "HIGH"), study("Abara 2014", 12, 149, "HIGH")),
    );
    const effects = withoutYielding(conflictEffects(compared, bindRoles({}), new Map()));
    const found = compared.conflicts
      .map((conflict) => ({ conflict, distance: effects.get(conflict.id)?.distance ?? 0 }))
      .sort((one, other) => other.distance - one.distance)
      .map(({ conflict: { place, kind, ours, theirs }, distance }) => [
        placeLine(place),
        kind === "cell" ? `${ours ?? ""} or ${theirs ?? ""}` : kind,
        distance > 0,
      ]);
    assert.deepEqual(found, [
      ["3.1 Mortality, Delgado 2018, experimental, events", "31 or 13", true],
      ["3.1 Mortality, Only one", "one-side-only", true],
      ["3.1 Mortality, Abara 2014, experimental, total", "148 or 149", true],
      ["3.1 Mortality, Abara 2014, risk-of-bias, overall", '"LOW" or "HIGH"', false],
      ["3.1 Mortality, Abara 2014, risk-of-bias, support-for-overall", '"well done" or "not done"', false],
    ]);
    const [first] = compared.conflicts.filter(({ place }) =>
      placeLine(place).endsWith("Delgado 2018, experimental, events"),
    );
    const english = (text: string): string => text;
    const effect = first && effects.get(first.id);
    assert.match(poolsText(effect?.ours ?? null, english), /^RR 0\.\d\d \[0\.\d\d, \d\.\d\d\]$/);
    assert.notEqual(poolsText(effect?.ours ?? null, english), poolsText(effect?.theirs ?? null, english));
    assert.equal(textOfPieces(compared.pieces, () => "theirs").includes("Only one"), false);
  });

  it("agree to Cohen's kappa in their judgements", () => {
    // Cohen's example form: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: kappa is 0.4.
    const judged = (counts: readonly number[], bias: readonly string[]) =>
      counts.flatMap((count, at) =>
        Array.from({ length: count }, (_, index) => study(`S ${at}-${index}`, 1, 90, bias[at] ?? "")),
      );
    const { agreement } = compare(
      document(...judged([20, 5, 10, 15], ["LOW", "LOW", "HIGH", "HIGH"])),
      document(...judged([20, 5, 10, 15], ["LOW", "HIGH", "LOW", "HIGH"])),
    );
    assert.equal(agreement.judgements, 50);
    assert.ok(Math.abs((agreement.kappa ?? NaN) - 0.4) < 1e-12);
  });

  it("name each row of one study otherwise, for a decision is stored by the name of its cell", () => {
    const rows = (first: number, second: number): string =>
      document(study("Abara 2014", first, 148, "LOW"), study("abara  2014", second, 149, "LOW"));
    const { conflicts } = compare(rows(1, 2), rows(3, 4));
    each(conflicts, ({ place }) => placeLine(place), [
      "3.1 Mortality, Abara 2014, experimental, events",
      "3.1 Mortality, abara  2014 (2), experimental, events",
    ]);
  });

  it("are compared row by row where one lacks a row of a study: those rows that have most in common", () => {
    const { conflicts } = compare(
      document(study("Abara 2014", 2, 201, "LOW")),
      document(study("Abara 2014", 1, 100, "HIGH"), study("Abara 2014", 2, 200, "LOW")),
    );
    assert.deepEqual(
      conflicts.map(({ place, kind, ours, theirs }) => [
        placeLine(place),
        kind === "cell" ? `${ours ?? ""} or ${theirs ?? ""}` : kind,
      ]),
      [
        ["3.1 Mortality, Abara 2014", "one-side-only"],
        ["3.1 Mortality, Abara 2014 (2), experimental, total", "201 or 200"],
      ],
    );
  });

  it("pair a study that one names by its first author and the other by all, with a number of it read otherwise", () => {
    const { conflicts, agreement } = compare(
      document(study("Hart & Sutherland 1977", 62, 13598, "LOW"), study("Hart 1978", 5, 90, "LOW")),
      document(study("Hart 1977", 62, 13589, "LOW"), study("Hart 1978a", 5, 91, "LOW")),
    );
    assert.equal(agreement.studies, 1);
    const found = conflicts.map(
      ({ kind, ours, theirs }) => `${kind} ${kind === "cell" ? `${ours} ${theirs}` : ""}`,
    );
    assert.deepEqual(found, [
      'cell "Hart & Sutherland 1977" "Hart 1977"',
      "cell 13598 13589",
      ...["one-side-only ", "one-side-only "],
    ]);
  });

  it("name each of two analyses with one number and name otherwise, too", () => {
    const twice = (events: number): string => {
      const analysis = (first: number) => ({
        number: 1,
        name: "Mortality",
        studies: [study("Abara 2014", first, 148, "LOW")],
      });
      return JSON.stringify({ analyses: [analysis(events), analysis(events + 20)] });
    };
    assert.deepEqual(
      compare(twice(1), twice(2)).conflicts.map(({ place }) => placeLine(place)),
      ["1 Mortality, Abara 2014, experimental, events", "1 Mortality (2), Abara 2014, experimental, events"],
    );
  });

  it("take what a key decides, a text of its own too", () => {
    const compared = compare(
      document(study("Abara 2014", 12, 148, "LOW")),
      document(study("Abara 2014", 13, 149, "LOW")),
    );
    const text = textOfPieces(compared.pieces, ({ id }) => (id === 0 ? { text: "14" } : "theirs"));
    assert.equal(text, document(study("Abara 2014", 14, 149, "LOW")));
  });
});
