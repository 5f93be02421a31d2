import type { BenchDocument } from "../documents/benchDocument";
import type { Message } from "./serverProcess";

/** A server to measure, and what it needs to be told. */
export interface Subject {
  readonly name: string;
  /** The program that runs, and its parameters. */
  readonly command: readonly [string, ...string[]];
  /** What its client adds to the environment of the process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly languageId: string;
  readonly initializationOptions: unknown;
  /** What its client sends once it is initialized. */
  readonly afterInitialized: readonly Message[];
  /** What `workspace/configuration` is answered with. */
  readonly settings: unknown;
  /** Whether its findings bear this project's codes, or others. */
  readonly answers: "withOurCodes" | "withOtherCodes";
  /** Counts what an answer to `textDocument/documentSymbol` shows. */
  readonly outlineOf: (symbols: unknown) => Outline;
}

export type Outline = Pick<BenchDocument, "groups" | "analyses">;
