import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { MessageConnection } from "vscode-languageserver-protocol/node";
import {
  RAL,
  StreamMessageReader,
  StreamMessageWriter,
  createMessageConnection,
} from "vscode-languageserver-protocol/node";

export interface Message {
  readonly method: string;
  readonly params: unknown;
}

/** A response, and the time from before the first byte is sent until the last byte has arrived. */
export interface Answer {
  readonly result: unknown;
  readonly milliseconds: number;
}

const answerLimitMilliseconds = 120_000;
const stopLimitMilliseconds = 5_000;
const maxErrorOutput = 2000;

/** A language server over stdio, with its response times. Callers send one request at a time. */
export class ServerProcess {
  private readonly name: string;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly connection: MessageConnection;
  private readonly ended: Promise<string>;
  private readonly killAtExit = () => this.child.kill("SIGKILL");
  /** When the first of the messages that `ask` sends was ready to be sent. */
  private sentAt = Infinity;
  /** When the last message from the server had arrived, before it was parsed. */
  private arrivedAt = NaN;
  private errorOutput = "";

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
    answerRequest: (request: Message) => unknown,
  ) {
    this.name = name;
    this.child = spawn(program, parameters, { env: { ...process.env, ...environment } });
    process.on("exit", this.killAtExit);
    this.ended = once(this.child, "exit").then(() => "ended before its answer");
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.errorOutput = (this.errorOutput + text).slice(-maxErrorOutput);
    });
    this.connection = createMessageConnection(
      new StreamMessageReader(this.child.stdout, {
        contentTypeDecoder: {
          name: "application/json",
          decode: (body, options) => {
            this.arrivedAt = performance.now();
            return RAL().applicationJson.decoder.decode(body, options);
          },
        },
      }),
      new StreamMessageWriter(this.child.stdin, {
        contentTypeEncoder: {
          name: "application/json",
          encode: async (message, options) => {
            const body = await RAL().applicationJson.encoder.encode(message, options);
            this.sentAt = Math.min(this.sentAt, performance.now());
            return body;
          },
        },
      }),
    );
    this.connection.onRequest((method, params) => answerRequest({ method, params }) ?? null);
    this.connection.onUnhandledNotification(() => undefined);
    this.connection.listen();
  }

  /** Sends notifications and a request together, and waits for the response. */
  async ask(notifications: readonly Message[], { method, params }: Message): Promise<Answer> {
    this.sentAt = Infinity;
    for (const notification of notifications) this.notify(notification);
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      limit = setTimeout(() => resolve("gave no answer"), answerLimitMilliseconds);
    });
    const failure = Promise.race([this.ended, late]).then((what) =>
      Promise.reject(this.failure(method, what)),
    );
    try {
      const result: unknown = await Promise.race([this.connection.sendRequest(method, params), failure]);
      return { result, milliseconds: this.arrivedAt - this.sentAt };
    } finally {
      clearTimeout(limit);
    }
  }

  notify({ method, params }: Message): void {
    void this.connection.sendNotification(method, params);
  }

  /** Peak memory of the process in bytes; undefined if the system does not report it. */
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
    const limit = setTimeout(this.killAtExit, stopLimitMilliseconds);
    await this.ask([], { method: "shutdown", params: undefined });
    this.notify({ method: "exit", params: undefined });
    await this.ended;
    clearTimeout(limit);
    process.off("exit", this.killAtExit);
  }

  private failure(method: string, what: string): Error {
    return new Error(`${this.name} ${what} to ${method}. ${this.errorOutput}`.trim());
  }
}
