import { Random } from "../../../registry/src/generate/random";
import { bundledSchemaIdentifiers } from "../../../protocol/src/bundledSchemas";
import type { Analysis } from "./analysis";
import { makeAnalysis } from "./analysis";
import type { BenchDocument, Plant } from "./benchDocument";

interface Group {
  readonly number: number | string;
  readonly name: string;
  readonly analyses: readonly Analysis[];
}

const seed = 20_260_531;
/** What one analysis takes of a file, roughly, with so many studies. */
const bytesPerAnalysis = 6330;
const usualStudies = 8;
const analysesPerGroup = 10;

/** A review as authors have it: groups of ten analyses, on lines of their own. */
export function usualDocument(name: string, bytes: number): BenchDocument {
  return documentOf(name, groupsOf(Math.round(bytes / bytesPerAnalysis), analysesPerGroup), 2);
}

/** All analyses in one group. */
export function documentOfOneGroup(name: string, bytes: number): BenchDocument {
  return documentOf(name, groupsOf(Math.round(bytes / bytesPerAnalysis), Infinity), 2);
}

/** One analysis takes nearly all of the document. */
export function documentOfOneItem(name: string, bytes: number): BenchDocument {
  const random = new Random(seed);
  const studies = Math.round((bytes / bytesPerAnalysis) * usualStudies);
  const analyses = [20, studies, 20].map((count, index) => makeAnalysis(random, index + 1, count));
  return documentOf(name, [{ number: 1, name: groupName(1), analyses }], 2);
}

/** As the usual document, all on one line. */
export function documentOnOneLine(name: string, bytes: number): BenchDocument {
  const bytesWithoutIndentation = bytesPerAnalysis / 2;
  return documentOf(name, groupsOf(Math.round(bytes / bytesWithoutIndentation), analysesPerGroup), 0);
}

/** Nothing but groups without analyses. */
export function documentWithoutItems(name: string, bytes: number): BenchDocument {
  const bytesPerGroup = 100;
  const groups = Array.from({ length: Math.round(bytes / bytesPerGroup) }, (_, index): Group => {
    return { number: index + 1, name: groupName(index + 1), analyses: [] };
  });
  return documentOf(name, groups, 2);
}

function groupsOf(analyses: number, perGroup: number): readonly Group[] {
  const random = new Random(seed);
  const groups: Group[] = [];
  for (let made = 0; made < analyses; made += perGroup) {
    const number = groups.length + 1;
    const items = Array.from({ length: Math.min(perGroup, analyses - made) }, (_, index) =>
      makeAnalysis(random, index + 1, usualStudies - 3 + random.below(7)),
    );
    groups.push({ number, name: groupName(number), analyses: items });
  }
  return groups;
}

function groupName(number: number): string {
  return `Drug ${number} versus placebo`;
}

function documentOf(name: string, groups: readonly Group[], indentation: number): BenchDocument {
  const [id] = bundledSchemaIdentifiers;
  const value = {
    $schema: id,
    "risk-of-bias-method": "RISK_OF_BIAS_2",
    "analysis-groups": groups.map((group, index) =>
      index === groups.length - 1 ? withProblem(group) : group,
    ),
  };
  const text = JSON.stringify(value, undefined, indentation);
  const analyses = groups.reduce((count, group) => count + group.analyses.length, 0);
  return { name, text, problem: problemIn(text), groups: groups.length, analyses };
}

/** The last analysis gets a confidence level that its schema does not know; a group without, a wrong number. */
function withProblem({ number, name, analyses }: Group): Group {
  const last = analyses.at(-1);
  if (last === undefined) return { number: String(number), name, analyses };
  return { number, name, analyses: [...analyses.slice(0, -1), { ...last, "confidence-level": 97 }] };
}

function problemIn(text: string): Plant {
  const level = /"confidence-level":\s*97/.exec(text);
  if (level !== null) return plantAt("not-allowed-value", level);
  const number = /"number":\s*"\d+"/.exec(text);
  if (number !== null) return plantAt("wrong-type", number);
  throw new Error("The generated document lacks its problem.");
}

function plantAt(code: Plant["code"], { index, 0: found }: RegExpExecArray): Plant {
  return { code, from: index, to: index + found.length };
}
