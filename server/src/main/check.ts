import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { URI } from "vscode-uri";
import { type FileReading, readTexts } from "@analyses/protocol/customMessages";
import type {
  CheckedFile,
  CheckFailure,
  CheckResult,
  CheckOptions,
  DocumentToCheck,
} from "../checker/checkFiles";
import type { Baseline, ReportInput, Paint, Style } from "../checker/reports";
import {
  readBaseline,
  withoutKnown,
  githubReport,
  jsonReport,
  junitReport,
  countProblems,
  sarifReport,
  textReport,
} from "../checker/reports";
import { diffReport } from "../checker/diffReport";
import { translate, setLocale } from "../localisation/translate";
import { type CheckRequest, type ReportFormat, readCommandLine, shortUsage, usage } from "./checkCommandLine";
import { findDocuments, searchBy, watchFolders, repositoryAround } from "./documentFiles";
import {
  addressOf,
  linkBelow,
  patchPathOf,
  pipedName,
  readNamed,
  schemaAddressOf,
  writeText,
  nameOf,
  readFileAtOnce,
} from "./files";
import { home, packageVersion, packageUri } from "./packageFolder";
import type { OutputName, TextKind } from "./program";
import { complaining, isColoured, isTerminal, put, runProgram } from "./program";
import { styleText } from "node:util";
import { availableParallelism } from "node:os";
import { Worker, parentPort, workerData } from "node:worker_threads";
import { checkFiles } from "../checker/checkFiles";

const reports: Readonly<Record<ReportFormat, (input: ReportInput) => string>> = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  junit: junitReport,
};

const textKinds: Readonly<Record<ReportFormat, TextKind>> = {
  text: "lines",
  json: "data",
  sarif: "data",
  github: "commands",
  junit: "data",
};

interface Round {
  readonly status: number;
  /** The paths whose changes trigger another check: files, and folders in which documents may appear. */
  readonly watched: readonly string[];
  /** When the check started, in milliseconds since 1970. */
  readonly started: number;
  /** Whether the check fixed a file; as a change, the fix triggers another check. */
  readonly hasMended: boolean;
}

/** Checks once: writes fixes if requested, then the report. */
async function check(request: CheckRequest): Promise<Round> {
  const started = Date.now();
  const piped = request.names.includes("-") ? await readNamed("-") : undefined;
  const options = optionsOf(request);
  const found =
    piped === undefined ? await findDocuments(request.names, searchBy(options, request)) : noDocuments;
  const names = found.documents.map(({ name }) => name);
  const baseline = request.baseline === undefined ? noBaseline : await readBaselineOf(request.baseline);
  const checked = await (piped === undefined
    ? checkOnAllCores(import.meta.filename, { names, options })
    : checkDocuments([documentPiped(request, piped)], options));
  const result = { ...checked, files: checked.files.map((file) => withoutKnown(file, baseline.known)) };
  const isWriting = request.fixing === "files" && piped === undefined;
  const written = isWriting
    ? await writeFixes(result.files, found.documents)
    : { files: result.files, failures: [] };
  const patch =
    request.fixing === "diff"
      ? await patchOf(written.files, piped !== undefined && request.stdinFilename === undefined)
      : { text: "", files: written.files, failures: [] };
  const { files } = patch;
  const failures: CheckFailure[] = [
    ...[...(request.mayBeNone ? [] : found.missing), ...found.unreadable].map((failure) => ({
      ...failure,
      uri: undefined,
    })),
    ...baseline.failures,
    ...result.failures,
    ...written.failures,
    ...patch.failures,
  ];
  await write(request, { files, failures }, piped, patch.text);
  const watched = [...found.folders, ...names.map((name) => resolve(name)), ...result.read];
  const hasMended = request.fixing === "files" && files.some(({ fixed }) => fixed !== undefined);
  return { status: statusOf(request, { files, failures }), watched, started, hasMended };
}

interface KnownProblems {
  readonly known: Baseline;
  readonly failures: readonly CheckFailure[];
}

const noBaseline: KnownProblems = { known: new Map(), failures: [] };

async function readBaselineOf(name: string): Promise<KnownProblems> {
  const reading = await readNamed(name);
  const known = reading.kind === "read" ? readBaseline(reading.text) : undefined;
  if (known !== undefined) return { known, failures: [] };
  const reason = reading.kind === "failed" ? reading.reason : translate("it is no report of --format json");
  return { known: new Map(), failures: [{ name, uri: addressOf(name), reason }] };
}

const noDocuments = { documents: [], missing: [], unreadable: [], folders: [] };

function optionsOf({
  itemSchema,
  schemas,
  severity,
  maxProblems,
  configuration,
  fixing,
}: CheckRequest): CheckOptions {
  return {
    settings: {
      ...(itemSchema === undefined ? {} : { itemSchema: schemaAddressOf(itemSchema) }),
      ...(maxProblems === undefined ? {} : { maxProblems }),
      schemas: schemas.map(({ id, path }) => ({ id, path: schemaAddressOf(path) })),
      severity,
    },
    configuration,
    isFixing: fixing !== "no",
  };
}

function documentPiped({ stdinFilename }: CheckRequest, piped: FileReading): DocumentToCheck {
  return {
    name: stdinFilename ?? pipedName,
    uri: addressOf(stdinFilename ?? "stdin.analyses.json"),
    read: () => Promise.resolve(piped),
  };
}

/** The result for a file whose fixes are not used. */
function withoutFixes(file: CheckedFile): CheckedFile {
  return { ...file, problems: file.problemsBefore, fixed: undefined };
}

/**
 * Writes fixes; if a file cannot be written, reports its original problems. Refuses to write through links below the
 * named folder: otherwise the folder's author would choose which of the user's files is overwritten.
 */
async function writeFixes(
  checked: readonly CheckedFile[],
  found: readonly { readonly name: string; readonly folder: string }[],
): Promise<CheckResult> {
  const folders = new Map(found.map(({ name, folder }) => [addressOf(name), folder]));
  const files: CheckedFile[] = [];
  const failures: CheckFailure[] = [];
  for (const file of checked) {
    const { name, uri, fixed } = file;
    const reason =
      fixed === undefined
        ? undefined
        : (await linkBelow(folders.get(uri) ?? ".", name)) !== undefined
          ? translate("it is not mended, for a link leads to it")
          : await writeText(URI.parse(uri).fsPath, fixed);
    if (reason !== undefined) failures.push({ name, uri, reason });
    files.push(reason === undefined ? file : withoutFixes(file));
  }
  return { files, failures };
}

/**
 * Makes a patch of all fixes. Omits files outside the current folder, because `git apply` would reject the whole patch,
 * and reports their original problems.
 *
 * @param isNameless whether the text came from a pipe without a name
 */
async function patchOf(
  checked: readonly CheckedFile[],
  isNameless: boolean,
): Promise<CheckResult & { readonly text: string }> {
  const inside: CheckedFile[] = [];
  const files: CheckedFile[] = [];
  const failures: CheckFailure[] = [];
  for (const file of checked) {
    const { name, uri, fixed } = file;
    const path = isNameless ? name : await patchPathOf(uri);
    if (path !== undefined) inside.push({ ...file, name: path });
    const isLeftOut = path === undefined && fixed !== undefined;
    files.push(isLeftOut ? withoutFixes(file) : file);
    const reason = translate("it lies outside of this folder, where no patch reaches");
    if (isLeftOut) failures.push({ name, uri, reason });
  }
  return { text: diffReport(inside), files, failures };
}

/** Writes the report: to the standard error if the standard output is a patch or the fixed text of a pipe. */
async function write(
  request: CheckRequest,
  { files, failures }: CheckResult,
  piped: FileReading | undefined,
  patch: string,
): Promise<void> {
  const { fixing, format, isQuiet, maxWarnings } = request;
  const isOutputTaken = fixing === "diff" || (fixing === "files" && piped !== undefined);
  if (fixing === "diff") await put("stdout", patch, "data");
  else if (isOutputTaken && piped?.kind === "read")
    await put("stdout", files[0]?.fixed?.after ?? (piped.mark ?? "") + piped.text, "data");
  const output = isOutputTaken ? "stderr" : "stdout";
  const shown = files.map((file) => {
    const problems = file.problems.filter(({ severity }) => severity === "error");
    return isQuiet ? { ...file, problems } : file;
  });
  const root = request.base ?? repositoryAround(".", process.env.GITHUB_WORKSPACE, existsSync) ?? ".";
  if (format !== "text" || !isQuiet || shown.some(({ problems }) => problems.length > 0))
    await put(
      output,
      reports[format]({
        files: shown,
        failures,
        version: packageVersion(),
        root: URI.file(resolve(root)).toString().replace(/\/?$/, "/"),
        pageOf: documentationPage,
        paint: painter(output),
        isTrial: fixing === "diff",
      }),
      textKinds[format],
    );
  for (const { name, reason } of failures) await complain(`${name}: ${reason}`);
  if (countProblems(files).warning > maxWarnings)
    await complain(translate("there are more warnings than {0}", maxWarnings));
}

/** The exit status, as `--help` describes it. */
function statusOf({ maxWarnings, fixing }: CheckRequest, { files, failures }: CheckResult): number {
  if (failures.length > 0) return 2;
  const { error, warning } = countProblems(files);
  const wouldChange = fixing === "diff" && files.some(({ fixed }) => fixed !== undefined);
  return error > 0 || warning > maxWarnings || wouldChange ? 1 : 0;
}

function documentationPage(code: string): string | undefined {
  try {
    return readFileSync(join(home, "docs/diagnostics", `${code}.md`), "utf8");
  } catch {
    return undefined;
  }
}

async function watch(request: CheckRequest): Promise<never> {
  for (;;) {
    const { watched, started, hasMended } = await check(request);
    await put("stderr", `${translate("Waiting for changes. Ctrl+C ends.")}\n`);
    await watchFolders(watched, started);
    // Clear the terminal, except after fixes: they trigger the next check, and their list must stay visible.
    if (isTerminal("stdout") && !hasMended) await put("stdout", "\u001bc", "commands");
  }
}

const styles: Readonly<Record<Style, Parameters<typeof styleText>[0]>> = {
  error: "red",
  warning: "yellow",
  information: "blue",
  hint: "blue",
  place: "bold",
  code: "dim",
  good: "green",
};

/** Colours on terminals, unless the environment overrides this (no-color.org, force-color.org). */
function painter(output: OutputName): Paint {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== "" ? FORCE_COLOR !== "0" : undefined;
  const isUnwanted = NO_COLOR !== undefined && NO_COLOR !== "";
  const isPainted = isForced ?? (!isUnwanted && isColoured(output));
  return isPainted ? (style, text) => styleText(styles[style], text) : (_, text) => text;
}

/**
 * Selects the language of the messages, if there are translations: `LC_ALL`, `LC_MESSAGES` or `LANG` (POSIX, section
 * 8.2); without these variables, as on Windows, the system's language.
 *
 * @param l10n the folder with the translations, `bundle.l10n.LANGUAGE.json`
 */
function speakLanguageOf(env: NodeJS.ProcessEnv, l10n: string): void {
  const set = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== "");
  const locale = (set ?? Intl.DateTimeFormat().resolvedOptions().locale)
    .replace(/[.@].*$/, "")
    .replace("_", "-");
  const [, language] = /^([a-z]{2,3})(?:-|$)/i.exec(locale) ?? [];
  if (language === undefined || language === "en") return;
  try {
    const file = join(l10n, `bundle.l10n.${language.toLowerCase()}.json`);
    setLocale(locale, readTexts({ texts: JSON.parse(readFileSync(file, "utf8")) as unknown }));
  } catch {
    // There is no translation for this language.
  }
}

const complain = complaining("analyses-check");

speakLanguageOf(process.env, join(home, "l10n"));
if (!answerAsThread())
  void runProgram({ complain, usage, shortUsage }, async (words) => {
    const commandLine = readCommandLine(words);
    if (commandLine.kind !== "check") return commandLine;
    return commandLine.isWatching ? watch(commandLine) : (await check(commandLine)).status;
  });

/** The result of a check, and the paths of all further files that it read. */
interface CheckedPart extends CheckResult {
  readonly read: readonly string[];
}

/** The documents that one thread checks, as plain data that can be sent to it. */
interface Part {
  readonly names: readonly string[];
  readonly options: CheckOptions;
}

/** Checking this many documents takes as long as starting a thread: fewer are not worth a thread. */
const fewestOfThread = 100;

/**
 * Checks files, many of them in several threads, each of which reads the schemas anew. The result is in the files'
 * order.
 *
 * @param program the file that each thread runs, and which calls {@link answerAsThread}
 */
async function checkOnAllCores(program: string, { names, options }: Part): Promise<CheckedPart> {
  const threads = Math.max(1, Math.min(availableParallelism(), Math.floor(names.length / fewestOfThread)));
  const share = Math.ceil(names.length / threads);
  const partAt = (at: number): Part => ({ names: names.slice(at * share, (at + 1) * share), options });
  const others = Array.from({ length: threads - 1 }, (_, at) => inThread(program, partAt(at + 1)));
  const parts = await Promise.all([checkHere(partAt(0)), ...others]);
  // Several threads may report the same failure of a shared schema: keep one.
  const failures = new Map(
    parts.flatMap((part) =>
      part.failures.map((failure) => [`${failure.uri} ${failure.reason}`, failure] as const),
    ),
  );
  return {
    files: parts.flatMap(({ files }) => files),
    failures: [...failures.values()],
    read: parts.flatMap(({ read }) => read),
  };
}

function inThread(program: string, part: Part): Promise<CheckedPart> {
  return new Promise((resolve, reject) => {
    new Worker(program, { workerData: part }).once("message", resolve).once("error", reject);
  });
}

/** In a thread of {@link checkOnAllCores}, checks its part. @returns false in the program's own thread */
function answerAsThread(): boolean {
  if (parentPort === null) return false;
  const port = parentPort;
  // The main thread of the same program made this value, in `inThread`.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const part: Part = workerData;
  void checkHere(part).then((checked) => port.postMessage(checked));
  return true;
}

function checkHere({ names, options }: Part): Promise<CheckedPart> {
  const documents = names.map((name) => ({ name, uri: addressOf(name), read: () => readNamed(name) }));
  return checkDocuments(documents, options);
}

async function checkDocuments(
  documents: readonly DocumentToCheck[],
  options: CheckOptions,
): Promise<CheckedPart> {
  const read = new Set<string>();
  const result = await checkFiles(documents, options, {
    readFile: (uri) => {
      read.add(URI.parse(uri).fsPath);
      return Promise.resolve(readFileAtOnce(uri));
    },
    packageUri,
    nameOf,
  });
  return { ...result, read: [...read] };
}
