import type { BenchDocument } from "../documents/benchDocument";
import type { Message } from "./serverProcess";

/** A server to measure, with its configuration. */
export interface Subject {
  readonly name: string;
  /** The program and its parameters. */
  readonly command: readonly [string, ...string[]];
  /** Environment variables that its client adds. */
  readonly environment: Readonly<Record<string, string>>;
  readonly languageId: string;
  readonly initializationOptions: unknown;
  /** Messages that its client sends after `initialized`. */
  readonly afterInitialized: readonly Message[];
  /** The client's response to `workspace/configuration`. */
  readonly settings: unknown;
  /** Whether the server's diagnostics have this project's codes, or others. */
  readonly answers: "withOurCodes" | "withOtherCodes";
  /** Counts the groups and analyses in a response to `textDocument/documentSymbol`. */
  readonly outlineOf: (symbols: unknown) => Outline;
}

export type Outline = Pick<BenchDocument, "groups" | "analyses">;
