import type { LinePosition, YieldingHost } from "@analyses/json";
import { fieldsOf } from "@analyses/protocol/message";
import { readPosition, readRange } from "@analyses/protocol/referenceMessages";
import { type ConnectionRuntime, yieldingUntil } from "./runtime";

/**
 * Where the author works in each document: at the last edits, and at the position or range of the last request. Analyses
 * there are computed first.
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

  /** The positions where the author works, in the order in which to compute the analyses there. */
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
  /** The source of the computation; meanwhile no second computation of the same source starts. */
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
   * @param steps run in order, until one resolves to false because it was cancelled; after each, `tell` is called
   */
  begin(uri: string, of: object, steps: readonly ((yielding: YieldingHost) => Promise<boolean>)[]): void {
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
    steps: readonly ((yielding: YieldingHost) => Promise<boolean>)[],
  ): Promise<void> {
    const yielding = yieldingUntil(this.runtime, () => running.isCancelled);
    await new Promise<void>((resolve) => void this.runtime.after(headStart, resolve));
    for (const step of steps) {
      // Let the server first handle the messages that have arrived.
      await yielding.pause();
      if (running.isCancelled || !(await step(yielding))) return;
      if (step === steps.at(-1)) this.#running.delete(uri);
      this.tell(uri);
    }
  }
}
