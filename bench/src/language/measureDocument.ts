import type { BenchDocument } from "../documents/benchDocument";
import { TextPositions } from "../documents/textPositions";
import type { Complaints } from "../report/complaints";
import type { Findings } from "../servers/session";
import { Session } from "../servers/session";
import type { Subject } from "../servers/subject";
import { wrongFindings } from "../trace/checkFindings";
import { completionProbes, hoverProbes } from "../trace/probes";
import type { Expectation, TraceLength } from "../trace/trace";
import { expectationOf, makeTrace } from "../trace/trace";
import { wrongCompletion, wrongHover, wrongOutline } from "./checkAnswers";
import type { Figures } from "./figures";
import { noFigures } from "./figures";

/** How much of a document is measured. */
export interface Plan extends TraceLength {
  /** How often it is opened, each time by a new process. */
  readonly opens: number;
  /** The parts of the text where completion and hover are asked for. */
  readonly askedAt: readonly number[];
  /** How often its symbols are asked for. */
  readonly symbols: number;
}

/**
 * Measures servers side by side: each does the same thing right after the other, the first of them in turn, so
 * that a busy machine is busy for all.
 */
export async function measureDocument(
  document: BenchDocument,
  subjects: readonly Subject[],
  plan: Plan,
  complaints: Complaints,
): Promise<ReadonlyMap<Subject, Figures>> {
  const figures = new Map(subjects.map((subject) => [subject, noFigures()]));
  const figuresOf = ({ subject }: Session) => figures.get(subject) ?? noFigures();
  const positions = new TextPositions(document.text);
  const turns = new Turns();
  let sessions: readonly Session[] = [];
  try {
    for (let round = 0; round < plan.opens; round += 1) {
      await stopAll(sessions);
      sessions = [];
      for (const subject of turns.next(subjects)) sessions = [...sessions, await Session.start(subject)];
      for (const session of turns.next(sessions)) {
        const found = await session.open(document.text);
        check(session, found, "opened", expectationOf(document, positions));
        figuresOf(session).start.push(session.startMilliseconds);
        figuresOf(session).open.push(found.milliseconds);
      }
    }
    for (const { name, kind, change, expected } of makeTrace(document, positions, plan)) {
      for (const session of turns.next(sessions)) {
        const found = await session.change(change);
        check(session, found, name, expected);
        figuresOf(session)[kind].push(found.milliseconds);
      }
    }
    await askQuestions();
    await askForSymbols();
    for (const session of sessions) figuresOf(session).peakMemory = session.peakMemory();
  } finally {
    await stopAll(sessions);
  }
  return figures;

  async function askQuestions(): Promise<void> {
    for (const part of plan.askedAt) {
      const completions = completionProbes(document.text, positions, part);
      const hovers = hoverProbes(document.text, positions, part);
      for (const { kind, wrong, probes } of [
        { kind: "completion", wrong: wrongCompletion, probes: completions },
        { kind: "hover", wrong: wrongHover, probes: hovers },
      ] as const) {
        for (const { change, undo, position, expected } of probes) {
          for (const session of turns.next(sessions)) {
            const answer = await session.askAfter(change, `textDocument/${kind}`, position);
            figuresOf(session)[kind].push(answer.milliseconds);
            complain(session, kind, wrong(answer.result, expected));
            session.send(undo);
          }
        }
      }
    }
  }

  async function askForSymbols(): Promise<void> {
    const [probe] = hoverProbes(document.text, positions, 0.5);
    if (probe === undefined) return;
    const { change, undo } = probe;
    for (let time = 0; time < plan.symbols; time += 1) {
      for (const session of turns.next(sessions)) {
        const answer = await session.askAfter(change, "textDocument/documentSymbol");
        figuresOf(session).symbols.push(answer.milliseconds);
        complain(
          session,
          "document symbols",
          wrongOutline(session.subject.outlineOf(answer.result), document),
        );
        session.send(undo);
      }
    }
  }

  function check(session: Session, { diagnostics }: Findings, what: string, expected: Expectation): void {
    complain(session, what, wrongFindings(session.subject, diagnostics, expected));
  }

  function complain({ subject }: Session, what: string, complaint: string | undefined): void {
    if (complaint !== undefined) complaints.add(`${subject.name}, ${document.name}`, `${what}: ${complaint}`);
  }
}

/** Who goes first changes from time to time. */
class Turns {
  private isReversed = false;

  next<T>(list: readonly T[]): readonly T[] {
    this.isReversed = !this.isReversed;
    return this.isReversed ? [...list].reverse() : list;
  }
}

async function stopAll(sessions: readonly Session[]): Promise<void> {
  for (const session of sessions) await session.stop();
}
