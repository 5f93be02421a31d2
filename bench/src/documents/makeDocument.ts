import { Random } from "../../../registry/src/generate/random";
import { bundledSchemaIdentifiers } from "../../../protocol/src/documentFormat";
import type { RegistryRecordKind } from "../../../protocol/src/references";
import { listPath } from "../../../protocol/src/references";
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
  const bytesPerGroup = 146;
  const groups = Array.from({ length: Math.round(bytes / bytesPerGroup) }, (_, index): Group => {
    const name = `${groupName(index + 1)} for adults in hospitals and at home`;
    return { number: index + 1, name, analyses: [] };
  });
  return documentOf(name, groups, 2);
}

/** Two references to records of a registry in each analysis, which has few studies. */
export function documentWithReferences(name: string, references: number): BenchDocument {
  const groups = groupsOf(references / 2, analysesPerGroup, () => 2);
  return documentOf(
    name,
    groups.map((group) => ({
      ...group,
      analyses: group.analyses.map((analysis) => withReferences(analysis, group.number)),
    })),
    2,
  );
}

function withReferences(analysis: Analysis, group: Group["number"]): Analysis {
  const { number, name, "outcome-type": outcome, "effect-measure": measure, ...others } = analysis;
  const id = `${group}-${number}`;
  const linkTo = (kind: RegistryRecordKind) => `https://registry.example.org${listPath(kind)}/${id}`;
  return {
    number,
    name,
    "outcome-type": outcome,
    "effect-measure": measure,
    "data-checked-by": { personId: id, name: "Aisha Okafor", link: linkTo("person") },
    "responsible-group": { groupId: id, name: "Pain and Palliative Care", link: linkTo("group") },
    ...others,
  };
}

function groupsOf(
  analyses: number,
  perGroup: number,
  studies = (random: Random) => usualStudies - 3 + random.below(7),
): readonly Group[] {
  const random = new Random(seed);
  const groups: Group[] = [];
  for (let made = 0; made < analyses; made += perGroup) {
    const number = groups.length + 1;
    const items = Array.from({ length: Math.min(perGroup, analyses - made) }, (_, index) =>
      makeAnalysis(random, index + 1, studies(random)),
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
  return { code, places: [{ from: index, to: index + found.length }] };
}
