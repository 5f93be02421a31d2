import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { property } from "../json/read";
import { framed, readMessages } from "./messages";

export interface Message {
  readonly method: string;
  readonly params: unknown;
}

/** A response, and the time from the first byte sent to the last byte received. */
export interface Answer {
  readonly result: unknown;
  readonly milliseconds: number;
}

interface Waiting {
  readonly startedAt: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
}

const answerLimitMilliseconds = 120_000;
const stopLimitMilliseconds = 5_000;
const lastWords = 2000;

/** A language server over stdio, with response times. */
export class ServerProcess {
  private readonly name: string;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly waiting = new Map<number, Waiting>();
  private readonly killAtExit = () => this.child.kill("SIGKILL");
  private lastId = 0;
  private complaints = "";

  /** @param answerRequest returns the response to a request of the server */
  constructor(
    {
      name,
      command: [program, ...parameters],
      environment,
    }: {
      readonly name: string;
      readonly command: readonly [string, ...string[]];
      readonly environment: Readonly<Record<string, string>>;
    },
    private readonly answerRequest: (request: Message) => unknown,
  ) {
    this.name = name;
    this.child = spawn(program, parameters, { env: { ...process.env, ...environment } });
    process.on("exit", this.killAtExit);
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.complaints = (this.complaints + text).slice(-lastWords);
    });
    this.child.on("exit", (code, signal) => this.failAll(`ended with ${code ?? signal ?? "nothing"}`));
    this.child.stdin.on("error", (error) => this.failAll(error.message));
    readMessages(this.child.stdout, (body, arrivedAt) => this.take(body, arrivedAt));
  }

  /** Sends notifications and a request together, and waits for the response. */
  async ask(notifications: readonly Message[], request: Message): Promise<Answer> {
    const id = ++this.lastId;
    const bytes = Buffer.concat([...notifications.map(framed), framed({ id, ...request })]);
    let limit: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        limit = setTimeout(
          () => reject(this.failure(`gave no answer to ${request.method}`)),
          answerLimitMilliseconds,
        );
        this.waiting.set(id, { startedAt: performance.now(), resolve, reject });
        this.child.stdin.write(bytes);
      });
    } finally {
      clearTimeout(limit);
    }
  }

  notify(notification: Message): void {
    this.child.stdin.write(framed(notification));
  }

  /**
   * Peak memory of the process in bytes; undefined if the system does not report it.
   */
  peakMemory(): number | undefined {
    try {
      const status = readFileSync(`/proc/${String(this.child.pid)}/status`, "utf8");
      const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
      return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
    } catch {
      return undefined;
    }
  }

  /** Processor time of the process, in clock ticks; undefined if the system does not report it. */
  processorTime(): number | undefined {
    try {
      const stat = readFileSync(`/proc/${String(this.child.pid)}/stat`, "utf8");
      // Fields 14 and 15 (proc(5)), counted after the name in parentheses.
      const [userTime, systemTime] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 13);
      return Number(userTime) + Number(systemTime);
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    const limit = setTimeout(this.killAtExit, stopLimitMilliseconds);
    await this.ask([], { method: "shutdown", params: undefined });
    this.notify({ method: "exit", params: undefined });
    await ended;
    clearTimeout(limit);
    process.off("exit", this.killAtExit);
  }

  private take(body: Buffer, arrivedAt: number): void {
    const message: unknown = JSON.parse(body.toString());
    const id = property(message, "id");
    const method = property(message, "method");
    if (typeof method === "string") {
      if (id === undefined) return;
      const result = this.answerRequest({ method, params: property(message, "params") }) ?? null;
      this.child.stdin.write(framed({ id, result }));
      return;
    }
    if (typeof id !== "number") return;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    const error = property(message, "error");
    if (error !== undefined) waiting?.reject(this.failure(`answered with ${JSON.stringify(error)}`));
    else
      waiting?.resolve({
        result: property(message, "result"),
        milliseconds: arrivedAt - waiting.startedAt,
      });
  }

  private failAll(what: string): void {
    for (const { reject } of this.waiting.values()) reject(this.failure(what));
    this.waiting.clear();
  }

  private failure(what: string): Error {
    return new Error(`${this.name} ${what}. ${this.complaints}`.trim());
  }
}
