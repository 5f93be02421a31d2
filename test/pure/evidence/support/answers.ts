import { readFileSync } from "node:fs";
import type {
  Analysis,
  Contrast,
  EventCounts,
  MeanAndDeviation,
  Model,
  ObservedExpected,
  Row,
  TwoArms,
} from "@analyses/evidence";

/** `test/corpus/evidence/answers.json`: results of R with metafor, with RevMan's conventions where metafor differs. */
export interface AnswerCase {
  readonly name: string;
  readonly dataType: "dichotomous" | "continuous" | "inverse-variance" | "oe-variance";
  readonly logScale?: boolean;
  readonly rows: readonly AnswerRow[];
  readonly computed: readonly AnswerOfAnalysis[];
  readonly subgroupTests?: readonly SubgroupAnswer[];
}

export interface AnswerRow {
  readonly study: string;
  readonly group?: string;
  readonly events1: number;
  readonly total1: number;
  readonly events2: number;
  readonly total2: number;
  readonly mean1: number;
  readonly sd1: number;
  readonly mean2: number;
  readonly sd2: number;
  readonly estimate: number;
  readonly se: number;
  readonly oMinusE: number;
  readonly variance: number;
}

export interface AnswerChoice {
  readonly id: string;
  readonly measure: "RR" | "OR" | "RD" | "PETO" | "MD" | "SMD" | "GIV";
  readonly method: "MH" | "IV" | "PETO";
  readonly model: "fixed" | "random";
  readonly tau2?: "DL" | "REML";
  readonly interval: "wald" | "hksj";
  readonly level: number;
  readonly scale: "log" | "natural";
}

/** Numbers are null or absent if there is no reference value. */
export interface PoolAnswer {
  readonly k: number;
  readonly estimable: boolean;
  readonly estimate?: number;
  readonly se?: number | null;
  readonly ciLow?: number;
  readonly ciHigh?: number;
  readonly z?: number;
  readonly t?: number;
  readonly df?: number;
  readonly p?: number;
  readonly Q?: number;
  readonly Qdf?: number;
  readonly Qp?: number | null;
  readonly I2?: number | null;
  readonly I2tau?: number;
  readonly tau2Value?: number;
  readonly tau2CiLow?: number;
  readonly tau2CiHigh?: number;
  readonly weightPercent?: number;
}

export interface AnswerOfAnalysis extends AnswerChoice, PoolAnswer {
  readonly kTotal: number;
  readonly prediction?: Readonly<
    Record<"tKminus1" | "normal", { readonly low: number; readonly high: number }>
  >;
  readonly studies: readonly {
    readonly estimable: boolean;
    readonly yi: number | null;
    readonly vi: number | null;
    readonly ciLow: number | null;
    readonly ciHigh: number | null;
    readonly weightPercent: number;
  }[];
}

export interface SubgroupAnswer extends AnswerChoice {
  readonly subgroups: readonly (PoolAnswer & { readonly name: string })[];
  readonly overall: PoolAnswer;
  /** Absent if R could not compute it. */
  readonly test?: { readonly Q: number; readonly df: number; readonly p: number; readonly I2: number };
}

export const answerCases = (
  JSON.parse(readFileSync("test/corpus/evidence/answers.json", "utf8")) as {
    readonly cases: readonly AnswerCase[];
  }
).cases;

/** The engine's input for one of the results. */
export function analysisOf(
  { dataType, rows }: Pick<AnswerCase, "dataType" | "rows">,
  choice: Omit<AnswerChoice, "id">,
  withSubgroups: boolean,
): Analysis {
  const names = withSubgroups ? [...new Set(rows.map(({ group = "" }) => group))] : null;
  const model: Model =
    choice.model === "fixed"
      ? { kind: "fixed-effect" }
      : {
          kind: "random-effects",
          estimator: choice.tau2 === "REML" ? "reml" : "dersimonian-laird",
          interval: choice.interval,
        };
  const common = {
    model,
    confidenceLevel: choice.level / 100,
    totals: "totals-and-subtotals" as const,
    predictionInterval: false,
    subgroups: names,
  };
  const rowsOf = <Data>(dataOf: (row: AnswerRow) => Data): readonly Row<Data>[] =>
    rows.map((row, id) => ({
      id,
      study: row.study,
      subgroup: names?.indexOf(row.group ?? "") ?? null,
      appliesTo: "subgroup-and-overall",
      excluded: false,
      data: dataOf(row),
    }));
  switch (dataType) {
    case "dichotomous":
      return {
        ...common,
        dataType,
        swapEvents: false,
        rows: rowsOf(countsOf),
        choice:
          choice.measure === "PETO"
            ? { measure: "peto-odds-ratio", method: "peto" }
            : { measure: countMeasure(choice.measure), method: countMethod(choice.method) },
      };
    case "continuous":
      return {
        ...common,
        dataType,
        rows: rowsOf(meansOf),
        choice: {
          measure: choice.measure === "MD" ? "mean-difference" : "standardized-mean-difference",
          method: "inverse-variance",
        },
      };
    case "inverse-variance":
      return {
        ...common,
        dataType: "contrast",
        rows: rowsOf(contrastOf),
        choice: {
          measure: choice.scale === "log" ? "other-ratio" : "other-difference",
          method: "inverse-variance",
        },
      };
    case "oe-variance":
      return {
        ...common,
        dataType: "observed-expected",
        rows: rowsOf(scoreOf),
        choice: {
          measure: "peto-odds-ratio",
          method: choice.method === "PETO" ? "peto" : "inverse-variance",
        },
      };
  }
}

function countMeasure(measure: AnswerChoice["measure"]): "odds-ratio" | "risk-ratio" | "risk-difference" {
  if (measure === "OR") return "odds-ratio";
  return measure === "RR" ? "risk-ratio" : "risk-difference";
}

function countMethod(method: AnswerChoice["method"]): "mantel-haenszel" | "inverse-variance" {
  return method === "MH" ? "mantel-haenszel" : "inverse-variance";
}

function countsOf(row: AnswerRow): TwoArms<EventCounts> {
  return {
    experimental: { events: row.events1, total: row.total1 },
    comparator: { events: row.events2, total: row.total2 },
  };
}

function meansOf(row: AnswerRow): TwoArms<MeanAndDeviation> {
  return {
    experimental: { mean: row.mean1, standardDeviation: row.sd1, total: row.total1 },
    comparator: { mean: row.mean2, standardDeviation: row.sd2, total: row.total2 },
  };
}

function contrastOf({ estimate, se }: AnswerRow): Contrast {
  return { estimate, standardError: se, participants: null };
}

function scoreOf({ oMinusE, variance }: AnswerRow): ObservedExpected {
  return { observedMinusExpected: oMinusE, variance, participants: null };
}
