import {
  documentOfOneGroup,
  documentOfOneItem,
  documentOnOneLine,
  documentWithReferences,
  documentWithoutItems,
  usualDocument,
} from "../documents/makeDocument";
import { megabytes } from "../documents/benchDocument";
import type { BenchDocument } from "../documents/benchDocument";
import type { Complaints } from "../report/complaints";
import type { Headline } from "../report/readmeLine";
import type { Row, Table } from "../report/table";
import { milliseconds, ofTheirs } from "../report/table";
import { median } from "../report/statistics";
import { ours } from "../servers/ours";
import type { Subject } from "../servers/subject";
import { vscodeJson } from "../servers/vscodeJson";
import type { Figures } from "./figures";
import { noFigures, timesOf } from "./figures";
import type { Limits } from "./languageTable";
import { languageTable } from "./languageTable";
import { measureChecker, measureCheckerOfMany } from "./measureChecker";
import type { Plan } from "./measureDocument";
import { measureDocument } from "./measureDocument";

export interface LanguageFiles {
  /** Runs the servers: the Node that VS Code runs them under. */
  readonly node: string;
  readonly server: string;
  readonly checker: string;
  readonly vscodeJsonServer: string;
  readonly analysesSchema: string;
  readonly itemSchema: string;
  /** An empty folder for what the engine has compiled. */
  readonly compiled: string;
}

const smallLimits: Limits = {
  typing: ofTheirs(1 / 40),
  "most edits": ofTheirs(1 / 15),
  completion: ofTheirs(1 / 10),
  hover: ofTheirs(1 / 10),
  open: ofTheirs(1 / 3),
  symbols: ofTheirs(1 / 5),
  memory: ofTheirs(1 / 2),
};
const largeLimits: Limits = {
  typing: ofTheirs(1 / 200),
  "most edits": ofTheirs(1 / 50),
  completion: ofTheirs(1 / 50),
  hover: ofTheirs(1 / 50),
  open: ofTheirs(1 / 4),
  symbols: ofTheirs(1 / 10),
  memory: ofTheirs(1 / 4),
};
/** Of the largest document, beside the small one. */
const largestLimits: Limits = { typing: ofTheirs(3), memory: { kind: "itself", value: 700 } };

const smallPlan: Plan = {
  opens: 11,
  // At 0.3 there are subgroups, in which the peer tells only the first of two problems.
  editedAt: [0.1, 0.5, 0.7, 0.9],
  typed: 40,
  hasTypedProperty: true,
  askedAt: [0.1, 0.5, 0.9],
  symbols: 5,
};
/** The peer takes a second for each edit, or several on a busy machine. */
const largePlan: Plan = {
  opens: 7,
  editedAt: [0.5],
  typed: 2,
  hasTypedProperty: false,
  askedAt: [0.1, 0.5, 0.9],
  symbols: 3,
};
const shapePlan: Plan = { ...largePlan, opens: 3, askedAt: [0.5], symbols: 1 };
/** Only this server, for which an edit is cheap. */
const alonePlan: Plan = { ...smallPlan, opens: 2, symbols: 3 };

/** The tables, and of them what is worth a sentence. */
export interface LanguageReport {
  readonly tables: readonly Table[];
  readonly headline: Headline;
}

/** The language server beside VS Code's own JSON server, and `analyses-check`. */
export async function measureLanguage(files: LanguageFiles, complaints: Complaints): Promise<LanguageReport> {
  const peer = vscodeJson({ ...files, server: files.vscodeJsonServer });
  const own = ours(files);
  const both = [peer, own];

  const small = usualDocument("1.2 MB", 1.24e6);
  const ofSmall = await measure(small, both, smallPlan);
  const large = usualDocument("11.7 MB", 11.7e6);
  const ofLarge = await measure(large, both, largePlan);
  const referring = documentWithReferences("10,000 references", 10_000);
  const ofReferring = await measure(referring, both, largePlan);
  const shapes: Table[] = [];
  for (const shape of [
    documentOfOneGroup("one group with all analyses, 2 MB", 2e6),
    documentOfOneItem("an analysis of a megabyte", 1.2e6),
    documentOnOneLine("all on one line, 2 MB", 2e6),
    documentWithoutItems("groups without analyses, 2 MB", 2e6),
  ]) {
    shapes.push(besidePeer(shape, await measure(shape, both, shapePlan), {}));
  }
  const alone: Table[] = [];
  for (const { document, limits } of [
    { document: usualDocument("50 MB", 49.9e6), limits: largestLimits },
    { document: documentOfOneGroup("one group with all analyses, 12 MB", 12e6), limits: {} },
    { document: documentOnOneLine("all on one line, 12 MB", 12e6), limits: {} },
    { document: documentWithoutItems("groups without analyses, 12 MB", 12e6), limits: {} },
  ]) {
    const figures = { theirs: of(ofSmall, own), ours: of(await measure(document, [own], alonePlan), own) };
    const heading = { title: document.name, comparedWith: `this server at ${small.name}` };
    alone.push(languageTable(heading, figures, limits));
  }
  const starts = (subject: Subject) => [ofSmall, ofLarge].flatMap((figures) => of(figures, subject).start);
  const start: Row = {
    what: "start to `initialize` answered, median",
    ours: milliseconds(median(starts(own))),
    theirs: milliseconds(median(starts(peer))),
    limit: ofTheirs(1),
  };
  const tables = [
    { title: "Start", comparedWith: peer.name, rows: [start] },
    besidePeer(small, ofSmall, smallLimits),
    besidePeer(large, ofLarge, largeLimits),
    besidePeer(referring, ofReferring, largeLimits),
    ...shapes,
    ...alone,
    await measureChecker(large, files.checker, files.itemSchema, complaints),
    await measureCheckerOfMany(files.checker, files.itemSchema, complaints),
  ];
  const typing = (subject: Subject) => median(timesOf(of(ofLarge, subject).edits, "typing"));
  return { tables, headline: { document: large.name, ours: typing(own), theirs: typing(peer) } };

  function besidePeer({ name }: BenchDocument, figures: FiguresOfSubjects, limits: Limits): Table {
    const beside = { theirs: of(figures, peer), ours: of(figures, own) };
    return languageTable({ title: name, comparedWith: peer.name }, beside, limits);
  }

  async function measure(document: BenchDocument, subjects: readonly Subject[], plan: Plan) {
    console.log(`• ${document.name} (${megabytes(document).toFixed(2)} MB, ${document.analyses} analyses)`);
    return measureDocument(document, subjects, plan, complaints);
  }
}

type FiguresOfSubjects = ReadonlyMap<Subject, Figures>;

function of(figures: FiguresOfSubjects, subject: Subject): Figures {
  return figures.get(subject) ?? noFigures();
}
