import type { DocumentChange, LinePosition } from "@analyses/json";
import { fieldsOf } from "@analyses/protocol/message";
import { readPosition, readRange } from "@analyses/protocol/referenceMessages";
import { evidenceCodes } from "@analyses/protocol/diagnosticCodes";
import type { AnalysesDocument } from "../document/analysesDocument";
import { type Finding, findingAfterEdit } from "../findings/finding";
import type { Yielding } from "../document/yielding";
import { type ConnectionRuntime, yieldingUntil } from "./runtime";

/**
 * Where the author works in each document: at the last edit, and at the position or range of the last request. Analyses
 * there are computed first.
 */
export class Attention {
  readonly #edits = new Map<string, LinePosition>();
  readonly #asked = new Map<string, readonly LinePosition[]>();

  /** @param position in the text after the edit */
  edited(uri: string, position: LinePosition): void {
    this.#edits.set(uri, position);
  }

  /** @param params of a request, with or without a position or a range */
  asked(uri: string, params: unknown): void {
    const { position, range } = fieldsOf(params);
    const place = readPosition(position);
    const stretch = readRange(range);
    if (place !== undefined) this.#asked.set(uri, [place]);
    else if (stretch !== undefined) this.#asked.set(uri, [stretch.start, stretch.end]);
  }

  /** The most urgent position first. */
  of(uri: string): readonly LinePosition[] {
    const edit = this.#edits.get(uri);
    return [...(edit === undefined ? [] : [edit]), ...(this.#asked.get(uri) ?? [])];
  }

  forget(uri: string): void {
    this.#edits.delete(uri);
    this.#asked.delete(uri);
  }
}

type FindingDraft = Parameters<typeof findingAfterEdit>[0];

interface Published {
  readonly version: number;
  readonly findings: readonly FindingDraft[];
}

/**
 * The last published findings on each document's numbers. They shift with edits and stay until recomputed: otherwise
 * they would flicker with each edit of an analysis that is computed later.
 */
export class PublishedEvidence {
  readonly #published = new Map<string, Published>();

  /** The findings for the current text. */
  of({ uri, version }: AnalysesDocument): readonly FindingDraft[] {
    const published = this.#published.get(uri);
    return published?.version === version ? published.findings : [];
  }

  note({ uri, version }: AnalysesDocument, findings: readonly Finding[]): void {
    const ofNumbers = findings.filter(isOfNumbers);
    this.#published.set(uri, { version, findings: ofNumbers });
  }

  /** @param document before the changes */
  edited(document: AnalysesDocument, changes: readonly DocumentChange[], version: number): void {
    let findings = this.of(document);
    let { text } = document;
    for (const { range, text: newText } of findings.length === 0 ? [] : changes) {
      const start = range === undefined ? 0 : text.offsetAt(range.start);
      const end = range === undefined ? text.length : Math.max(start, text.offsetAt(range.end));
      const edit = { start, end, length: newText.length };
      findings = findings.flatMap((finding) => findingAfterEdit(finding, edit) ?? []);
      if (changes.length > 1) text = text.replace(start, end, newText);
    }
    this.#published.set(document.uri, { version, findings });
  }

  forget(uri: string): void {
    this.#published.delete(uri);
  }

  forgetAll(): void {
    this.#published.clear();
  }
}

const isOfNumbers = ({ code, data }: Finding): boolean =>
  evidenceCodes.some((one) => one === code) ||
  (data.kind === "not-allowed-value" && data.isOfNumbers === true);

/** Milliseconds within which the connection writes the pending answer, some event-loop turns later. */
const headStart = 10;

/** A running computation of a document's analyses; a second one for the same source does not start meanwhile. */
interface Running {
  readonly of: object;
  isCancelled: boolean;
}

/**
 * Computes the analyses of documents in slices, after their first findings are published, and reports when there are
 * further findings.
 */
export class LaterEvidence {
  readonly #running = new Map<string, Running>();

  constructor(
    private readonly runtime: ConnectionRuntime,
    private readonly tell: (uri: string) => void,
    private readonly complain: (problem: unknown) => void,
  ) {}

  /**
   * @param of the source of the computation: the same object as long as nothing changes
   * @param steps run in order; after each, `tell` is called
   */
  begin(uri: string, of: object, steps: readonly ((yielding: Yielding) => Promise<boolean>)[]): void {
    const before = this.#running.get(uri);
    if (before?.of === of) return;
    this.stop(uri);
    const running: Running = { of, isCancelled: false };
    this.#running.set(uri, running);
    this.#work(uri, running, steps).catch(this.complain);
  }

  stop(uri: string): void {
    const running = this.#running.get(uri);
    if (running !== undefined) running.isCancelled = true;
    this.#running.delete(uri);
  }

  stopAll(): void {
    for (const uri of [...this.#running.keys()]) this.stop(uri);
  }

  async #work(
    uri: string,
    running: Running,
    steps: readonly ((yielding: Yielding) => Promise<boolean>)[],
  ): Promise<void> {
    const yielding = yieldingUntil(this.runtime, () => running.isCancelled);
    await new Promise<void>((resolve) => void this.runtime.after(headStart, resolve));
    for (const step of steps) {
      // Handle messages that arrived meanwhile first.
      await yielding.pause();
      if (running.isCancelled || !(await step(yielding))) return;
      if (step === steps.at(-1)) this.#running.delete(uri);
      this.tell(uri);
    }
  }
}
