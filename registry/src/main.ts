// The reference registry as a process: `npm run registry`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleAccounts } from "./authorizationServer";
import { openCertificateFolder } from "./certificates";
import { Content, readContent, type ContentResult, enlarged } from "./content";
import { type CommandLine, readCommandLine, usage } from "./options";
import { startRegistry } from "./respond";

/** The root of the repository: this file is bundled into `out/registry`. */
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
  const given = source.kind === "file" ? source.path : null;
  const path = given ?? join(root, "registry/data/sample.json");
  try {
    const content = readContent(JSON.parse(await readFile(path, "utf8")));
    return content.kind === "content" && source.kind === "enlarged"
      ? { ...content, records: enlarged(content.records, source) }
      : content;
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

main().catch((error: unknown) => fail([error instanceof Error ? error.message : String(error)]));
