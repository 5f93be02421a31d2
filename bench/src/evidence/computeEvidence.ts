// A process of its own that computes evidence as the server does, under the Node that the server runs under, and says
// how long that took. Parameters: the file of a document with one analysis of many studies.
import { readFileSync } from "node:fs";
import type { EvidenceReport } from "../../../evidence/src/index";
import { bindRoles } from "../../../evidence/src/index";
import { elementsOf, valueOf } from "../../../json/src";
import {
  createDocument,
  groupsOf,
  loadFigures,
  reportEvidence,
  updateDocument,
} from "../../../server/src/languageService";
import { usualDocument } from "../documents/makeDocument";

type Document = ReturnType<typeof createDocument>;
type Wanted = Parameters<typeof reportEvidence>[2];

/** Times are in milliseconds. */
interface ComputedEvidence {
  readonly afterEdits: readonly number[];
  /** How many studies each report after an edit had. */
  readonly studies: readonly number[];
  readonly reading: readonly number[];
  readonly computing: readonly number[];
  /** Of the large document, and how many of them could be computed. */
  readonly analyses: number;
  readonly computed: number;
}

const edits = 60;
const warmingEdits = 20;
const openings = 9;
const warmingOpenings = 2;
const binding = bindRoles({});
const atOnce = { isCancelled: () => false, pause: () => Promise.resolve() };

async function computeEvidence(file: string): Promise<ComputedEvidence> {
  return { ...(await afterEdits(readFileSync(file, "utf8"))), ...(await wholeDocument()) };
}

/** How long each edit takes until the report of its analysis is there. */
async function afterEdits(text: string): Promise<Pick<ComputedEvidence, "afterEdits" | "studies">> {
  let document = open(text);
  const position = document.text.positionAt(text.indexOf('"studies"'));
  // A digit more of a total: as many events or more are still possible.
  const total = /"total": (?=\d)/.exec(text);
  const at = document.text.positionAt((total?.index ?? 0) + (total?.[0].length ?? 0));
  const times: number[] = [];
  const studies: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) {
    const end = { line: at.line, character: at.character + (edit % 2) };
    const change = { range: { start: at, end }, text: edit % 2 === 0 ? "1" : "" };
    const start = performance.now();
    document = updateDocument(document, [change], edit + 2);
    const report = await reportOn(document, { kind: "position", position });
    times.push(performance.now() - start);
    studies.push(report?.documents[0]?.analyses[0]?.rows?.length ?? 0);
  }
  return { afterEdits: times.slice(warmingEdits), studies };
}

/** Reading a large document, and the report of all its analyses: by turns, each from a document just opened. */
async function wholeDocument(): Promise<Omit<ComputedEvidence, "afterEdits" | "studies">> {
  const { text } = usualDocument("11.7 MB", 11.7e6);
  const reading: number[] = [];
  const computing: number[] = [];
  let analyses = 0;
  let computed = 0;
  for (let opening = 0; opening < openings; opening += 1) {
    const start = performance.now();
    readValues(open(text));
    reading.push(performance.now() - start);
    const document = open(text);
    const opened = performance.now();
    const report = await reportOn(document, { kind: "all" });
    computing.push(performance.now() - opened);
    const reported = report?.documents[0]?.analyses ?? [];
    analyses = reported.length;
    computed = reported.filter(({ problem }) => problem === null).length;
  }
  return {
    reading: reading.slice(warmingOpenings),
    computing: computing.slice(warmingOpenings),
    analyses,
    computed,
  };
}

function open(text: string): Document {
  return createDocument("file:///review.analyses.json", "analyses", 1, text);
}

/** What reading a document is: its text as a tree, and what is in its analyses as values. */
function readValues(document: Document): void {
  for (const { analyses } of groupsOf(document))
    if (analyses !== undefined) for (const analysis of elementsOf(analyses)) valueOf(document, analysis);
}

async function reportOn(document: Document, wanted: Wanted): Promise<EvidenceReport | undefined> {
  return reportEvidence(document, binding, wanted, await loadFigures(), atOnce);
}

const [file = ""] = process.argv.slice(2);
void computeEvidence(file).then((told) => console.log(JSON.stringify(told)));
