import { TextDocument } from "vscode-languageserver-textdocument";
import type { BenchDocument } from "../documents/benchDocument";
import type { WrongAnswers } from "../report/wrongAnswers";
import type { Session } from "../servers/session";
import type { Subject } from "../servers/subject";
import { wrongFindings } from "../trace/checkFindings";
import { type Probe, completionProbes, hoverProbes } from "../trace/probes";
import { type Step, type TraceLength, expectationOf, makeTrace } from "../trace/trace";
import { wrongCompletion, wrongHover, wrongOutline } from "./checkAnswers";
import { SideBySide } from "./sideBySide";

/** Measurements of one server with one document, in milliseconds, one per run. */
export interface Figures {
  readonly open: number[];
  readonly edits: number[];
  readonly completion: number[];
  readonly hover: number[];
  readonly symbols: number[];
  /** In bytes; undefined if the system does not report the peak. */
  peakMemory: number | undefined;
}

export function noFigures(): Figures {
  return { open: [], edits: [], completion: [], hover: [], symbols: [], peakMemory: undefined };
}

/** The extent of the measurements of a document. */
export interface Plan extends TraceLength {
  /** Number of times to open the document, each in a new process. */
  readonly opens: number;
  /** Positions for completion and hover requests, as fractions of the text. */
  readonly askedAt: readonly number[];
  /** Number of symbol requests. */
  readonly symbols: number;
}

/** Measures servers with one document, alternating between them. */
export async function measureDocument(
  document: BenchDocument,
  subjects: readonly Subject[],
  plan: Plan,
  complaintsAbout: (subject: Subject) => WrongAnswers,
): Promise<ReadonlyMap<Subject, Figures>> {
  const figures = new Map(subjects.map((subject) => [subject, noFigures()]));
  const figuresOf = ({ subject }: Session) => figures.get(subject) ?? noFigures();
  const positions = TextDocument.create("", "json", 0, document.text);
  const servers = new SideBySide(subjects);
  try {
    for (let round = 0; round < plan.opens; round += 1) {
      await servers.startEach(open);
    }
    for (const step of makeTrace(document, positions, plan)) {
      await servers.each((session) => edit(session, step));
    }
    for (const part of plan.askedAt) {
      for (const probe of completionProbes(document.text, positions, part)) {
        await servers.each((session) => ask(session, "completion", probe));
      }
      for (const probe of hoverProbes(document.text, positions, part)) {
        await servers.each((session) => ask(session, "hover", probe));
      }
    }
    const [probe] = hoverProbes(document.text, positions, 0.5);
    for (let time = 0; probe !== undefined && time < plan.symbols; time += 1) {
      await servers.each((session) => askForSymbols(session, probe));
    }
    await servers.each((session) => {
      figuresOf(session).peakMemory = session.peakMemory();
      return Promise.resolve();
    });
  } finally {
    await servers.stop();
  }
  return figures;

  async function open(session: Session): Promise<void> {
    const { diagnostics, milliseconds } = await session.open(document.text);
    figuresOf(session).open.push(milliseconds);
    const expected = expectationOf(document, positions);
    complain(session, "opened", wrongFindings(session.subject, diagnostics, expected));
  }

  async function edit(session: Session, { name, change, expected }: Step): Promise<void> {
    const { diagnostics, milliseconds } = await session.change(change);
    figuresOf(session).edits.push(milliseconds);
    complain(session, name, wrongFindings(session.subject, diagnostics, expected));
  }

  async function ask(session: Session, about: "completion" | "hover", probe: Probe): Promise<void> {
    const { change, undo, position, expected } = probe;
    const { result, milliseconds } = await session.askAfter(change, `textDocument/${about}`, position);
    session.send(undo);
    figuresOf(session)[about].push(milliseconds);
    const wrong = about === "completion" ? wrongCompletion : wrongHover;
    complain(session, about, wrong(result, expected));
  }

  async function askForSymbols(session: Session, { change, undo }: Probe): Promise<void> {
    const { result, milliseconds } = await session.askAfter(change, "textDocument/documentSymbol");
    session.send(undo);
    figuresOf(session).symbols.push(milliseconds);
    complain(session, "document symbols", wrongOutline(session.subject.outlineOf(result), document));
  }

  function complain({ subject }: Session, what: string, complaint: string | undefined): void {
    if (complaint !== undefined)
      complaintsAbout(subject).add(`${subject.name}, ${document.name}`, `${what}: ${complaint}`);
  }
}
