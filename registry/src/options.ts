import { parseArgs } from "node:util";

/** The parsed command line. `enlarged`: the sample data in this size; `file`: a data file, by default the sample. */
export type CommandLine =
  | { readonly kind: "usage"; readonly problem: string }
  | {
      readonly kind: "serve";
      readonly port: number;
      /** Whether to start an authorization server too; if `port` is given, at the next one. */
      readonly oauth: boolean;
      readonly source:
        | { readonly kind: "file"; readonly path: string | null }
        | { readonly kind: "enlarged"; readonly groups: number; readonly people: number };
    };

export const usage = "usage: npm run registry -- [--port N] [--oauth] [--data FILE | --groups N --people N]";

/** Parses the command line of the reference registry. */
export function readCommandLine(words: readonly string[]): CommandLine {
  let values: { port?: string; oauth?: boolean; data?: string; groups?: string; people?: string };
  try {
    values = parseArgs({
      args: [...words],
      options: {
        port: { type: "string" },
        oauth: { type: "boolean" },
        data: { type: "string" },
        groups: { type: "string" },
        people: { type: "string" },
      },
    }).values;
  } catch (error) {
    return { kind: "usage", problem: error instanceof Error ? error.message : String(error) };
  }
  const problem = (text: string): CommandLine => ({ kind: "usage", problem: text });
  const port = readCount(values.port ?? "0");
  if (port === null || port > 65_535) return problem("--port is not a port number");
  const { oauth = false } = values;
  if (values.groups === undefined && values.people === undefined) {
    return { kind: "serve", port, oauth, source: { kind: "file", path: values.data ?? null } };
  }
  if (values.data !== undefined) return problem("--data and --groups or --people exclude each other");
  const groups = readCount(values.groups ?? "300");
  const people = readCount(values.people ?? "300");
  if (groups === null || groups < 1) return problem("--groups is not a count of at least 1");
  if (people === null || people < 2) return problem("--people is not a count of at least 2");
  return { kind: "serve", port, oauth, source: { kind: "enlarged", groups, people } };
}

function readCount(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}
