import type { BenchDocument } from "./benchDocument";
import { usualDocument } from "./makeDocument";
import { bundledSchemaIdentifiers } from "../../../protocol/src/documentFormat";

/** A document of a shape at which work may grow faster than the text does, and where it is edited. */
export interface Cliff extends Pick<BenchDocument, "name" | "text"> {
  /** What each analysis follows; where absent, the sample's schema. */
  readonly itemSchema?: object;
  /** A digit is typed there, and taken away again. */
  readonly editedAt: number;
  /** At least so many problems have to be told. */
  readonly problems: number;
  /** Milliseconds that opening and an edit may take; where absent, {@link mostPerMegabyte}. */
  readonly most?: number;
  /** Whether a hover, completion and code actions are asked for at that place, too. */
  readonly asked?: boolean;
}

/** Milliseconds for each megabyte. */
export const mostPerMegabyte = 300;

/** As long as there are more than these, the server tells no others. */
const mostProblems = 1000;

const inName = /"name": ?"/;
const inNameOfAnalysis = /"analyses": ?\[\s*\{.*?"name": ?"/s;

/** Made when they are measured: some are large. */
export const cliffs: readonly (() => Cliff)[] = [
  () => unknownProperties(20_000),
  () => ({ ...unknownProperties(1_000_000), most: 2000 }),
  () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `    "k${index}: 1,`);
    const text = inGroup(`"analyses": [],\n${lines.join("\n")}\n"z": 1`);
    return edited("20,000 lines without their closing quote", text, inName, mostProblems);
  },
  () => {
    const known = Object.fromEntries(namesOf("property", 3000).map((name) => [name, {}]));
    const unknown = Object.fromEntries(namesOf("propertx", 1500).map((name) => [name, 1]));
    const text = inGroup(`"analyses": [${JSON.stringify({ name: "Mortality", ...unknown })}]`);
    const itemSchema = { properties: { name: {}, ...known }, additionalProperties: false };
    return { ...edited("1,500 unknown properties beside 3,000", text, inNameOfAnalysis, 1000), itemSchema };
  },
  () => wrongChoices(2000, 500),
  () => wrongChoices(6000, 100),
  () => wrongChoices(20_000, 20),
  () => {
    const itemSchema = { properties: { term: { enum: namesOf("TERM", 200_000) } } };
    const text = inGroup(`"analyses": [{ "term": "TERM", "name": "" }]`);
    return { ...edited("a list of 200,000 terms", text, /"term": ?"TERM/, 1), itemSchema, asked: true };
  },
  () => {
    const levels = Array.from({ length: 31 }, (_, level) => {
      const property = { properties: { a: { $ref: `#/$defs/level${level + 1}` } } };
      return [
        `level${level}`,
        level === 30 ? { enum: ["x", "y"] } : { allOf: [property, property] },
      ] as const;
    });
    const itemSchema = { $ref: "#/$defs/level0", $defs: Object.fromEntries(levels) };
    const text = inGroup(`"analyses": [${'{ "a": '.repeat(30)}"z"${" }".repeat(30)}]`);
    return { ...edited("30 levels of allOf", text, /"z/, 1), itemSchema, asked: true };
  },
  () => {
    const arm = { events: "12", total: "148" };
    const studies = Array.from({ length: 20_000 }, (_, index) => {
      return { study: `Abara ${1900 + (index % 100)}`, experimental: arm, comparator: arm };
    });
    const text = inGroup(`"analyses": [${JSON.stringify({ ...analysis, studies })}]`);
    return edited("an analysis of 20,000 wrong studies", text, inNameOfAnalysis, mostProblems);
  },
  () => {
    const text = inGroup(`"analyses": [{ "number": 1, "name": "${"ab".repeat(2_500_000)}" }]`);
    const itemSchema = { properties: { name: { pattern: "^(a|b)*c$" } } };
    return { ...edited("a pattern for a text of 5 MB", text, inNameOfAnalysis, 1), itemSchema };
  },
  ...Object.entries({
    YAML: (index: number) => `- study: Abara ${index}\n  experimental:\n    events: 12\n    total: 148\n`,
    CSV: (index: number) => `Abara ${index},12,148,20,151,low,"some, concerns"\n`,
    Python: (index: number) =>
      `add(Study(name='Abara ${index}', events=[12, 20], total=(148, 151)))  # yes\n`,
    XML: (index: number) =>
      `<DICH_DATA CI_END="1.2" EVENTS_1="12" STUDY_ID="Abara-${index}" TOTAL_1="148"/>\n`,
  }).map(([language, lineOf]) => () => {
    let pasted = "";
    for (let index = 0; pasted.length < 1e6; index += 1) pasted += lineOf(index);
    const properties = JSON.stringify(analysis).slice(1, -1);
    const text = inGroup(`"analyses": [{ ${properties},\n${pasted}\n"studies": [] }]`);
    return edited(`${language} pasted into an analysis`, text, inNameOfAnalysis, 1);
  }),
  () => {
    const groups = Array.from({ length: 100_000 }, () => `{"number":1,"name":"a","analyses":[]}`);
    return edited("100,000 groups of one number", inDocument(groups), inName, mostProblems);
  },
  () => {
    const groups = Array.from({ length: 20_000 }, (_, index) => {
      return `{"number":${index + 1},"nmae":"a","analyses":[]}`;
    });
    return edited("20,000 groups with a misspelt name", inDocument(groups), /"nmae":"/, mostProblems);
  },
  () => {
    const { text } = usualDocument("", 24e6);
    const minified = JSON.stringify(JSON.parse(text));
    return edited("a whole review on one line", minified, inName, 1);
  },
];

const analysis = {
  number: 1,
  name: "Mortality",
  "outcome-type": "DICHOTOMOUS",
  "effect-measure": "RISK_RATIO",
  method: "MANTEL_HAENSZEL",
  model: "FIXED_EFFECT",
};

function inDocument(groups: readonly string[]): string {
  const [id] = bundledSchemaIdentifiers;
  return `{
  "$schema": "${id}",
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    ${groups.join(",\n    ")}
  ]
}
`;
}

function inGroup(rest: string): string {
  return inDocument([`{ "number": 1, "name": "Drug versus placebo", ${rest} }`]);
}

function namesOf(begin: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${begin}-${(number * 7919).toString(36)}`);
}

function unknownProperties(count: number): Cliff {
  const properties = Array.from({ length: count }, (_, index) => `  "k${index}": 1,\n`).join("");
  const text = inGroup(`"analyses": []`).replace("{\n", () => `{\n${properties}`);
  return edited(`${count.toLocaleString("en")} unknown properties`, text, inName, mostProblems);
}

function wrongChoices(choices: number, wrong: number): Cliff {
  const itemSchema = { properties: { measure: { enum: namesOf("MEASURE", choices) } } };
  const items = namesOf("MEASUER", wrong).map((name) => JSON.stringify({ name, measure: `${name}?` }));
  const text = inGroup(`"analyses": [${items.join(",\n")}]`);
  const name = `${wrong} times none of ${choices.toLocaleString("en")} values`;
  return { ...edited(name, text, inNameOfAnalysis, wrong), itemSchema };
}

/** @param where the text is edited behind the first place that is found */
function edited(name: string, text: string, where: RegExp, problems: number): Cliff {
  const found = where.exec(text);
  if (found === null) throw new Error(`${name} has no place to edit.`);
  return { name, text, editedAt: found.index + found[0].length, problems };
}
