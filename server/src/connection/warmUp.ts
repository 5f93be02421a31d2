import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import {
  createDocument,
  createSchemaStore,
  diagnostics,
  documentSymbols,
  evidenceOff,
  foldingRanges,
  validateDocument,
} from "../languageService";
import type { Yielding } from "../languageService";
import { formatProperty } from "../../../protocol/src/documentFormat";

const uri = "file:///example.analyses.json";
const settings = { ...defaultAnalysesSettings, itemSchema: "example.schema.json" };
/** What a document's numbers say is computed after its first report, so it comes last here too. */
const early = { ...settings, severity: evidenceOff };
const earlyRounds = 8;
const rounds = 12;

/**
 * Runs on samples what is done when a document is opened, so that the engine has compiled it before the first real
 * one: from `initialized` until then an editor needs a while (VS Code some 20 ms).
 *
 * Leaves nothing behind, reads no file, and ends as soon as `isCancelled`, which it asks after each step of a few
 * milliseconds.
 */
export async function warmUp({ isCancelled, pause }: Yielding): Promise<void> {
  // A document may follow at once: it has its turn first.
  await pause();
  const run = runSamples();
  do {
    await pause();
    if (isCancelled()) return;
  } while ((await run.next()).done !== true);
}

/** Yields between its steps. */
async function* runSamples(): AsyncGenerator<undefined, void> {
  const store = createSchemaStore({
    readFile: () => Promise.resolve({ kind: "read", text: exampleItemSchema }),
  });
  const yielding: Yielding = { isCancelled: () => false, pause: () => Promise.resolve() };
  for (let round = 0; round < rounds; round += 1) {
    const text = exampleTexts[round] ?? exampleTexts[2];
    const document = createDocument(uri, "analyses", 1, text);
    yield;
    const schemas = await store.contextFor(document, settings);
    yield;
    const now = round < earlyRounds ? early : settings;
    const findings = await validateDocument(document, schemas, now, yielding);
    diagnostics(document, findings ?? []);
    yield;
    // Asked for after the first report.
    if (round < earlyRounds) continue;
    documentSymbols(document);
    foldingRanges(document);
    yield;
  }
}

/*
 * What the warm-up runs on. It has the shapes and the keywords that are usual; no user sees it.
 */

const dichotomous = "DICHOTOMOUS";
const continuous = "CONTINUOUS";

/** The text of an item schema. */
export const exampleItemSchema = JSON.stringify({
  type: "object",
  required: ["number", "name", "outcome-type", "method", "model"],
  properties: {
    number: { type: "integer", minimum: 1 },
    name: { type: "string", minLength: 1 },
    "outcome-type": { oneOf: [{ const: dichotomous }, { const: continuous }] },
    method: { title: "Statistical method", enum: ["MANTEL_HAENSZEL", "INVERSE_VARIANCE", "PETO"] },
    model: { title: "Analysis model", enum: ["FIXED_EFFECT", "RANDOM_EFFECTS"] },
    "confidence-level": { enum: [90, 95, 99], default: 95 },
    "data-checked-on": { type: "string", format: "date" },
    "data-checked-by": { type: "object", properties: { link: { type: "string", format: "uri" } } },
  },
  oneOf: [outcome(dichotomous, "#/$defs/Dichotomous"), outcome(continuous, "#/$defs/Continuous")],
  anyOf: [{ required: ["studies"] }, { required: ["subgroups"] }],
  allOf: [
    {
      if: { required: ["method"], properties: { method: { const: "PETO" } } },
      then: { properties: { model: { const: "FIXED_EFFECT" } } },
      else: { properties: { "confidence-level": { minimum: 90 } } },
    },
  ],
  unevaluatedProperties: false,
  $defs: {
    Study: {
      type: "object",
      required: ["study"],
      properties: {
        study: { type: "string", pattern: "^\\S.* [0-9]{4}[a-z]?$" },
        "risk-of-bias": { anyOf: [{ $ref: "#/$defs/OneJudgement" }, { $ref: "#/$defs/Judgements" }] },
        footnotes: { type: "array", uniqueItems: true, items: { type: "string" } },
      },
    },
    Dichotomous: study({ experimental: { $ref: "#/$defs/Events" }, comparator: { $ref: "#/$defs/Events" } }),
    Continuous: study({ experimental: { $ref: "#/$defs/Mean" }, comparator: { $ref: "#/$defs/Mean" } }),
    Events: closed({ events: { type: "integer", minimum: 0 }, total: { type: "integer", minimum: 1 } }),
    Mean: closed({
      mean: { type: "number" },
      "standard-deviation": { type: "number", exclusiveMinimum: 0 },
      total: { type: "integer", minimum: 1 },
    }),
    OneJudgement: closed({ judgement: { enum: ["LOW", "UNCLEAR", "HIGH"] } }),
    Judgements: closed({
      "randomisation-process": { $ref: "#/$defs/Judgement" },
      "missing-outcome-data": { $ref: "#/$defs/Judgement" },
      overall: { $ref: "#/$defs/Judgement" },
    }),
    Judgement: { enum: ["LOW", "SOME_CONCERNS", "HIGH"] },
  },
});

/** From small to usual, each a step further: no analyses, two faultless ones, and in the last two more with problems. */
export const exampleTexts = [
  exampleText([{ number: 1, name: "Drug versus placebo", analyses: [] }]),
  exampleText([exampleGroup(1)]),
  exampleText([exampleGroup(1), exampleGroup(2)]),
] as const;

function exampleText(groups: readonly object[]): string {
  const document = {
    $schema: "urn:analyses-registry:analyses:1.0.0",
    [formatProperty.riskOfBiasMethod]: "RISK_OF_BIAS_2",
    [formatProperty.groups]: groups,
  };
  return JSON.stringify(document, undefined, 2);
}

function exampleGroup(number: number) {
  return {
    number,
    name: "Drug versus placebo",
    analyses: [dichotomousAnalysis(number), continuousAnalysis(number)],
  };
}

function dichotomousAnalysis(group: number) {
  return {
    ...analysis(1, dichotomous, "MANTEL_HAENSZEL"),
    studies: [
      exampleStudy("Okafor 2019", { events: 12, total: 148 }),
      // The second group's has a judgement and an unknown property.
      {
        ...exampleStudy("Bergström 2016", { events: 9, total: 131 }, group === 1 ? "LOW" : "Low"),
        ...(group === 1 ? {} : { day: 1 }),
      },
    ],
  };
}

function continuousAnalysis(group: number) {
  const arm = (total: number) => ({ mean: 62.4, "standard-deviation": 14.1, total });
  const link = `https://registry.example.org/people/${group}`;
  return {
    ...analysis(2, continuous, "INVERSE_VARIANCE"),
    "data-checked-by": { personId: String(group), name: "Aisha Okafor", link },
    subgroups: ["Low dose", "High dose"].map((name, index) => ({
      name,
      studies: [exampleStudy("Delgado 2018", arm(48 + index))],
    })),
  };
}

function analysis(number: number, outcomeType: string, method: string) {
  return {
    number,
    name: "Mortality at 12 months",
    "outcome-type": outcomeType,
    method,
    model: "RANDOM_EFFECTS",
    "confidence-level": 95,
    "data-checked-on": "2026-03-31",
  };
}

function exampleStudy(name: string, arm: object, overall = "LOW") {
  return {
    study: name,
    experimental: arm,
    comparator: arm,
    "risk-of-bias": { "randomisation-process": "LOW", "missing-outcome-data": "LOW", overall },
    footnotes: ["Outcome data were missing for 14 participants."],
  };
}

function outcome(type: string, studySchema: string) {
  const studies = { type: "array", items: { $ref: studySchema } };
  return {
    properties: {
      "outcome-type": { const: type },
      studies,
      subgroups: { type: "array", minItems: 2, items: closed({ name: { type: "string" }, studies }) },
    },
  };
}

function study(properties: object) {
  return {
    $ref: "#/$defs/Study",
    required: Object.keys(properties),
    properties,
    unevaluatedProperties: false,
  };
}

function closed(properties: object) {
  return { type: "object", required: Object.keys(properties), additionalProperties: false, properties };
}
