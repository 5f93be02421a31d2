import assert from "node:assert/strict";
import type { AnalysisResult, RoleBinding } from "../../../evidence/src/index";
import { bindRoles, computeAnalysis, evidenceOfItem } from "../../../evidence/src/index";
import type { AnswerCase, AnswerChoice, AnswerRow } from "./support/answers";
import { analysisOf, answerCases } from "./support/answers";

type Json = Readonly<Record<string, unknown>>;

/** A way in which teams write their items down. */
interface Shape {
  readonly name: string;
  readonly binding: RoleBinding;
  readonly itemOf: (answerCase: AnswerCase, choice: AnswerChoice, groups: readonly string[] | null) => Json;
}

const reviewDatabase: Shape = {
  name: "flat names like ReviewDB's, without a schema",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    type: {
      dichotomous: "DICHOTOMOUS",
      continuous: "CONTINUOUS",
      "inverse-variance": "CONTRAST",
      "oe-variance": "OE_VARIANCE",
    }[dataType],
    method: choice.method,
    model: choice.model.toUpperCase(),
    effectMeasure: {
      RR: "RISK_RATIO",
      OR: "ODDS_RATIO",
      RD: "RD",
      PETO: "PETO_OR",
      MD: "MD",
      SMD: "STD_MEAN_DIFFERENCE",
      GIV: choice.scale === "log" ? "HR" : "MD",
    }[choice.measure],
    heterogeneityEstimator: choice.tau2 ?? "DL",
    ciMethod: choice.interval.toUpperCase(),
    ciLevel: `CI${choice.level}`,
    totals: "TOTALS_AND_SUBTOTALS",
    ...(groups === null
      ? { pairwiseDataRows: rows.map(flat) }
      : { subgroups: groups.map((name) => ({ name, dataRows: rowsIn(rows, name).map(flat) })) }),
  }),
};

function flat(row: AnswerRow): Json {
  return {
    ...row,
    study: undefined,
    studyName: row.study,
    group: undefined,
    oMinusE: undefined,
    oe: row.oMinusE,
  };
}

function rowsIn(rows: readonly AnswerRow[], name: string): readonly AnswerRow[] {
  return rows.filter(({ group }) => group === name);
}

const foreignRow = (row: AnswerRow): Json => ({
  wer: row.study,
  stratum_x: row.group,
  werte: { a: row.events1, b: row.total1, c: row.mean1, d: row.sd1, u: row.estimate, v: row.oMinusE },
  dagegen: { a: row.events2, b: row.total2, c: row.mean2, d: row.sd2, u: row.se, v: row.variance },
});

const foreignPaths: Readonly<Record<string, string>> = {
  "/reihen/*/wer": "study",
  "/reihen/*/werte/a": "experimental-events",
  "/reihen/*/werte/b": "experimental-total",
  "/reihen/*/werte/c": "experimental-mean",
  "/reihen/*/werte/d": "experimental-sd",
  "/reihen/*/werte/u": "estimate",
  "/reihen/*/werte/v": "observed-minus-expected",
  "/reihen/*/dagegen/a": "comparator-events",
  "/reihen/*/dagegen/b": "comparator-total",
  "/reihen/*/dagegen/c": "comparator-mean",
  "/reihen/*/dagegen/d": "comparator-sd",
  "/reihen/*/dagegen/u": "standard-error",
  "/reihen/*/dagegen/v": "variance",
  "/reihen/*/stratum_x": "subgroup",
  "/grenze": "confidence-level",
};

const foreignValues: Readonly<Record<string, { role: string; values: Record<string, string> }>> = {
  "/mass": {
    role: "effect-measure",
    values: {
      "1": "risk-ratio",
      "2": "odds-ratio",
      "3": "risk-difference",
      "4": "peto-odds-ratio",
      "5": "mean-difference",
      "6": "standardized-mean-difference",
      "7": "other-ratio",
      "8": "other-difference",
    },
  },
  "/weise": { role: "method", values: { A: "mantel-haenszel", B: "inverse-variance", C: "peto" } },
  "/wirkung": { role: "model", values: { eine: "fixed-effect", viele: "random-effects" } },
  "/streuung": { role: "heterogeneity-estimator", values: { x: "dersimonian-laird", y: "reml" } },
  "/bereich": { role: "interval-method", values: { eng: "wald", weit: "hksj" } },
};

function foreignItem({ rows }: AnswerCase, choice: AnswerChoice, groups: readonly string[] | null): Json {
  const measures = { RR: 1, OR: 2, RD: 3, PETO: 4, MD: 5, SMD: 6, GIV: choice.scale === "log" ? 7 : 8 };
  return {
    titel: "Beispiel",
    mass: measures[choice.measure],
    weise: { MH: "A", IV: "B", PETO: "C" }[choice.method],
    wirkung: choice.model === "fixed" ? "eine" : "viele",
    streuung: choice.tau2 === "REML" ? "y" : "x",
    bereich: choice.interval === "hksj" ? "weit" : "eng",
    grenze: choice.level,
    reihen: rows.map((row) => ({ ...foreignRow(row), ...(groups === null ? { stratum_x: undefined } : {}) })),
  };
}

/** What JSON has: no property without a value. */
function asJson(value: Json): unknown {
  return JSON.parse(JSON.stringify(value));
}

const foreignWithSetting: Shape = {
  name: "foreign names with the setting",
  binding: bindRoles({ setting: { ...foreignPaths, ...foreignValues } }),
  itemOf: foreignItem,
};

const annotated = (role: string): Json => ({ "x-evidence-role": role });
const annotatedArm = (arm: string, more: Json): Json => ({
  properties: {
    a: annotated(`${arm}-events`),
    b: annotated(`${arm}-total`),
    c: annotated(`${arm}-mean`),
    d: annotated(`${arm}-sd`),
    ...more,
  },
});

const foreignWithAnnotations: Shape = {
  name: "a schema of foreign names with annotations",
  binding: bindRoles({
    itemSchema: {
      allOf: [{ $ref: "#/$defs/Choices" }],
      if: { properties: { weise: { const: "C" } } },
      then: { properties: { grenze: { $ref: "#/$defs/Level" } } },
      else: { properties: { grenze: { $ref: "#/$defs/Level" } } },
      properties: {
        reihen: { type: "array", items: { anyOf: [{ $ref: "#/$defs/Row" }, { type: "null" }] } },
      },
      $defs: {
        Level: annotated("confidence-level"),
        Choices: {
          properties: Object.fromEntries(
            Object.entries(foreignValues).map(([path, { role, values }]) => [
              path.slice(1),
              path === "/weise"
                ? {
                    ...annotated(role),
                    oneOf: Object.entries(values).map(([value, standard]) => ({
                      const: value,
                      "x-evidence-value": standard,
                    })),
                  }
                : { ...annotated(role), "x-evidence-values": values },
            ]),
          ),
        },
        Row: {
          properties: {
            wer: annotated("study"),
            stratum_x: annotated("subgroup"),
            werte: annotatedArm("experimental", {
              u: annotated("estimate"),
              v: annotated("observed-minus-expected"),
            }),
            dagegen: annotatedArm("comparator", { u: annotated("standard-error"), v: annotated("variance") }),
          },
        },
      },
    },
  }),
  itemOf: foreignItem,
};

const sample: Shape = {
  name: "the names of the sample's schema",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    number: 1,
    name: "Example",
    "outcome-type": {
      dichotomous: "DICHOTOMOUS",
      continuous: "CONTINUOUS",
      "inverse-variance": "GENERIC_INVERSE_VARIANCE",
      "oe-variance": "O_E_AND_VARIANCE",
    }[dataType],
    "effect-measure": {
      RR: "RISK_RATIO",
      OR: "ODDS_RATIO",
      RD: "RISK_DIFFERENCE",
      PETO: "PETO_ODDS_RATIO",
      MD: "MEAN_DIFFERENCE",
      SMD: "STANDARDISED_MEAN_DIFFERENCE",
      GIV: choice.scale === "log" ? "RATE_RATIO" : "MEAN_DIFFERENCE",
    }[choice.measure],
    method: { MH: "MANTEL_HAENSZEL", IV: "INVERSE_VARIANCE", PETO: "PETO" }[choice.method],
    model: choice.model === "fixed" ? "FIXED_EFFECT" : "RANDOM_EFFECTS",
    ...(choice.model === "fixed"
      ? {}
      : {
          "heterogeneity-estimator":
            choice.tau2 === "REML" ? "RESTRICTED_MAXIMUM_LIKELIHOOD" : "DERSIMONIAN_LAIRD",
          "interval-method": choice.interval === "hksj" ? "HARTUNG_KNAPP_SIDIK_JONKMAN" : "WALD",
        }),
    "confidence-level": choice.level,
    "experimental-label": "Drug",
    ...(groups === null
      ? { studies: rows.map(nested) }
      : { subgroups: groups.map((name) => ({ name, studies: rowsIn(rows, name).map(nested) })) }),
  }),
};

function nested(row: AnswerRow): Json {
  const arm = (events: number, mean: number, sd: number, total: number): Json => ({
    events,
    mean,
    "standard-deviation": sd,
    total,
  });
  return {
    study: row.study,
    experimental: arm(row.events1, row.mean1, row.sd1, row.total1),
    comparator: arm(row.events2, row.mean2, row.sd2, row.total2),
    estimate: row.estimate,
    "standard-error": row.se,
    "observed-minus-expected": row.oMinusE,
    variance: row.variance,
    "risk-of-bias": { overall: "LOW" },
  };
}

const isRandom = (choice: AnswerChoice): boolean => choice.model === "random";

/** The studies of an item, or its subgroups with theirs, by the names that a form has for both. */
function listed(
  rows: readonly AnswerRow[],
  groups: readonly string[] | null,
  of: (row: AnswerRow) => Json,
  [list, subgroups, name]: readonly [list: string, subgroups: string, name: string],
): Json {
  if (groups === null) return { [list]: rows.map(of) };
  return { [subgroups]: groups.map((group) => ({ [name]: group, [list]: rowsIn(rows, group).map(of) })) };
}

const revmanJson: Shape = {
  name: "RevMan's JSON",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    "data-type": {
      dichotomous: "DICHOTOMOUS",
      continuous: "CONTINUOUS",
      "inverse-variance": "CONTRAST_LEVEL",
      "oe-variance": "O_E_AND_VARIANCE",
    }[dataType],
    method: choice.method,
    "effect-measure": {
      RR: "LOG_RR",
      OR: "LOG_OR",
      RD: "RD",
      PETO: "LOG_PETO_OR",
      MD: "MD",
      SMD: "SMD",
      GIV: choice.scale === "log" ? "LOG_HR" : "OTHER",
    }[choice.measure],
    "log-scale": choice.scale === "log",
    model: isRandom(choice) ? "RANDOM" : "FIXED",
    ...(isRandom(choice) ? { "heterogeneity-estimator": choice.tau2 ?? "DL" } : {}),
    "overall-estimate-enabled": true,
    "subgroup-estimates-enabled": true,
    "ci-method": choice.interval.toUpperCase(),
    "ci-level": choice.level / 100,
    ...(groups === null ? {} : { subgroups: groups.map((name, index) => ({ name, number: index + 1 })) }),
    "data-rows": (groups ?? [undefined]).flatMap((group, index) =>
      (group === undefined ? rows : rowsIn(rows, group)).map((row) => ({
        "study-name": row.study,
        applicability: { ...(group === undefined ? {} : { "subgroup-number": index + 1 }), overall: true },
        "control-group": { cases: row.events2, mean: row.mean2, sd: row.sd2, "sample-size": row.total2 },
        "experimental-group": { cases: row.events1, mean: row.mean1, sd: row.sd1, "sample-size": row.total1 },
        contrast: { mean: row.estimate, se: row.se },
        "o-e": row.oMinusE,
        variance: row.variance,
      })),
    ),
  }),
};

const revmanPackage: Shape = {
  name: "RevMan's data package",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => ({
    "Data type": {
      dichotomous: "Dichotomous",
      continuous: "Continuous",
      "inverse-variance": "Contrast level",
      "oe-variance": "O-E and variance",
    }[dataType],
    "Statistical method": choice.method,
    "Effect measure": {
      RR: "Risk Ratio",
      OR: "Odds Ratio",
      RD: "Risk Difference",
      PETO: "Peto Odds Ratio",
      MD: "Mean Difference",
      SMD: "Std. Mean Difference",
      GIV: "Ratio of Geometric Means",
    }[choice.measure],
    "Log-scale data": choice.scale === "log",
    "Analysis model": isRandom(choice) ? "Random effect" : "Fixed effect",
    "Heterogeneity estimator": isRandom(choice) ? (choice.tau2 ?? "DL") : "#N/A",
    "CI method": choice.interval === "hksj" ? "HKSJ" : "Wald",
    "CI/PI level": `${choice.level}%`,
    "Overall estimates": true,
    "Subgroup estimates": true,
    rows: rows.map((row) => ({
      Study: row.study,
      ...(groups === null ? {} : { Subgroup: row.group }),
      Applicability: "SUBGROUP_AND_OVERALL",
      "GIV Mean": row.estimate ?? 0,
      "GIV SE": row.se ?? 0.3,
      "Experimental mean": row.mean1 ?? 0,
      "Experimental SD": row.sd1 ?? 0,
      "Experimental cases": row.events1 ?? 0,
      "Experimental N": row.total1 ?? 0,
      "Control mean": row.mean2 ?? 0,
      "Control SD": row.sd2 ?? 0,
      "Control cases": row.events2 ?? 0,
      "Control N": row.total2 ?? 0,
      "O-E": row.oMinusE ?? 0,
      Variance: row.variance ?? 0.09,
    })),
  }),
};

const rm5: Shape = {
  name: "RevMan 5",
  binding: bindRoles({}),
  itemOf: ({ dataType, rows }, choice, groups) => {
    const kind = { dichotomous: "DICH", continuous: "CONT", "inverse-variance": "IV", "oe-variance": "IPD" }[
      dataType
    ];
    const row = (of: AnswerRow): Json => ({
      STUDY_ID: of.study,
      ORDER: 7,
      EVENTS_1: of.events1,
      TOTAL_1: of.total1,
      MEAN_1: of.mean1,
      SD_1: of.sd1,
      EVENTS_2: of.events2,
      TOTAL_2: of.total2,
      MEAN_2: of.mean2,
      SD_2: of.sd2,
      ESTIMATE: of.estimate,
      SE: of.se ?? 0.3,
      O_E: of.oMinusE ?? 0,
      VAR: of.variance ?? 0.09,
    });
    return {
      ID: "CMP-001.01",
      NO: 1,
      ...(kind === "CONT" || kind === "IV" ? {} : { METHOD: choice.method }),
      EFFECT_MEASURE:
        choice.measure === "PETO" ? "PETO_OR" : choice.measure === "GIV" ? "Hazard" : choice.measure,
      RANDOM: isRandom(choice) ? "YES" : "NO",
      ...(kind === "IV" ? { LOG_DATA: choice.scale === "log" ? "YES" : "NO" } : {}),
      TOTALS: "YES",
      CI_TOTAL: String(choice.level),
      ...listed(rows, groups, row, [`${kind}_DATA`, `${kind}_SUBGROUP`, "NAME"]),
    };
  },
};

const metafor: Shape = {
  name: "metafor",
  binding: bindRoles({}),
  itemOf: ({ rows, dataType }, choice, groups) => ({
    ...(dataType === "inverse-variance"
      ? { measure: choice.scale === "log" ? "HR" : "GEN" }
      : { measure: choice.measure }),
    method: isRandom(choice) ? (choice.tau2 ?? "DL") : { MH: "MH", PETO: "Peto", IV: "FE" }[choice.method],
    test: choice.interval === "hksj" ? "knha" : "z",
    level: choice.level,
    data: rows.map((row) => ({
      slab: row.study,
      ...(groups === null ? {} : { subgroup: row.group }),
      ai: row.events1,
      bi: row.total1 - row.events1,
      ci: row.events2,
      di: row.total2 - row.events2,
      m1i: row.mean1,
      sd1i: row.sd1,
      n1i: row.total1,
      m2i: row.mean2,
      sd2i: row.sd2,
      n2i: row.total2,
      yi: row.estimate,
      sei: row.se,
    })),
  }),
};

const meta: Shape = {
  name: "meta",
  binding: bindRoles({}),
  itemOf: ({ rows, dataType }, choice, groups) => ({
    sm:
      dataType === "inverse-variance" && choice.scale === "log"
        ? "HR"
        : dataType === "inverse-variance"
          ? "MD"
          : choice.measure === "PETO"
            ? "OR"
            : choice.measure,
    method: { MH: "MH", PETO: "Peto", IV: "Inverse" }[choice.method],
    "method.tau": choice.tau2 ?? "DL",
    "method.random.ci": choice.interval === "hksj" ? "HK" : "classic",
    random: isRandom(choice),
    common: !isRandom(choice),
    "level.ma": choice.level / 100,
    level: 0.95,
    data: rows.map((row) => ({
      studlab: row.study,
      ...(groups === null ? {} : { subgroup: row.group }),
      "event.e": row.events1,
      "n.e": row.total1,
      "mean.e": row.mean1,
      "sd.e": row.sd1,
      "event.c": row.events2,
      "n.c": row.total2,
      "mean.c": row.mean2,
      "sd.c": row.sd2,
      TE: row.estimate,
      seTE: row.se,
    })),
  }),
};

/** What a form has no way to say of an answer. */
function canSay({ name }: Shape, { dataType }: AnswerCase, choice: AnswerChoice): boolean {
  const isOfR = name === "metafor" || name === "meta";
  // Generic data of R are differences or ratios; there is none of O − E, and Peto is fixed-effect.
  if (name === "metafor" && choice.method === "MH" && isRandom(choice)) return false;
  if (isOfR) return dataType !== "oe-variance" && (choice.measure !== "PETO" || choice.method === "PETO");
  if (name !== "RevMan 5") return true;
  const isPlain = choice.interval !== "hksj" && (choice.tau2 ?? "DL") === "DL";
  return isPlain && (dataType === "dichotomous" || dataType === "oe-variance" || choice.method === "IV");
}

describe("evidence: one analysis in other teams' items", () => {
  const teams = [foreignWithAnnotations, foreignWithSetting];
  for (const shape of [reviewDatabase, sample, revmanJson, revmanPackage, rm5, metafor, meta, ...teams])
    it(`is found and computed: ${shape.name}`, () => {
      for (const answerCase of answerCases) {
        const said = <Choice extends AnswerChoice>(choices: readonly Choice[]): readonly Choice[] =>
          choices.filter((choice) => canSay(shape, answerCase, choice));
        for (const choice of said(answerCase.computed)) compare(shape, answerCase, choice, null);
        const groups = [...new Set(answerCase.rows.map(({ group = "" }) => group))];
        for (const choice of said(answerCase.subgroupTests ?? [])) compare(shape, answerCase, choice, groups);
      }
    });
});

function compare(
  { itemOf, binding }: Shape,
  answerCase: AnswerCase,
  choice: AnswerChoice,
  groups: readonly string[] | null,
): void {
  const evidence = evidenceOfItem(asJson(itemOf(answerCase, choice, groups)), binding);
  const where = `${answerCase.name}, ${choice.id}`;
  assert.ok(
    evidence.kind === "computed",
    `${where}: ${JSON.stringify(evidence.kind === "problem" && evidence.problem)}`,
  );
  const expected = computeAnalysis(analysisOf(answerCase, choice, groups !== null));
  assert.ok(expected.kind === "computed");
  assert.deepEqual(numbersOf(evidence.result), numbersOf(expected), where);
}

function numbersOf({
  effect,
  heterogeneity,
  studies,
  notEstimable,
  subgroups,
  subgroupDifferences,
  rows,
}: AnalysisResult): unknown {
  return rounded({
    effect,
    heterogeneity,
    tau2Interval: [heterogeneity?.tau2?.low, heterogeneity?.tau2?.high],
    studies,
    notEstimable,
    subgroups: subgroups?.map(({ name, effect: of }) => [name, of]),
    subgroupDifferences,
    weights: Object.fromEntries(rows.map(({ study, weight }) => [study, weight])),
  });
}

/** Rows stand by subgroups in some items, which changes the last digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === "number" ? Number((Math.abs(one) < 1e-9 ? 0 : one).toPrecision(9)) : one,
    ),
  );
}
