import assert from "node:assert/strict";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { readJson, withoutYielding } from "@analyses/json";
import { english, bindRoles } from "@analyses/evidence";
import type { NamedBytes, Review, Row, TargetFormat, WriteOutcome } from "@analyses/exchange";
import { onlyAnalyses, readDocument, writeReview } from "@analyses/exchange";
import { readOf, shapeOf } from "../../support/exchangeFiles";
import { subschemasIn } from "../../support/itemSchemas";

const itemSchema = readJson(readFileSync("samples/pairwise-analysis.schema.json", "utf8"));
const shape = shapeOf(itemSchema);
const place = { file: "made", line: 1, column: 1 };
const cell = <Value extends string | number | boolean>(value: Value) => ({
  value,
  text: String(value),
  place,
});

/** Plausible and hostile names. */
const name = fc
  .string({ unit: fc.constantFrom(..."abc ÅØ<>&\"',;=+-@'|0123456789./\\{}_$"), minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/\s+/g, " ").trim())
  .filter((text) => text !== "" && !/&#?\w+;|<\/?[a-z]/i.test(text));
const count = fc.integer({ min: 0, max: 500 });
const measurement = fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((value) => !Object.is(value, -0));
const error = fc.double({ min: 1e-6, max: 1e6, noNaN: true });

type Numbers = Row["numbers"];
const counts = fc.tuple(count, count, count, count).map(([a, b, c, d]): Numbers => ({
  "experimental-events": cell(Math.min(a, b)),
  "experimental-total": cell(b + 1),
  "comparator-events": cell(Math.min(c, d)),
  "comparator-total": cell(d + 1),
}));
const means = fc
  .tuple(measurement, error, count, measurement, error, count)
  .map(([m1, s1, n1, m2, s2, n2]): Numbers => ({
    "experimental-mean": cell(m1),
    "experimental-sd": cell(s1),
    "experimental-total": cell(n1 + 2),
    "comparator-mean": cell(m2),
    "comparator-sd": cell(s2),
    "comparator-total": cell(n2 + 2),
  }));
const estimates = fc.tuple(measurement, error).map(([estimate, standardError]): Numbers => ({
  estimate: cell(estimate),
  "standard-error": cell(standardError),
}));

const kinds = {
  dichotomous: { numbers: counts, measure: "risk-ratio", method: "mantel-haenszel" },
  continuous: { numbers: means, measure: "mean-difference", method: "inverse-variance" },
  contrast: { numbers: estimates, measure: "hazard-ratio", method: "inverse-variance" },
} as const;

const analysis = fc.constantFrom("dichotomous", "continuous", "contrast").chain((dataType) =>
  fc
    .record({
      name,
      names: fc.uniqueArray(name, { minLength: 0, maxLength: 3 }),
      rows: fc.array(
        fc.tuple(
          name,
          fc.option(fc.integer({ min: 1900, max: 2030 })),
          kinds[dataType].numbers,
          fc.nat(),
          fc.boolean(),
        ),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      model: fc.constantFrom("fixed-effect", "random-effects"),
      left: fc.option(name),
    })
    .map((made) => {
      const rows = made.rows.map(([study, year, numbers, index, excluded]): Row => ({
        study: cell(study),
        year: year === null ? null : cell(String(year)),
        subgroup: made.names.length === 0 ? null : index % made.names.length,
        appliesTo: "subgroup-and-overall",
        excluded,
        numbers,
        footnotes: [],
        riskOfBias: [],
        stored: {},
        place,
      }));
      // The formats drop subgroups without rows, and order rows by subgroup.
      const used = made.names.filter((_, index) => rows.some(({ subgroup }) => subgroup === index));
      const sorted = rows
        .map((row) => ({
          ...row,
          subgroup: row.subgroup === null ? null : used.indexOf(made.names[row.subgroup] ?? ""),
        }))
        .sort((one, other) => (one.subgroup ?? 0) - (other.subgroup ?? 0));
      const isRandom = made.model === "random-effects";
      return { dataType, made, used, rows: sorted, isRandom };
    }),
);

const review = fc
  .uniqueArray(
    fc.tuple(
      name,
      fc.uniqueArray(analysis, { minLength: 1, maxLength: 3, selector: ({ made }) => made.name }),
    ),
    {
      minLength: 1,
      maxLength: 3,
      selector: ([group]) => group,
    },
  )
  .map((groups): Review => ({
    source: "document",
    riskOfBiasMethod: 1,
    isHtml: false,
    groups: groups.map(([group, analyses], index) => ({
      number: index + 1,
      name: cell(group),
      analyses: analyses.map(({ dataType, made, used, rows, isRandom }, at) => ({
        number: at + 1,
        name: cell(made.name),
        choices: {
          "data-type": cell(dataType),
          "effect-measure": cell(kinds[dataType].measure),
          method: cell(kinds[dataType].method),
          model: cell(isRandom ? "random-effects" : "fixed-effect"),
          ...(isRandom ? { "heterogeneity-estimator": cell("reml" as const) } : {}),
        },
        labels: made.left === null ? {} : { "favours-left": cell(made.left) },
        extras: {},
        subgroups: used.map((one, number) => ({ name: cell(one), number: number + 1, id: null, stored: {} })),
        rows,
        stored: {},
        subgroupDifferences: {},
        storedForm: "printed",
        place,
      })),
    })),
  }));

/** A review's content, without source places and without defaults that some formats write explicitly. */
function said({ groups }: Review, without: readonly ("settings" | "years")[] = []): unknown {
  return groups.map((group) => ({
    name: group.name.value,
    analyses: group.analyses.map(({ name: called, subgroups, choices, labels, rows }) => ({
      name: called.value,
      subgroups: subgroups.map((subgroup) => subgroup.name.value),
      arms: [labels["experimental-label"]?.value, labels["comparator-label"]?.value],
      settings: without.includes("settings")
        ? null
        : [
            choices["data-type"]?.value,
            choices["effect-measure"]?.value,
            choices.method?.value,
            choices.model?.value,
            choices["heterogeneity-estimator"]?.value,
            labels["favours-left"]?.value,
          ],
      rows: rows.map(({ study, year, subgroup, excluded, numbers }) => [
        excluded,
        study.value,
        without.includes("years") ? null : year?.value,
        subgroup,
        ...Object.entries(numbers)
          .map(([role, { value }]) => `${role} ${value}`)
          .sort(),
      ]),
    })),
  }));
}

/** RevMan's forms cannot exclude studies; the conversion lists the exclusions as lost. */
function withAllPooled(made: Review): Review {
  const pooled = ({ rows, ...one }: Review["groups"][number]["analyses"][number]) => ({
    ...one,
    rows: rows.map((row) => ({ ...row, excluded: false })),
  });
  return {
    ...made,
    groups: made.groups.map((group) => ({ ...group, analyses: group.analyses.map(pooled) })),
  };
}

function filesOf(format: TargetFormat, made: Review): readonly NamedBytes[] {
  const outcome = written(made, {
    translate: english,
    format,
    name: "made",
    shape,
    $schema: "urn:analyses-registry:analyses:1.0.0",
    riskOfBias: null,
    withoutResults: false,
    rawText: false,
    isMinified: true,
  });
  assert.equal(outcome.kind, "written");
  return outcome.files;
}

/** Writes a review in a format and reads it again. */
function again(format: TargetFormat, made: Review): Review {
  const files = filesOf(format, made);
  if (format !== "document") {
    const answers = {
      columns: new Map(),
      effectMeasure: "hazard-ratio",
      scale: "log",
      decimal: ".",
    } as const;
    const isTable = format === "metafor" || format === "meta";
    return readOf(files, {
      ...(isTable ? { answers } : {}),
      ...(format === "revman-json" ? { from: format } : {}),
    }).review;
  }
  const [file] = files;
  const text = new TextDecoder().decode(file?.bytes);
  const binding = bindRoles({ subschemas: subschemasIn(itemSchema) });
  const read = withoutYielding(readDocument(text, { file: "made", binding, translate: english }));
  assert.equal(read.kind, "read");
  return read.review;
}

function written(...given: Parameters<typeof writeReview>): WriteOutcome {
  return withoutYielding(writeReview(...given));
}

describe("whatever a review says", () => {
  for (const format of ["revman-json", "revman-package"] as const)
    it(`is in ${format} and comes back, and the second time byte for byte`, () => {
      fc.assert(
        fc.property(review, (made) => {
          const read = again(format, made);
          assert.deepEqual(said(read), said(withAllPooled(made)));
          assert.deepEqual(filesOf(format, again(format, read)), filesOf(format, read));
        }),
        { numRuns: 60 },
      );
    });

  for (const format of ["metafor", "meta"] as const)
    it(`is in a table for ${format} and comes back: names, subgroups, order and numbers`, () => {
      fc.assert(
        fc.property(review, (made) => {
          for (const group of made.groups)
            for (const one of group.analyses) {
              const single = onlyAnalyses(made, new Set([`${group.number}.${one.number}`]));
              assert.deepEqual(said(again(format, single), ["settings"]), said(single, ["settings"]));
            }
        }),
        { numRuns: 40 },
      );
    });

  it("is in a table with a row for each arm, in which no arm becomes the other one", () => {
    const armNames = fc
      .uniqueArray(
        name.filter((text) => !/^(?:yes|no)$/i.test(text)),
        { minLength: 2, maxLength: 2 },
      )
      .map(([first = "", second = ""]) => [first, second] as const);
    fc.assert(
      fc.property(review, armNames, (made, [experimental, comparator]) => {
        for (const group of made.groups)
          for (const one of group.analyses) {
            if (one.choices["data-type"]?.value === "contrast") continue;
            const labels = {
              "experimental-label": cell(experimental),
              "comparator-label": cell(comparator),
            };
            // One analysis at a time: a study that occurs twice in a subgroup is another pair of rows.
            const single = { ...made, groups: [{ ...group, analyses: [{ ...one, labels }] }] };
            const answers = { columns: new Map(), comparator: [comparator], decimal: "." } as const;
            const { review: read } = readOf(filesOf("arms", single), { answers });
            assert.deepEqual(said(read, ["settings"]), said(single, ["settings"]));
          }
      }),
      { numRuns: 40 },
    );
  });

  it("is in a document by an item schema and comes back", () => {
    fc.assert(
      fc.property(review, (made) => {
        const without = ["settings", "years"] as const;
        assert.deepEqual(said(again("document", made), without), said(made, without));
      }),
      { numRuns: 40 },
    );
  });
});
