import { setTimeout } from "node:timers/promises";
import { Session } from "../servers/session";
import type { Subject } from "../servers/subject";

/** VS Code's delay between the response to `initialize` and the first document, in milliseconds: 21 to 24. */
const betweenStartAndOpening = 20;

/**
 * Runs the same work on several servers, one right after the other, so that a busy machine affects all.
 * Alternates their order, and waits until each server is idle before the next one starts.
 */
export class SideBySide {
  private sessions: readonly Session[] = [];
  private isReversed = false;

  constructor(private readonly subjects: readonly Subject[]) {}

  /**
   * Ends the running servers and starts new processes.
   *
   * @param work what each server does first, after the time for which VS Code waits
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
