import { setTimeout } from "node:timers/promises";
import { Session } from "../servers/session";
import type { Subject } from "../servers/subject";

/** Milliseconds that pass in VS Code between the answer to `initialize` and the first document: 21 to 24. */
const betweenStartAndOpening = 20;

/**
 * Servers that do the same things, one right after the other, so that a busy machine is busy for all. Who
 * goes first changes from time to time, and nobody starts while another still tidies up.
 */
export class SideBySide {
  private sessions: readonly Session[] = [];
  private isReversed = false;

  constructor(private readonly subjects: readonly Subject[]) {}

  /**
   * Starts them as new processes, after ending those that there are.
   *
   * @param work what each begins with, as long after its start as VS Code waits
   */
  async startEach(work: (session: Session) => Promise<void>): Promise<void> {
    await this.stop();
    for (const subject of this.inTurn(this.subjects)) {
      await this.rest();
      const session = await Session.start(subject);
      this.sessions = [...this.sessions, session];
      await setTimeout(betweenStartAndOpening);
      await work(session);
    }
  }

  async each(work: (session: Session) => Promise<void>): Promise<void> {
    for (const session of this.inTurn(this.sessions)) {
      await this.rest();
      await work(session);
    }
  }

  async stop(): Promise<void> {
    for (const session of this.sessions) await session.stop();
    this.sessions = [];
  }

  private async rest(): Promise<void> {
    for (const session of this.sessions) await session.rest();
  }

  private inTurn<T>(list: readonly T[]): readonly T[] {
    this.isReversed = !this.isReversed;
    return this.isReversed ? [...list].reverse() : list;
  }
}
