import type { LinePosition, YieldingHost } from "@analyses/json";
import { fieldsOf } from "@analyses/protocol/message";
import { readPosition, readRange } from "@analyses/protocol/referenceMessages";
import { type ConnectionRuntime, yieldingUntil } from "./runtime";

/**
 * Where the user works in each document: at the last edits, and at the position or range of the last request. The
 * analyses at these positions are computed first.
 */
export class Attention {
  readonly #edits = new Map<string, readonly LinePosition[]>();
  readonly #requests = new Map<string, readonly LinePosition[]>();

  edited(uri: string, positions: readonly LinePosition[]): void {
    this.#edits.set(uri, positions);
  }

  /** @param params of a request, with or without a position or a range */
  asked(uri: string, params: unknown): void {
    const { position, range } = fieldsOf(params);
    const atPosition = readPosition(position);
    const inRange = readRange(range);
    if (atPosition !== undefined) this.#requests.set(uri, [atPosition]);
    else if (inRange !== undefined) this.#requests.set(uri, [inRange.start, inRange.end]);
  }

  /** The positions where the user works, in the order in which to compute the analyses there. */
  of(uri: string): readonly LinePosition[] {
    return [...(this.#edits.get(uri) ?? []), ...(this.#requests.get(uri) ?? [])];
  }

  forget(uri: string): void {
    this.#edits.delete(uri);
    this.#requests.delete(uri);
  }
}

/** Milliseconds before a computation starts, so that the connection can first write the pending answer. */
const headStart = 10;

/** A running computation of a document's analyses. */
interface Running {
  /** The `of` of {@link LaterEvidence.begin}: while this computation runs, no second one with the same `of` starts. */
  readonly of: object;
  isCancelled: boolean;
}

/**
 * Computes the analyses of documents in slices after the documents' first findings are published. After each step it
 * calls `reportAgain`, because the step may add findings.
 */
export class LaterEvidence {
  readonly #running = new Map<string, Running>();

  constructor(
    private readonly runtime: ConnectionRuntime,
    private readonly reportAgain: (uri: string) => void,
    private readonly logProblem: (problem: unknown) => void,
  ) {}

  /**
   * @param of what is computed from, such as a version of a document: the same object as long as nothing changes
   * @param steps run in order, until one resolves to false because it was cancelled
   */
  begin(uri: string, of: object, steps: readonly ((yielding: YieldingHost) => Promise<boolean>)[]): void {
    const before = this.#running.get(uri);
    if (before?.of === of) return;
    this.stop(uri);
    const running: Running = { of, isCancelled: false };
    this.#running.set(uri, running);
    this.#work(uri, running, steps).catch(this.logProblem);
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
    steps: readonly ((yielding: YieldingHost) => Promise<boolean>)[],
  ): Promise<void> {
    const yielding = yieldingUntil(this.runtime, () => running.isCancelled);
    await new Promise<void>((resolve) => void this.runtime.after(headStart, resolve));
    for (const step of steps) {
      // Let the server first handle the messages that have arrived.
      await yielding.pause();
      if (running.isCancelled || !(await step(yielding))) return;
      if (step === steps.at(-1)) this.#running.delete(uri);
      this.reportAgain(uri);
    }
  }
}
