import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Merged, SideName, Texts } from "@analyses/merge";
import {
  conflictEffects,
  conflictLine,
  markedText,
  mergeReport,
  mergeTexts,
  noteSentences,
  textOfPieces,
} from "@analyses/merge";
import {
  comparisonMarkdown,
  compareReports,
  english,
  itemsOfDocument,
  versionOfItem,
  visible,
} from "@analyses/evidence";
import { type JsonValue, readDocument, valueOf, withoutYielding } from "@analyses/json";
import { addressOf, nameOf, readFileOf, readNamed } from "./files";
import { packageUri } from "./packageFolder";
import { type NoRequest, complaining, put, runProgram, wrong } from "./program";
import { bindingReader } from "./roleBindings";
import { checkFiles } from "../checker/checkFiles";
import { findingsBeyond } from "../findings/finding";

const usage = `Usage: analyses-merge BASE OURS THEIRS [MARKER-SIZE [PATH [BASE-LABEL OURS-LABEL THEIRS-LABEL]]]
       analyses-merge --check|--report BASE OURS THEIRS [PATH]

Merges two versions of an analyses document that were made of BASE, by study and cell. As a merge driver of
Git (\`analyses-merge %O %A %B %L %P %S %X %Y\`, see docs/git.md) it writes the merged text into OURS, with
conflict markers around the lines that are to be decided. What is not JSON is merged as Git merges lines.
Problems that the merged document has and neither version had are named, by the checks and schemas of PATH.

  --check        write nothing; say what is to be decided
  --report       write nothing; say as Markdown what was merged, what is to be decided, and what it does to
                 the results, by the configuration file of PATH, or else of OURS
  -h, --help     show this help
  -V, --version  show the version

Exit status: 0 all is merged, 1 something is to be decided, 129 it could not do its work.`;

/** Git treats a status above 128 as a failed driver, and leaves both versions unchanged (gitattributes(5)). */
const failed = 129;

interface Request {
  readonly kind: "merge";
  readonly mode: "merge" | "check" | "report";
  readonly files: readonly [string, string, string];
  readonly markerSize: number;
  /** The document's path in its repository: Git gives the driver temporary files. */
  readonly path: string;
  /** The labels of conflict markers: branches and commits, if Git provides them. */
  readonly labels: Readonly<Record<SideName, string>>;
}

function readCommandLine(words: readonly string[]): Request | NoRequest {
  const [first = ""] = words;
  if (first === "-h" || first === "--help") return { kind: "help" };
  if (first === "-V" || first === "--version") return { kind: "version" };
  const mode = first === "--check" ? "check" : first === "--report" ? "report" : "merge";
  const rest = mode === "merge" ? words : words.slice(1);
  // Only the first word can be an option: the path of a document, which Git passes later, may begin with hyphens.
  if (rest[0]?.startsWith("--") === true) return wrong(`there is no option ${rest[0]}`);
  const [base, ours, theirs, ...more] = rest;
  if (base === undefined || ours === undefined || theirs === undefined)
    return wrong("three files are needed: BASE OURS THEIRS");
  const size = mode === "merge" ? more.shift() : undefined;
  const markerSize = Number(size ?? 7);
  if (!Number.isInteger(markerSize) || markerSize < 1) return wrong("MARKER-SIZE must be a number");
  const [path = ours, ...named] = more;
  const [baseLabel, oursLabel, theirsLabel, ...tooMany] = mode === "merge" ? named : ["", "", "", ...named];
  if (tooMany.length > 0) return wrong("there are too many files");
  const labels = {
    base: labelOf("base", baseLabel),
    ours: labelOf("ours", oursLabel),
    theirs: labelOf("theirs", theirsLabel),
  };
  return { kind: "merge", mode, files: [base, ours, theirs], markerSize, path, labels };
}

/** Git before 2.44 passes the placeholder itself; newer versions pass an empty label if there is no name. */
function labelOf(side: SideName, given = ""): string {
  return /^(?:%[SXY])?$/.test(given) ? side : given;
}

/** The three texts, and the byte order mark of `ours`; undefined if a file cannot be read. */
async function readTexts({
  files,
}: Request): Promise<{ readonly texts: Texts; readonly mark: string } | undefined> {
  const [base, ours, theirs] = await Promise.all(files.map(readNamed));
  if (base?.kind !== "read" || ours?.kind !== "read" || theirs?.kind !== "read") return undefined;
  // If both sides added the document, Git passes an empty base.
  const texts = { base: base.text.trim() === "" ? null : base.text, ours: ours.text, theirs: theirs.text };
  return { texts, mark: ours.mark ?? "" };
}

async function merge(request: Request): Promise<number> {
  const read = await readTexts(request);
  const merged = read && mergeTexts(read.texts);
  if (read === undefined || merged === undefined || merged.kind === "unreadable") {
    await complain(`${request.path}: a version of it is not JSON: it is merged line by line, if at all`);
    return request.mode === "merge" ? mergeLines(request) : failed;
  }
  const status = merged.conflicts.length === 0 ? 0 : 1;
  if (request.mode === "report") {
    await put("stdout", await reportOf(request, merged, read.texts), "data");
    return status;
  }
  if (request.mode === "merge") {
    const { markerSize: size, labels } = request;
    const text = markedText(merged, { size, labels });
    writeFileSync(request.files[1], read.mark + text);
  }
  for (const conflict of merged.conflicts)
    if (!conflict.isStoredResult)
      await put(
        request.mode === "check" ? "stdout" : "stderr",
        `${visible(`${request.path}: ${conflictLine(conflict, english)}`)}\n`,
      );
  const sentences = [...noteSentences(merged, english), ...(await newProblems(request, merged, read.texts))];
  for (const sentence of sentences) await complain(`${request.path}: ${sentence}`);
  return status;
}

/** In UTF-16 units: a merge skips the check of longer documents, because Git waits for the driver. */
const maxLength = 2_000_000;

/**
 * Sentences on the problems of the merged document that neither version had, by the checks and schemas in force at its
 * path: a stored result may differ from the merged data. At open conflicts, the checked text has `ours`.
 */
async function newProblems(
  { path }: Request,
  merged: Merged,
  { ours, theirs }: Texts,
): Promise<readonly string[]> {
  const unknown = (reason: string): readonly string[] => [
    `whether it passes the checks is not known: ${reason}`,
  ];
  const texts = [textOfPieces(merged.pieces, () => "ours"), ours, theirs];
  if (texts.some(({ length }) => length > maxLength))
    return unknown("it is too long to be checked while it is merged: use analyses-check");
  const uri = addressOf(path);
  const { files, failures } = await checkFiles(
    texts.map((text) => ({ name: path, uri, read: () => Promise.resolve({ kind: "read", text } as const) })),
    { settings: { severity: {} }, configuration: { kind: "nearest" }, isFixing: false },
    { readFile: readFileOf, packageUri, nameOf },
  );
  const [failure] = failures;
  if (failure !== undefined) return unknown(`${failure.name}: ${failure.reason}`);
  const [found = [], ...before] = files.map(({ problems }) => problems);
  // Conflict markers shift the lines: give line numbers only without conflicts.
  const isWhole = merged.conflicts.length === 0;
  return findingsBeyond(before.flat(), found).map(({ code, message, range }) => {
    const line = isWhole ? ` (line ${range.start.line + 1})` : "";
    return `neither version had this${line}: ${message} (${code})`;
  });
}

/** Merges lines as Git does without a driver. A binary file stays as it is in `ours`. */
function mergeLines({ files: [base, ours, theirs], markerSize, labels: named }: Request): number {
  const labels = [named.ours, named.base, named.theirs].flatMap((label) => ["-L", label]);
  const { status } = spawnSync(
    "git",
    ["merge-file", "--quiet", ...labels, `--marker-size=${markerSize}`, "--", ours, base, theirs],
    { stdio: "inherit" },
  );
  return status === 0 ? 0 : 1;
}

async function reportOf(request: Request, merged: Merged, texts: Texts): Promise<string> {
  const { path } = request;
  const bindingOf = await bindingReader({
    itemSchema: null,
    roles: null,
    configuration: { kind: "nearest" },
  });
  const binding = await bindingOf({ path, text: texts.ours });
  const versions = (text: string) =>
    itemsOfDocument(valueIn(text), binding).map((item) => versionOfItem(item, english));
  const effects = withoutYielding(conflictEffects(merged, binding, new Map()));
  const result = textOfPieces(merged.pieces, () => "ours");
  const before = versions(texts.base ?? texts.ours);
  const comparison = compareReports({ path: "", analyses: before }, { path, analyses: versions(result) });
  const problems = await newProblems(request, merged, texts);
  return mergeReport(
    merged,
    { path, effects, problems, results: comparisonMarkdown(comparison, english) },
    english,
  );
}

function valueIn(text: string): JsonValue | undefined {
  const document = readDocument(text, () => "eager");
  return valueOf(document, document.root);
}

const complain = complaining("analyses-merge");

void runProgram({ complain, usage: () => usage, failed }, async (words) => {
  const commandLine = readCommandLine(words);
  return commandLine.kind === "merge" ? merge(commandLine) : commandLine;
});
