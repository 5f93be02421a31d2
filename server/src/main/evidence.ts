import type { DocumentItem, EvidenceReport, RoleBinding } from "@analyses/evidence";
import {
  comparisonMarkdown,
  comparisonReport,
  comparisonText,
  compareReports,
  csvReport,
  english,
  forestPlot,
  itemsOfDocument,
  markdownTable,
  nameWidthInFiles,
  reportItem,
  rScript,
  svgOf,
  textReport,
  versionOfItem,
  visible,
} from "@analyses/evidence";
import { isJsonObject } from "@analyses/json";
import { compareExtractions, placeLine, placeWords } from "@analyses/merge";
import { configurationFileName } from "@analyses/protocol/settings";
import type { CheckOptions } from "../checker/checkFiles";
import { pipedName, readNamed } from "./files";
import {
  type NoRequest,
  complaining,
  configurationChoice,
  put,
  readOptions,
  runProgram,
  wrong,
} from "./program";
import type { NamedDocument } from "./roleBindings";
import { findDocuments, searchBy } from "./documentFiles";
import { bindingReader, jsonOf, NotReadable, settingsOptions, textOf } from "./roleBindings";

const formats = ["text", "json", "csv", "svg", "r"] as const;
type EvidenceFormat = (typeof formats)[number];
const comparisonFormats = ["text", "json", "markdown"] as const;

interface EvidenceRequest {
  readonly kind: "evidence";
  /** As given on the command line; `-` is the standard input. */
  readonly files: readonly string[];
  readonly stdinFilename: string | null;
  readonly itemSchema: string | null;
  readonly roles: string | null;
  readonly configuration: CheckOptions["configuration"];
  readonly format: EvidenceFormat;
  /** The numbers of the group and the analysis; null for all. */
  readonly analysis: { readonly group: number; readonly number: number } | null;
}

interface ComparisonRequest extends Omit<EvidenceRequest, "kind" | "format"> {
  readonly kind: "comparison";
  readonly base: string;
  readonly format: (typeof comparisonFormats)[number];
}

type CommandLine = EvidenceRequest | ComparisonRequest | NoRequest;

const usage = `Usage: analyses-evidence [--item-schema FILE] [--roles FILE] [--config FILE | --no-config]
                         [--format text|json|csv|svg|r] [--analysis G.N] FILE|FOLDER|GLOB…
       analyses-evidence --compare BASE [--format text|json|markdown] FILE

Computes the analyses of analyses documents as the editor does, and says what has become of them.
What properties mean comes from the nearest ${configurationFileName} of FILE (itemSchema and
evidence.roles); options come first. BASE is read as FILE is. One of them may be -, the standard input.

  --item-schema FILE     the JSON Schema of an analysis, for its x-evidence-role annotations
  --roles FILE           the value of the setting analysesRegistry.evidence.roles, as JSON
  --config FILE          this configuration file and no other
  --no-config            no configuration file
  --format FORMAT        text (default), json, csv, svg (a forest plot of one analysis), or r (a script)
  --analysis G.N         only this one: analysis N of group G
  --compare BASE         what the analyses of BASE, another version of FILE, have become
  --stdin-filename FILE  the name of what comes from the standard input
  -h, --help             show this help
  -V, --version          show the version

Exit status: 0 all were computed, 1 some could not be, 2 it could not do its work.`;

const options = {
  "item-schema": { type: "string" },
  roles: { type: "string" },
  config: { type: "string" },
  "no-config": { type: "boolean" },
  format: { type: "string" },
  analysis: { type: "string" },
  compare: { type: "string" },
  "stdin-filename": { type: "string" },
} as const;

/** @param words the arguments after the program's name */
function readCommandLine(words: readonly string[]): CommandLine {
  const given = readOptions(words, options);
  if (given.kind !== "given") return given;
  const { names: files } = given;
  const wanted = given.last("format") ?? "text";
  const base = given.last("compare");
  const analysis = /^(\d+)\.(\d+)$/.exec(given.last("analysis") ?? "");
  if (given.has("analysis") && analysis === null) return wrong("--analysis must be like 1.2");
  if (files.length === 0) return wrong("no file was named");
  const piped = [...files, base].filter((name) => name === "-");
  if (piped.length > 1) return wrong("- can be read only once");
  if (given.has("stdin-filename") && piped.length === 0) return wrong("--stdin-filename goes only with -");
  const configuration = configurationChoice(given);
  if (configuration.kind === "wrong") return configuration;
  const request = {
    files,
    stdinFilename: given.last("stdin-filename") ?? null,
    itemSchema: given.last("item-schema") ?? null,
    roles: given.last("roles") ?? null,
    configuration,
    analysis: analysis === null ? null : { group: Number(analysis[1]), number: Number(analysis[2]) },
  };
  if (base === undefined) {
    const format = formats.find((one) => one === wanted);
    if (format === undefined) return wrong(`--format must be one of ${formats.join(", ")}`);
    return { kind: "evidence", ...request, format };
  }
  if (files.length > 1) return wrong("--compare takes one file");
  const format = comparisonFormats.find((one) => one === wanted);
  if (format === undefined)
    return wrong(`with --compare, --format must be one of ${comparisonFormats.join(", ")}`);
  return { kind: "comparison", ...request, base, format };
}

async function documentNamed(
  name: string,
  { stdinFilename }: Pick<EvidenceRequest, "stdinFilename">,
): Promise<NamedDocument> {
  return { path: name === "-" ? (stdinFilename ?? pipedName) : name, reading: await readNamed(name) };
}

interface ComputedFile {
  readonly path: string;
  readonly items: readonly DocumentItem[];
}

async function computeEvidence(request: EvidenceRequest): Promise<number> {
  const bindingOf = await bindingReader(request);
  const files: ComputedFile[] = [];
  const failures = new Set<string>();
  const { documents, failures: missing } = await documentsOf(request);
  for (const { name, reason } of missing) failures.add(`${name}: ${reason}`);
  for (const name of documents) {
    const document = await documentNamed(name, request);
    const { path } = document;
    try {
      files.push({
        path,
        items: itemsIn(document, await bindingOf({ path, text: textOf(document) }), request),
      });
    } catch (error) {
      if (!(error instanceof NotReadable)) throw error;
      failures.add(error.message);
    }
  }
  for (const reason of failures) await complain(reason);
  await put("stdout", await outputOf(request, files), request.format === "text" ? "lines" : "data");
  if (failures.size > 0) return 2;
  return files.some(({ items }) => items.some(({ evidence }) => evidence.kind === "problem")) ? 1 : 0;
}

async function documentsOf({ files, configuration, itemSchema }: EvidenceRequest): Promise<{
  readonly documents: readonly string[];
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
}> {
  if (files.includes("-")) return { documents: files, failures: [] };
  const options = settingsOptions({ configuration, itemSchema });
  const { documents, missing, unreadable } = await findDocuments(files, searchBy(options, { exclude: [] }));
  return { documents: documents.map(({ name }) => name), failures: [...missing, ...unreadable] };
}

async function compareEvidence(request: ComparisonRequest): Promise<number> {
  const [name = ""] = request.files;
  const baseDocument = await documentNamed(request.base, request);
  const document = await documentNamed(name, request);
  const { path } = document;
  // The base often lies in another folder, without a configuration file: use the document's binding for both.
  const binding = await (await bindingReader(request))({ path, text: textOf(document) });
  const [base, items] = [itemsOf(baseDocument, binding), itemsOf(document, binding)];
  const { analysis } = request;
  const matches = (one: Numbered): boolean => analysis === null || hasNumber(one, analysis);
  const comparison = compareReports(
    { path: baseDocument.path, analyses: base.map((item) => versionOfItem(item, english)) },
    { path, analyses: items.map((item) => versionOfItem(item, english)) },
    matches,
  );
  if (analysis !== null && comparison.analyses.length + comparison.unchanged === 0)
    throw new NotReadable(noAnalysis(path, analysis));
  const cells = differingCells(baseDocument, document).filter(
    ({ analysis: where }) => analysis === null || where.startsWith(`${analysis.group}.${analysis.number} `),
  );
  const text =
    request.format === "json"
      ? `${JSON.stringify({ ...comparisonReport(comparison), cells }, undefined, 2)}\n`
      : request.format === "markdown"
        ? comparisonMarkdown(comparison, english) + cellsMarkdown(cells)
        : comparisonText(
            comparison,
            english,
            cells.map(({ cell, before, after }) => `${cell}: ${before} → ${after}`),
          );
  await put("stdout", text, request.format === "text" ? "lines" : "data");
  return items.some((item) => matches(item) && item.evidence.kind === "problem") ? 1 : 0;
}

/** The cells as a table, with values escaped in Markdown. */
function cellsMarkdown(cells: ReturnType<typeof differingCells>): string {
  if (cells.length === 0) return "";
  const rows = cells.map(({ cell, before, after }) => [cell, before, after].map(visible));
  return `\n${markdownTable([["Cell", "Before", "After"], ...rows])}`;
}

/** The cells of studies that differ between the two versions, with their values as written in the documents. */
function differingCells(
  base: NamedDocument,
  document: NamedDocument,
): readonly {
  readonly analysis: string;
  readonly cell: string;
  readonly before: string;
  readonly after: string;
}[] {
  if (base.reading.kind === "failed" || document.reading.kind === "failed") return [];
  const compared = compareExtractions(base.reading.text, document.reading.text);
  if (compared.kind === "unreadable") return [];
  return compared.conflicts.flatMap(({ kind, place, ours, theirs }) =>
    kind === "cell"
      ? [
          {
            analysis: placeWords(place).analysis,
            cell: placeLine(place),
            before: ours ?? "",
            after: theirs ?? "",
          },
        ]
      : [],
  );
}

function itemsOf(document: NamedDocument, binding: RoleBinding): readonly DocumentItem[] {
  const value = jsonOf(document);
  if (!isJsonObject(value) || !Array.isArray(value["analysis-groups"]))
    throw new NotReadable(`${document.path}: it is no analyses document: it has no list "analysis-groups"`);
  return itemsOfDocument(value, binding);
}

function itemsIn(
  document: NamedDocument,
  binding: RoleBinding,
  { analysis }: EvidenceRequest,
): readonly DocumentItem[] {
  const items = itemsOf(document, binding);
  if (analysis === null) return items;
  const wanted = items.filter((item) => hasNumber(item, analysis));
  if (wanted.length === 0) throw new NotReadable(noAnalysis(document.path, analysis));
  return wanted;
}

type Numbered = Pick<DocumentItem, "group" | "number">;
type WantedAnalysis = NonNullable<EvidenceRequest["analysis"]>;

function hasNumber({ group, number }: Numbered, wanted: WantedAnalysis): boolean {
  return group.number === wanted.group && number === wanted.number;
}

function noAnalysis(path: string, { group, number }: WantedAnalysis): string {
  return `${path}: there is no analysis ${group}.${number}`;
}

async function outputOf({ format }: EvidenceRequest, files: readonly ComputedFile[]): Promise<string> {
  const documents = (): EvidenceReport["documents"] =>
    files.map(({ path, items }) => ({ path, analyses: items.map((item) => reportItem(item, english)) }));
  const all = files.flatMap(({ items }) => items);
  switch (format) {
    case "text":
      return files.map(({ path, items }) => textReport(path, items)).join("\n");
    case "json": {
      const report: EvidenceReport = { version: 1, documents: documents() };
      return `${JSON.stringify(report, undefined, 2)}\n`;
    }
    case "csv":
      return csvReport(documents());
    case "r":
      return rScript(all);
    case "svg":
      return figureOf(all);
  }
}

async function figureOf(items: readonly DocumentItem[]): Promise<string> {
  const [item] = items;
  if (item === undefined || items.length > 1)
    throw new NotReadable(
      `a figure shows one analysis, and there are ${items.length}: name one with --analysis`,
    );
  if (item.evidence.kind === "problem") {
    await complain(item.evidence.problem.sentence(english));
    return "";
  }
  const title = `${item.group.number}.${item.number} ${item.name}`;
  return svgOf(forestPlot(item.evidence, title, english, nameWidthInFiles), reportItem(item, english));
}

const complain = complaining("analyses-evidence");

void runProgram({ complain, usage: () => usage }, async (words) => {
  const commandLine = readCommandLine(words);
  if (commandLine.kind === "evidence") return computeEvidence(commandLine);
  return commandLine.kind === "comparison" ? compareEvidence(commandLine) : commandLine;
});
