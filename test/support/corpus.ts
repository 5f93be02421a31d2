import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { createSchemaStore, type SchemaStore } from "@analyses/server/schemaStore/schemaStore";
import { diagnostics } from "@analyses/server/presentation/diagnostics";
import { readFileOf } from "@analyses/server/main/files";
import { analysesText, trickyChange, changed } from "./analysesText";
import { analysesWith, documentWith } from "./evidenceTexts";
import { findingsIn } from "./findings";

/** A document for which every front end must report the same problems. */
export interface CorpusDocument {
  readonly name: string;
  readonly text: string;
  /** Value of the setting `itemSchema`: a file in the document's folder. */
  readonly itemSchema: string;
}

const pairwise = "pairwise-analysis.schema.json";

const groups = (...each: readonly string[]): string =>
  `{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n    ${each.join(",\n    ")}\n  ]\n}\n`;
const analyses = (item: string): string => groups(`{ "number": 1, "name": "a", "analyses": [${item}] }`);

/** Documents with one peculiarity each, by its name. */
const written: Readonly<Record<string, string>> = {
  empty: "",
  "white space": " \n\t\r\n",
  "no object": "[1, 2]",
  "a word": "analyses",
  "two values": `${groups()} {}`,
  "byte order mark": `\ufeff${groups().replace(/\n\s*/, ' "nmae": 1, ')}`,
  "windows line ends": analyses("{ 'a': 1 }").replaceAll("\n", "\r\n"),
  "not closed": '{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [ { "number": 1, "name": "a',
  "no commas": analyses("{}").replaceAll(",", ""),
  "too many commas": analyses("{},,").replace("[", "[,"),
  comments: `// a\n${analyses("{ /* b */ }")}`,
  "wrong brackets": groups('{ "number": 1, "name": "a", "analyses": ] }', "[}"),
  "words of javascript": analyses('{ number: NaN, "name": undefined, "x": 01 }'),
  "escapes and controls": groups('{ "number": 1, "name": "\\x \u0001 \\u12", "analyses": [] }'),
  "characters beyond ASCII": groups(
    '{ "näme": "🐁🐁", "number": "1", "name": "é", "analyses": [{ "🐁": 1 }] }',
  ),
  duplicates: groups(
    '{ "number": 1, "name": "a", "name": "b", "analyses": [{ "x": 1, "x": 2 }] }',
    '{ "number": 1.0, "name": "c", "analyses": [] }',
    '{ "number": 1e0, "name": "d", "analyses": [] }',
  ),
  numbers: analyses(
    '{ "number": 12345678901234567890, "confidence-level": 1e400, "name": 0.1234567890123456789 }',
  ),
  "unknown version": groups().replace("{", '{ "$schema": "urn:analyses-registry:analyses:9.0.0",'),
  "version misspelt": groups().replace("{", '{ "$schema": "urn:analyses-registry:analysis:1.0.0",'),
  "version of the wrong type": groups().replace("{", '{ "$schema": 1,'),
  "nothing right": '{ "risk-of-bias-method": 1, "analysis-groups": { "a": [] }, "nmae": null }',
  "wrong groups": groups(
    "1",
    "null",
    "[]",
    '{ "nmuber": 1 }',
    '{ "number": true, "name": [], "analyses": {} }',
  ),
  "wrong analyses": analyses(
    '1, null, [], {}, { "number": 0, "name": "", "outcome-type": "OTHER", "data-checked-on": "31 March" }',
  ),
  "one wrong judgement and a footnote twice": analyses(
    '{ "number": 1, "name": "a", "outcome-type": "DICHOTOMOUS", "effect-measure": "RISK_RATIO",' +
      ' "method": "MANTEL_HAENSZEL", "model": "FIXED_EFFECT", "studies": [{ "study": "Abe 2001",' +
      ' "experimental": { "events": 1, "total": 2 }, "comparator": { "events": 1, "total": 2 },' +
      ' "footnotes": ["x", "x"], "risk-of-bias": { "randomisation-process": "LOW", "overall": "BAD" } }] }',
  ),
  "wrong studies": analyses(
    '{ "number": 1, "name": "a", "outcome-type": "DICHOTOMOUS", "effect-measure": "RISK_RATIO", "method": "PETO",' +
      ' "model": "FIXED_EFFECT", "studies": [{ "study": "x", "experimental": { "events": -1, "total": "9" } }] }',
  ),
  "still to be filled in": analyses(
    '{ "number": null, "name": "", "outcome-type": null, "effect-measure": null, "method": "PETO",' +
      ' "model": "FIXED_EFFECT", "studies": [{ "study": "", "experimental": { "events": null, "total": "" } }] }',
  ),
  "links that do not fit": analyses(
    '{ "a": { "groupId": "2", "name": "A", "link": "https://registry.example/rest/groups/3" },' +
      ' "b": [{ "link": "https://registry.example/rest/groups/2", "personId": "2" }] }',
  ),
  "deep nesting": analyses(`${"[".repeat(5000)}${"]".repeat(5000)}`),
  "more problems than are shown": analyses(Array.from({ length: 1100 }, () => "1").join(",")),
};

/** Reads a sample document that validates against the example of a team's own schema. */
export function sampleDocument(name: string): CorpusDocument {
  const text = readFileSync(`test/fixtures/samples/${name}.analyses.json`, "utf8");
  return { name, text, itemSchema: pairwise };
}

/** All corpus documents: samples, documents with one fault or peculiarity each, and randomly broken ones. */
export function corpus(): readonly CorpusDocument[] {
  const ofSamples = ["drug-versus-placebo", "problems-to-fix", "every-kind-of-data", "numbers-to-check"].map(
    sampleDocument,
  );
  const atRandom = fc.sample(fc.tuple(analysesText, fc.array(trickyChange, { maxLength: 3 })), {
    numRuns: 40,
    seed: 5,
  });
  return [
    ...ofSamples,
    ...Object.entries(analysesWith).map(([code, items]) => ({
      name: `analyses with ${code}`,
      text: documentWith(items),
      itemSchema: pairwise,
    })),
    ...Object.entries(written).map(([name, text]) => ({ name, text, itemSchema: pairwise })),
    ...atRandom.map(([text, changes], index) => ({
      name: `random ${index}`,
      // Editors normalize line ends and replace lone surrogates.
      text: Buffer.from(changes.reduce(changed, text).replace(/\r\n?/g, "\n")).toString(),
      itemSchema: pairwise,
    })),
    { name: "no item schema", text: analyses("{}"), itemSchema: "no-such.schema.json" },
    { name: "no schema for items", text: analyses("{}"), itemSchema: "review-team.md" },
  ];
}

/** A reported problem in a form common to all front ends. Lines and characters from 0. */
export interface ToldProblem {
  readonly code: string;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  readonly range: PlainRange;
  readonly related: readonly { readonly message: string; readonly range: PlainRange }[];
}

interface PlainRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

const severities = {
  [DiagnosticSeverity.Error]: "error",
  [DiagnosticSeverity.Warning]: "warning",
  [DiagnosticSeverity.Information]: "information",
  [DiagnosticSeverity.Hint]: "hint",
} as const;

export function toldBy(diagnostic: Diagnostic): ToldProblem {
  const { code, severity, message, range, relatedInformation = [] } = diagnostic;
  return {
    code: String(code),
    severity: severities[severity ?? DiagnosticSeverity.Error],
    message: typeof message === "string" ? message : message.value,
    range,
    related: relatedInformation.map((place) => ({ message: place.message, range: place.location.range })),
  };
}

const stores = new Map<string, SchemaStore>();

/** Validates a corpus document with the server's own functions, as if stored in the given folder. */
export async function problemsOf(
  { text, itemSchema }: CorpusDocument,
  folder: string,
): Promise<ToldProblem[]> {
  const store = stores.get(folder) ?? createSchemaStore({ readFile: readFileOf });
  stores.set(folder, store);
  const uri = pathToFileURL(join(folder, "review.analyses.json")).href;
  // Editors strip the byte order mark before they send the text.
  const document = createDocument(uri, "analyses", 1, text.replace(/^\ufeff/, ""));
  const context = await store.contextFor(document, { ...defaultAnalysesSettings, itemSchema });
  return diagnostics(document, await findingsIn(document, context)).map(toldBy);
}
