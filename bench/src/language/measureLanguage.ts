import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { runProcess } from "../processes/runProcess";
import type { Complaints } from "../report/complaints";
import type { Headline } from "../report/writtenPages";
import type { Limit, Quantity, Row, Table } from "../report/table";
import { medianTime, ofTheirs } from "../report/table";
import { median } from "../report/statistics";
import { onlyAnswering } from "../servers/onlyAnswering";
import { ours } from "../servers/ours";
import type { Subject } from "../servers/subject";
import { vscodeJson } from "../servers/vscodeJson";
import type { Figures } from "./figures";
import { noFigures, timesOf } from "./figures";
import type { Beside, Limits } from "./languageTable";
import { languageTable } from "./languageTable";
import { measureChecker, measureCheckerOfMany } from "./measureChecker";
import { measureCliffs } from "./measureCliffs";
import type { Plan } from "./measureDocument";
import { measureDocument } from "./measureDocument";
import { measureSoak } from "./measureSoak";

export interface LanguageFiles {
  /** Runs the servers: the Node that VS Code runs them under. */
  readonly node: string;
  readonly server: string;
  readonly checker: string;
  readonly vscodeJsonServer: string;
  /** Does nothing but answer. */
  readonly answeringServer: string;
  readonly analysesSchema: string;
  readonly itemSchema: string;
  /** What reads a document by itself. */
  readonly atBest: string;
  /** An empty folder for what the engine has compiled. */
  readonly compiled: string;
}

const smallLimits: Limits = {
  typing: ofTheirs(1 / 50),
  "most edits": ofTheirs(1 / 15),
  completion: ofTheirs(1 / 15),
  hover: ofTheirs(1 / 10),
  open: ofTheirs(1 / 4),
  symbols: ofTheirs(1 / 5),
  memory: ofTheirs(1 / 2),
};
const largeLimits: Limits = {
  typing: ofTheirs(1 / 300),
  "most edits": ofTheirs(1 / 50),
  "slowest edit": itself(40),
  completion: ofTheirs(1 / 100),
  hover: ofTheirs(1 / 50),
  open: ofTheirs(1 / 5),
  symbols: ofTheirs(1 / 10),
  memory: ofTheirs(1 / 8),
};

function itself(value: number): Limit {
  return { kind: "itself", value };
}

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
const shapePlan: Plan = { ...largePlan, askedAt: [0.5] };
/** Only this server, for which an edit is cheap. */
const alonePlan: Plan = { ...smallPlan, opens: 2, symbols: 3 };

/** A document, how much of it is measured, and the limits. */
interface Measurement {
  readonly document: () => BenchDocument;
  readonly plan: Plan;
  readonly limits: Limits;
}

const small: Measurement = {
  document: () => usualDocument("1.2 MB", 1.24e6),
  plan: smallPlan,
  limits: smallLimits,
};
const large: Measurement = {
  document: () => usualDocument("11.7 MB", 11.7e6),
  plan: largePlan,
  limits: largeLimits,
};

/** Both servers, by the names of the tables. */
const besidePeer: Readonly<Record<string, Measurement>> = {
  "1.2MB": small,
  "11.7MB": large,
  references: {
    document: () => documentWithReferences("10,000 references", 10_000),
    plan: largePlan,
    limits: { ...largeLimits, "slowest edit": undefined, memory: ofTheirs(1 / 4) },
  },
  oneGroup: {
    document: () => documentOfOneGroup("one group with all analyses, 2 MB", 2e6),
    plan: shapePlan,
    limits: {},
  },
  oneAnalysis: {
    document: () => documentOfOneItem("an analysis of a megabyte", 1.2e6),
    plan: shapePlan,
    limits: { typing: ofTheirs(1 / 25), "most edits": ofTheirs(1 / 8), "slowest edit": ofTheirs(1 / 3) },
  },
  oneLine: {
    document: () => documentOnOneLine("all on one line, 2 MB", 2e6),
    plan: shapePlan,
    limits: { open: ofTheirs(1 / 4) },
  },
  groups: {
    document: () => documentWithoutItems("groups without analyses, 2 MB", 2e6),
    plan: shapePlan,
    limits: { open: ofTheirs(1 / 2.5) },
  },
};

/** This server alone, beside itself at 1.2 MB. */
const byItself: Readonly<Record<string, Measurement>> = {
  "50MB": {
    document: () => usualDocument("50 MB", 49.9e6),
    plan: alonePlan,
    limits: { typing: ofTheirs(3), memory: itself(300) },
  },
  oneGroup12MB: {
    document: () => documentOfOneGroup("one group with all analyses, 12 MB", 12e6),
    plan: alonePlan,
    limits: {},
  },
  oneLine12MB: {
    document: () => documentOnOneLine("all on one line, 12 MB", 12e6),
    plan: alonePlan,
    limits: { "slowest edit": itself(60) },
  },
  groups12MB: {
    document: () => documentWithoutItems("groups without analyses, 12 MB", 12e6),
    plan: alonePlan,
    limits: { typing: ofTheirs(2), symbols: itself(60) },
  },
};

/**
 * What can be measured by itself: a table each; `open` is the start, and the opening of all that the peer opens too.
 * `soak`, a long session, takes minutes.
 */
export const languageTables: readonly string[] = [
  "open",
  ...Object.keys(besidePeer),
  ...Object.keys(byItself),
  "cliffs",
  "checker",
  "soak",
];

/** The tables, and of them what is worth a sentence. */
export interface LanguageReport {
  readonly tables: readonly Table[];
  /** Undefined where that was not measured. */
  readonly headline: Headline | undefined;
}

export interface TablesWanted {
  /** Names of {@link languageTables}; none: all but `soak`. */
  readonly only: readonly string[];
  readonly hasSoak: boolean;
}

/** The language server beside VS Code's own JSON server, and `analyses-check`. */
export async function measureLanguage(
  files: LanguageFiles,
  { only, hasSoak }: TablesWanted,
  complaints: Complaints,
): Promise<LanguageReport> {
  const peer = vscodeJson({ ...files, server: files.vscodeJsonServer });
  const own = ours(files);
  const idle = onlyAnswering(files);
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  const tables: Table[] = [];
  const starts: FiguresOfSubjects[] = [];
  let headline: Headline | undefined;
  for (const [name, { document: make, plan, limits }] of Object.entries(besidePeer)) {
    const isWhole = isWanted(name);
    if (!isWhole && !isWanted("open")) continue;
    const document = make();
    const figures = await measure(document, [peer, own, idle], isWhole ? plan : { ...plan, ...openingAlone });
    starts.push(figures);
    const heading = { title: document.name, comparedWith: peer.name, idle: idle.name };
    const beside = { theirs: of(figures, peer), ours: of(figures, own), idle: of(figures, idle) };
    const atBest = await openingAtBest(document, files, complaints);
    tables.push(languageTable(heading, beside, isWhole ? limits : { open: limits.open }, atBest));
    if (name === "11.7MB" && isWhole) headline = { document: document.name, ...inTyping(beside) };
  }
  if (isWanted("open")) {
    const start: Row = {
      what: "start to `initialize` answered, median",
      ours: startOf(own),
      theirs: startOf(peer),
      idle: startOf(idle),
      limit: ofTheirs(0.7),
    };
    tables.unshift({ title: "Start", comparedWith: peer.name, idle: idle.name, rows: [start] });
  }
  const alone = Object.entries(byItself).filter(([name]) => isWanted(name));
  const document = small.document();
  const theirs = alone.length > 0 ? of(await measure(document, [own], alonePlan), own) : noFigures();
  for (const [, { document: make, plan, limits }] of alone) {
    const larger = make();
    const figures = { theirs, ours: of(await measure(larger, [own], plan), own) };
    const comparedWith = `this server at ${document.name}`;
    tables.push(languageTable({ title: larger.name, comparedWith }, figures, limits));
  }
  if (isWanted("cliffs")) {
    const withItemSchema = (itemSchema: string) => ours({ ...files, itemSchema });
    tables.push(await measureCliffs(withItemSchema, files.itemSchema, complaints));
  }
  if (hasSoak) tables.push(await measureSoak(own, complaints));
  if (isWanted("checker")) {
    tables.push(await measureChecker(large.document(), files.checker, files.itemSchema, complaints));
    tables.push(await measureCheckerOfMany(files.checker, files.itemSchema, complaints));
  }
  return { tables, headline };

  function startOf(subject: Subject) {
    return medianTime(starts.flatMap((figures) => of(figures, subject).start));
  }

  async function measure(document: BenchDocument, subjects: readonly Subject[], plan: Plan) {
    console.log(`• ${document.name} (${megabytes(document).toFixed(2)} MB, ${document.analyses} analyses)`);
    return measureDocument(document, subjects, plan, complaints);
  }
}

const readings = 5;

/** A process for each reading: the code that checks is as new there as it is in a server. */
async function openingAtBest(
  document: BenchDocument,
  files: LanguageFiles,
  complaints: Complaints,
): Promise<Quantity> {
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const file = join(folder, "bench.analyses.json");
  const times: number[] = [];
  try {
    writeFileSync(file, document.text);
    for (let reading = 0; reading < readings; reading += 1) {
      const words = [files.atBest, file, files.analysesSchema, files.itemSchema];
      const { status, output } = await runProcess(words, files.node);
      if (status === 0) times.push(Number(output));
      else complaints.add(document.name, `could not be parsed by itself: it ended with ${String(status)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return medianTime(times);
}

function inTyping({ ours: own, theirs }: Beside): Pick<Headline, "ours" | "theirs"> {
  const typing = ({ edits }: Figures) => median(timesOf(edits, "typing"));
  return { ours: typing(own), theirs: typing(theirs) };
}

const openingAlone = {
  editedAt: [],
  hasTypedProperty: false,
  askedAt: [],
  symbols: 0,
} satisfies Partial<Plan>;

type FiguresOfSubjects = ReadonlyMap<Subject, Figures>;

function of(figures: FiguresOfSubjects, subject: Subject): Figures {
  return figures.get(subject) ?? noFigures();
}
