// The reference registry as a process: `npm run registry`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sampleAccounts } from "./accounts";
import { openCertificateFolder } from "./certificates";
import { Content, readContent } from "./content";
import type { ContentResult } from "./content";
import { generateRecords } from "./generate/generateRecords";
import { startRegistry } from "./respond";

/** What the command line asks for. `generated`: a registry of this size, made up; else a data file. */
export type CommandLine =
  | { readonly kind: "usage"; readonly problem: string }
  | {
      readonly kind: "serve";
      readonly port: number;
      /** Whether an authorization server is started too; with a stated port, at the one after it. */
      readonly oauth: boolean;
      readonly source:
        | { readonly kind: "file"; readonly path: string | null }
        | { readonly kind: "generated"; readonly groups: number; readonly people: number };
    };

export const usage = "usage: npm run registry -- [--port N] [--oauth] [--data FILE | --groups N --people N]";

/** Reads the command line of the reference registry. */
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
  return { kind: "serve", port, oauth, source: { kind: "generated", groups, people } };
}

function readCount(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** This file is bundled into `out/registry`. */
const root = join(__dirname, "../..");

async function main(): Promise<void> {
  const command = readCommandLine(process.argv.slice(2));
  if (command.kind === "usage") {
    fail([command.problem, usage]);
    return;
  }
  const content = await load(command.source);
  if (content.kind === "faulty") {
    fail(content.problems);
    return;
  }
  const certificates = await openCertificateFolder(join(root, ".local/registry"), new Date());
  const registry = await startRegistry({
    port: command.port,
    certificates,
    content: new Content(content.records),
    accounts: sampleAccounts,
    ...(command.oauth ? { oauth: { port: command.port === 0 ? 0 : command.port + 1 } } : {}),
    log,
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void registry.stop());
  const { url, issuer } = registry;
  process.stdout.write(`${JSON.stringify({ url, ca: certificates.authorityFile, issuer })}\n`);
}

async function load(source: Extract<CommandLine, { kind: "serve" }>["source"]): Promise<ContentResult> {
  if (source.kind === "generated") {
    return { kind: "content", records: generateRecords({ ...source, seed: 1 }) };
  }
  const path = source.path ?? join(root, "registry/data/sample.json");
  try {
    return readContent(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    return {
      kind: "faulty",
      problems: [`${path}: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
}

function fail(problems: readonly string[]): void {
  const shown = 20;
  for (const problem of problems.slice(0, shown)) log(problem);
  if (problems.length > shown) log(`and ${problems.length - shown} problems more`);
  process.exitCode = 2;
}

function log(message: string): void {
  process.stderr.write(`registry: ${message}\n`);
}

// Tests load this file to read command lines.
if (require.main?.filename === __filename)
  main().catch((error: unknown) => fail([error instanceof Error ? error.message : String(error)]));
