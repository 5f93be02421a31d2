import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { forestPlot } from "../figure/forestPlot";
import { nameWidthInFiles } from "../figure/axis";
import { svgOf } from "../figure/svg";
import { comparisonMarkdown, comparisonText, compareReports } from "../report/compareReports";
import { csvReport, textReport } from "../report/textReport";
import type { DocumentItem, EvidenceReport, ReportedDocument } from "../report/evidenceReport";
import { itemsOfDocument, reportItem } from "../report/evidenceReport";
import { rScript } from "../report/rScript";
import { visible } from "../report/words";
import type { RoleBinding } from "../roles/binding";
import { bindRoles } from "../roles/binding";
import { isObject } from "../roles/explicitRoles";
import { problemSentence } from "../roles/problems";

const formats = ["text", "json", "csv", "svg", "r"] as const;
type EvidenceFormat = (typeof formats)[number];
const comparisonFormats = ["text", "json", "markdown"] as const;

/** What `analyses-evidence` was asked to do. */
interface EvidenceRequest {
  readonly kind: "evidence";
  readonly files: readonly string[];
  readonly itemSchema: string | null;
  readonly roles: string | null;
  readonly format: EvidenceFormat;
  /** The group's number and the analysis's; null for all. */
  readonly analysis: { readonly group: number; readonly number: number } | null;
}

/** What `analyses-evidence --compare` was asked to do. */
interface ComparisonRequest extends Omit<EvidenceRequest, "kind" | "format"> {
  readonly kind: "comparison";
  readonly base: string;
  readonly format: (typeof comparisonFormats)[number];
}

type CommandLine =
  | EvidenceRequest
  | ComparisonRequest
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly reason: string };

const usage = `Usage: analyses-evidence [--item-schema FILE] [--roles FILE] [--format text|json|csv|svg|r]
                         [--analysis G.N] FILE…
       analyses-evidence --compare BASE [--format text|json|markdown] FILE

Computes the analyses of analyses documents as the editor does, and says what has become of them.
It reads no analyses.config.json: what one says there of itemSchema and evidence.roles, name here.

  --item-schema FILE  the JSON Schema of an analysis, for its x-evidence-role annotations
  --roles FILE        the value of the setting analysesRegistry.evidence.roles, as JSON
  --format FORMAT     text (default), json, csv, svg (a forest plot of one analysis), or r (a script)
  --analysis G.N      only this one: analysis N of group G
  --compare BASE      what the analyses of BASE, another version of FILE, have become

Exit status: 0 all were computed, 1 some could not be, 2 it could not do its work.`;

/** @param words what follows the program's name */
function readCommandLine(words: readonly string[]): CommandLine {
  const files: string[] = [];
  const options = new Map<string, string>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") files.push(...rest.splice(0));
    else if (word === "--help" || word === "-h") return { kind: "help" };
    else if (!word.startsWith("-") || word === "-") files.push(word);
    else {
      const at = word.indexOf("=");
      const name = at === -1 ? word : word.slice(0, at);
      if (!["--item-schema", "--roles", "--format", "--analysis", "--compare"].includes(name))
        return wrong(`there is no option ${name}`);
      const value = at === -1 ? rest.shift() : word.slice(at + 1);
      if (value === undefined || value === "") return wrong(`${name} needs a value`);
      options.set(name, value);
    }
  }
  const wanted = options.get("--format") ?? "text";
  const base = options.get("--compare");
  const analysis = /^(\d+)\.(\d+)$/.exec(options.get("--analysis") ?? "");
  if (options.has("--analysis") && analysis === null) return wrong("--analysis must be like 1.2");
  if (files.length === 0) return wrong("no file was named");
  const request = {
    files,
    itemSchema: options.get("--item-schema") ?? null,
    roles: options.get("--roles") ?? null,
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

function wrong(reason: string): CommandLine {
  return { kind: "wrong", reason };
}

/** Something that could not be read: what it is, and why. */
class NotReadable extends Error {}

interface ComputedFile {
  readonly path: string;
  readonly items: readonly DocumentItem[];
}

function computeEvidence(request: EvidenceRequest): number {
  const binding = bindingFor(request);
  const files: ComputedFile[] = [];
  let failures = 0;
  for (const path of request.files) {
    try {
      files.push({ path, items: itemsIn(path, binding, request) });
    } catch (error) {
      if (!(error instanceof NotReadable)) throw error;
      complain(error.message);
      failures++;
    }
  }
  process.stdout.write(written(request, files));
  if (failures > 0) return 2;
  return files.some(({ items }) => items.some(({ evidence }) => evidence.kind === "problem")) ? 1 : 0;
}

function compareEvidence(request: ComparisonRequest): number {
  const binding = bindingFor(request);
  const [base = [], items = []] = [request.base, ...request.files].map((path) => itemsOf(path, binding));
  const [path = ""] = request.files;
  const { analysis } = request;
  const isMeant = (one: Numbered): boolean => analysis === null || hasNumber(one, analysis);
  const reported = (all: readonly DocumentItem[]): ReturnType<typeof reportItem>[] =>
    all.map((item) => reportItem(item, english));
  const comparison = compareReports(
    { path: request.base, analyses: reported(base) },
    { path, analyses: reported(items) },
    isMeant,
  );
  if (analysis !== null && comparison.analyses.length + comparison.unchanged === 0)
    throw new NotReadable(noAnalysis(path, analysis));
  process.stdout.write(
    request.format === "json"
      ? `${JSON.stringify(comparison, undefined, 2)}\n`
      : request.format === "markdown"
        ? comparisonMarkdown(comparison, english)
        : comparisonText(comparison, english),
  );
  return items.some((item) => isMeant(item) && item.evidence.kind === "problem") ? 1 : 0;
}

function bindingFor({ itemSchema, roles }: Pick<EvidenceRequest, "itemSchema" | "roles">): RoleBinding {
  const setting = roles === null ? undefined : readJson(roles);
  const binding = bindRoles(itemSchema === null ? { setting } : { setting, ...readSchema(itemSchema) });
  if (roles !== null && !isObject(setting)) throw new NotReadable(`${roles}: it must be an object of roles`);
  for (const { path, reason } of binding.wrongEntries) {
    const why = reason === "not-a-path" ? "a path begins with /" : "there is no such role";
    throw new NotReadable(`${roles ?? ""}: ${path}: ${why}`);
  }
  return binding;
}

/** A schema, and what references in it mean: by the `$id`s in it, else by where its file lies. Nothing is fetched. */
function readSchema(path: string): Pick<Parameters<typeof bindRoles>[0], "itemSchema" | "resolve"> {
  const known = new Map<string, unknown>();
  const addresses = new Map<unknown, { readonly own: string; readonly file: string }>();
  const itemSchema = add(pathToFileURL(path).href, readJson(path));
  return {
    itemSchema,
    resolve(reference, from) {
      const { own = "", file = "" } = addresses.get(from) ?? {};
      const address = addressOf(reference, own);
      if (known.has(address)) return known.get(address);
      const beside = addressOf(reference, file);
      // Only files are read that lie where the schema does: an address with a scheme names none.
      if (known.has(beside) || /^[a-z][a-z0-9+.-]*:/i.test(reference)) return known.get(beside);
      try {
        return add(beside, readJson(fileURLToPath(beside)));
      } catch {
        return undefined;
      }
    },
  };

  function add(file: string, schema: unknown): unknown {
    known.set(file, schema);
    addresses.set(schema, { own: file, file });
    note(schema, file);
    return schema;

    function note(value: unknown, base: string): void {
      if (typeof value !== "object" || value === null) return;
      const id = isObject(value) && typeof value.$id === "string" ? value.$id : "#";
      const own = id.startsWith("#") ? base : addressOf(id, base);
      if (own !== base) {
        known.set(own, value);
        addresses.set(value, { own, file });
      }
      for (const one of Object.values(value)) note(one, own);
    }
  }
}

/** A reference as it is meant at a base, without its fragment; the reference itself where it is no address. */
function addressOf(reference: string, base: string): string {
  try {
    return new URL(reference, base).href.replace(/#.*$/, "");
  } catch {
    return reference;
  }
}

function itemsOf(path: string, binding: RoleBinding): readonly DocumentItem[] {
  const document = readJson(path);
  if (!isObject(document) || !Array.isArray(document["analysis-groups"]))
    throw new NotReadable(`${path}: it is no analyses document: it has no list "analysis-groups"`);
  return itemsOfDocument(document, binding);
}

function itemsIn(path: string, binding: RoleBinding, { analysis }: EvidenceRequest): readonly DocumentItem[] {
  const items = itemsOf(path, binding);
  if (analysis === null) return items;
  const wanted = items.filter((item) => hasNumber(item, analysis));
  if (wanted.length === 0) throw new NotReadable(noAnalysis(path, analysis));
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

/** The words of `analyses-check` for what Node says in its own. */
const notReadBecause: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "you may not read this file"],
]);

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new NotReadable(`${path}: ${notReadBecause.get(code) ?? String(error)}`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    throw new NotReadable(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function written({ format }: EvidenceRequest, files: readonly ComputedFile[]): string {
  const reported = (items: readonly DocumentItem[]): ReturnType<typeof reportItem>[] =>
    items.map((item) => reportItem(item, english));
  const documents = (): ReportedDocument[] =>
    files.map(({ path, items }) => ({ path, analyses: reported(items) }));
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

function figureOf(items: readonly DocumentItem[]): string {
  const [item] = items;
  if (item === undefined || items.length > 1)
    throw new NotReadable(
      `a figure shows one analysis, and there are ${items.length}: name one with --analysis`,
    );
  if (item.evidence.kind === "problem") {
    complain(problemSentence(item.evidence.problem, english));
    return "";
  }
  const title = `${item.group.number}.${item.number} ${item.name}`;
  return svgOf(forestPlot(item.evidence, title, english, nameWidthInFiles), reportItem(item, english));
}

function english(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));
}

/** @param more what the program itself says besides */
function complain(reason: string, more = ""): void {
  process.stderr.write(`analyses-evidence: ${visible(reason)}${more}\n`);
}

function main(): number {
  const commandLine = readCommandLine(process.argv.slice(2));
  switch (commandLine.kind) {
    case "help":
      process.stdout.write(`${usage}\n`);
      return 0;
    case "wrong":
      complain(commandLine.reason, `\n\n${usage}`);
      return 2;
    case "evidence":
      return computeEvidence(commandLine);
    case "comparison":
      return compareEvidence(commandLine);
  }
}

for (const stream of [process.stdout, process.stderr])
  stream.on("error", (problem: Error) => {
    // A reader who has gone away, as `head` does, has seen what it wanted.
    if ("code" in problem && problem.code === "EPIPE") return;
    if (stream === process.stdout) complain(problem.message);
    process.exitCode = 2;
  });

try {
  process.exitCode = main();
} catch (problem) {
  if (problem instanceof NotReadable) complain(problem.message);
  else complain("", problem instanceof Error ? problem.stack : String(problem));
  process.exitCode = 2;
}
