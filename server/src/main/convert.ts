import { runYielding } from "@analyses/json";
import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parsedJson } from "@analyses/protocol/message";
import {
  type Answers,
  type Comparison,
  type Counts,
  type NamedBytes,
  type Questions,
  type ReportItem,
  type Review,
  type WriteOutcome,
  analysisKey,
  compareResults,
  isPackageFile,
  onlyAnalyses,
  readAnswers,
  readDocument,
  readSource,
  writeReview,
} from "@analyses/exchange";
import { type RoleBinding, choiceName, english, visible } from "@analyses/evidence";
import { newestSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { roleBinding } from "../evidence/analysisEvidence";
import { type ConvertRequest, convertUsage, readConvertCommandLine } from "./convertCommandLine";
import { CannotConvert, refuseReportFile, sourceFiles, writeResults } from "./convertFiles";
import { readNamed } from "./files";
import { complaining, put, runProgram } from "./program";
import { type ContextInForce, contextReader } from "./roleBindings";

/** The result of converting one source. */
interface Converted {
  readonly names: readonly string[];
  readonly review: Review;
  readonly read: Counts;
  readonly written: Extract<WriteOutcome, { kind: "written" }>;
  readonly items: readonly ReportItem[];
  readonly results: Comparison;
}

const host = { now: Date.now, pause: () => setImmediate(), isCancelled: () => false };

async function convert(request: ConvertRequest): Promise<number> {
  const given = request.columns === null ? { columns: new Map() } : await answersIn(request.columns);
  const answers = request.sheet === null ? given : { ...given, sheet: request.sheet };
  const all = await Promise.all(
    request.files.map(async (name) => ({ name, files: await sourceFiles(name) })),
  );
  // Several files of a RevMan package are one source.
  const isOnePackage =
    all.length > 1 && all.every(({ files }) => files.every(({ name }) => isPackageFile(name)));
  const sources = isOnePackage
    ? [{ name: all[0]?.name ?? "", files: all.flatMap(({ files }) => files) }]
    : all;
  if (sources.length > 1 && request.output === null)
    throw new CannotConvert("several sources go into a folder: name it with --output");
  const converted: Converted[] = [];
  for (const source of sources) {
    const result = await convertSource(source, request, answers);
    if (result === null) return 2;
    converted.push(result);
  }
  const results = converted.flatMap(({ written }) => written.files);
  const duplicate = results.find(
    ({ name }, index) => results.findIndex((result) => result.name === name) !== index,
  );
  if (duplicate !== undefined) throw new CannotConvert(`two results would be called ${duplicate.name}`);
  const hasSeveralFiles = request.to === "revman-package" || results.length > 1;
  const { force, output, reportFile } = request;
  if (reportFile !== null) await refuseReportFile(reportFile, { force });
  let targets: readonly string[] = [];
  if (output !== null) targets = await writeResults(results, output, { hasSeveralFiles, force });
  else if (results.length === 1)
    await put("stdout", new TextDecoder("utf-8", { ignoreBOM: true }).decode(results[0]?.bytes), "data");
  else throw new CannotConvert("the result is several files: name a folder with --output");
  await report(converted, targets, request);
  return exitStatus(converted, request);
}

/** @returns null if the source leaves questions open, after printing them */
async function convertSource(
  { name, files }: { readonly name: string; readonly files: readonly NamedBytes[] },
  request: ConvertRequest,
  answers: Answers,
): Promise<Converted | null> {
  const contextOf = contextReader(request);
  const outcome = await runYielding(
    readSource(files, {
      translate: english,
      ...(request.from === null ? {} : { from: request.from }),
      answers,
    }),
    host,
  );
  if (outcome === "cancelled") return null;
  if (outcome.kind === "questions") {
    await ask(name, outcome.questions, answers);
    return null;
  }
  if (outcome.kind === "refused") throw new CannotConvert(outcome.reason);
  const path = name === "-" ? "stdin.analyses.json" : name;
  const read =
    outcome.kind === "document"
      ? await runYielding(
          readDocument(outcome.text, {
            file: name,
            translate: english,
            binding: bindingOf(await contextOf({ path, text: outcome.text })),
          }),
          host,
        )
      : outcome;
  if (read === "cancelled") return null;
  if (read.kind === "refused") throw new CannotConvert(read.reason);
  const review = request.analyses === null ? read.review : onlyAnalyses(read.review, request.analyses);
  const keys = review.groups.flatMap((group) =>
    group.analyses.map((analysis) => analysisKey(group, analysis)),
  );
  const wanted = [...(request.analyses ?? [])].find((key) => !keys.includes(key));
  if (wanted !== undefined) throw new CannotConvert(`${name}: there is no analysis ${wanted}`);
  const target = await contextOf({ path: request.output ?? path, text: "{}" });
  const written = await runYielding(
    writeReview(review, {
      translate: english,
      format: request.to,
      name: baseNameOf(name),
      shape: shapeOf(target),
      $schema: newestSchemaIdentifier,
      riskOfBias: request.riskOfBias,
      withoutResults: request.withoutResults,
      rawText: request.rawText,
      isMinified: request.to === "revman-json",
    }),
    host,
  );
  if (written === "cancelled") return null;
  if (written.kind === "asks-risk-of-bias")
    throw new CannotConvert(
      `${name}: it does not say how risk of bias was judged: add --risk-of-bias 1 or 2`,
    );
  if (written.kind === "refused") throw new CannotConvert(written.reason);
  const results = await runYielding(compareResults(review, english), host);
  if (results === "cancelled") return null;
  const names = files.map((file) => file.name);
  const items = [...read.items, ...written.items, ...results.items];
  return { names, review, read: read.counts, written, items, results };
}

function baseNameOf(name: string): string {
  return name === "-" ? "converted" : basename(name).replace(/(?:\.analyses)?\.[^.]*$/, "");
}

async function answersIn(path: string): Promise<Answers> {
  const reading = await readNamed(path);
  if (reading.kind === "failed") throw new CannotConvert(`${path}: ${reading.reason}`);
  const read = readAnswers(parsedJson(reading.text));
  if (read.kind === "read") return read.answers;
  const { name, allowed } = read;
  if (name === "") throw new CannotConvert(`${path}: it is not a JSON object of answers`);
  const expected = allowed.length === 0 ? "a text, or a list of texts" : `one of ${allowed.join(", ")}`;
  throw new CannotConvert(`${path}: “${name}” must be ${expected}`);
}

function bindingOf({ context, settings }: ContextInForce): RoleBinding {
  return roleBinding(context, settings.evidence);
}

function shapeOf({
  context: { itemSchema },
  settings,
}: ContextInForce): Parameters<typeof writeReview>[1]["shape"] {
  if (itemSchema.kind !== "ready") return null;
  const { uri, files } = itemSchema;
  return { uri, files, roles: settings.evidence.roles };
}

/**
 * Prints a table's open questions with their allowed answers, and an example of the answer file. The example lists the
 * allowed answers in place of an answer: if a user saves it unchanged, the questions stay open.
 */
async function ask(
  name: string,
  { questions, answers: { columns } }: Questions,
  given: Answers,
): Promise<void> {
  const firstOfColumns = questions.findIndex(({ key }) => key === "columns");
  const lines = questions.flatMap(({ key, message, choices, isNeeded, proposed }, index) => {
    const isOfColumns = key === "columns";
    const fallback = proposed === undefined ? "may stay open: null" : `without an answer: ${proposed}`;
    const ifUnanswered = isNeeded ? "" : ` (${fallback})`;
    const all = isOfColumns
      ? choices.join(" | ")
      : choices.map((choice) => JSON.stringify(choice)).join(" | ");
    const givenHere = isOfColumns ? [] : [given[key] ?? []].flat();
    const invalid = givenHere.filter((answer) => !choices.includes(answer));
    const wrong = invalid.map((answer) => `    “${answer}” is none of these.`);
    const isWrong = isNeeded && wrong.length === givenHere.length;
    return [
      `  ${message}${ifUnanswered}`,
      // All columns have the same allowed answers: list these once.
      ...(isOfColumns && index > firstOfColumns
        ? []
        : [`    ${isOfColumns ? "each heading" : JSON.stringify(key)}: ${all}`]),
      ...(isWrong ? wrong : []),
    ];
  });
  const example = Object.fromEntries([
    ...(questions.some(({ key }) => key === "columns") ? columns : []),
    ...questions.flatMap(({ key, choices, isNeeded }) =>
      key === "columns" ? [] : [[key, isNeeded ? choices.join(" | ") : null] as const],
    ),
  ]);
  const text = [
    `analyses-convert: ${name} leaves open:`,
    ...lines,
    "Save the answers as a file, such as answers.json, and add --columns answers.json. An example, to be edited:",
    ...JSON.stringify(example, undefined, 2).split("\n"),
  ];
  await put("stderr", `${text.map(visible).join("\n")}\n`);
}

/** 1 if data were lost; with `--strict` also if data were changed or assumed, or results differ. */
function exitStatus(converted: readonly Converted[], { strict }: ConvertRequest): 0 | 1 {
  const fails = ({ severity, code }: ReportItem): boolean =>
    severity === "lost" || (strict && (severity !== "note" || code === "result-differs"));
  return converted.some(({ items }) => items.some(fails)) ? 1 : 0;
}

async function report(
  converted: readonly Converted[],
  targets: readonly string[],
  request: ConvertRequest,
): Promise<void> {
  const reports = converted.map(({ names, review, read, written, items, results }) => ({
    version: 1,
    source: { kind: review.source, files: names },
    target: {
      format: request.to,
      files: targets.length > 0 ? targets : written.files.map(({ name }) => name),
    },
    counts: { read, written: written.counts },
    items,
    results: { compared: results.compared, equal: results.equal },
  }));
  const text =
    request.report === "json"
      ? `${JSON.stringify(reports.length === 1 ? reports[0] : reports, undefined, 2)}\n`
      : converted.map(textReport).join("") + summary(converted, targets);
  if (request.reportFile === null) await put("stderr", text, request.report === "json" ? "data" : "lines");
  else
    await writeResults([{ name: "", bytes: new TextEncoder().encode(text) }], request.reportFile, {
      hasSeveralFiles: false,
      force: request.force,
    });
}

function textReport({ names, review, read, items, results }: Converted): string {
  const [name = ""] = names;
  const lines = items.map(({ severity, analysis, place, message }) => {
    const at = place === null ? "" : ` (${place.file}:${place.line})`;
    return `  ${severity}${analysis === null ? "" : ` ${analysis}`}: ${visible(message)}${visible(at)}`;
  });
  const compared =
    results.compared === 0
      ? []
      : [
          `  ${results.equal} of ${counted(results.compared, "analysis", "analyses")} with stored results: the same.`,
        ];
  return [
    `${visible(name)}: ${counted(read.analyses, "analysis", "analyses")}, ${counted(read.rows, "row", "rows")}`,
    ...lines,
    ...openSettings(review),
    ...compared,
    "",
  ].join("\n");
}

/** A line for each analysis of a table with the choices that neither the table nor the answers made. */
function openSettings({ source, groups }: Review): readonly string[] {
  if (source !== "table") return [];
  return groups.flatMap((group) =>
    group.analyses.flatMap((analysis) => {
      const { choices } = analysis;
      const wanted: readonly (keyof typeof choices)[] = [
        "effect-measure",
        "method",
        "model",
        ...(choices.model?.value === "random-effects" ? (["heterogeneity-estimator"] as const) : []),
      ];
      const open = wanted.filter((role) => choices[role] === undefined);
      if (open.length === 0) return [];
      const names = open.map((role) => choiceName(role, english)).join(", ");
      return [
        `  open ${analysisKey(group, analysis)}: ${names}. Choose in the document, or answer with --columns.`,
      ];
    }),
  );
}

/** A line that names the written files and says whether anything was lost. */
function summary(converted: readonly Converted[], targets: readonly string[]): string {
  const lost = converted.flatMap(({ items }) => items.filter(({ severity }) => severity === "lost")).length;
  const where = targets.length === 0 ? "to the standard output" : targets.join(", ");
  const rest =
    lost === 0
      ? "Everything of the analyses was carried over."
      : `Not carried over: what the ${counted(lost, "line above with “lost” lists", "lines above with “lost” list")}.`;
  return `  Written: ${visible(where)}. ${rest}\n`;
}

function counted(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

const complain = complaining("analyses-convert");

void runProgram({ complain, usage: () => convertUsage }, async (words) => {
  const commandLine = readConvertCommandLine(words);
  return commandLine.kind === "convert" ? convert(commandLine) : commandLine;
});
