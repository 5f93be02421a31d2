import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type CodeAction, TextDocumentEdit, TextEdit } from "vscode-languageserver-types";
import { withoutYielding } from "@analyses/json";
import type { FileReading } from "@analyses/protocol/customMessages";
import type { LookUpResult, PublicRecord } from "@analyses/protocol/referenceMessages";
import { type AnalysesSettings, defaultAnalysesSettings } from "@analyses/protocol/settings";
import { type AnalysesDocument, createDocument } from "@analyses/server/document/analysesDocument";
import type { Finding } from "@analyses/server/findings/finding";
import {
  type CodeActionOptions,
  codeActions,
  fixAllActions,
} from "@analyses/server/features/codeActions/codeActions";
import { createSchemaStore } from "@analyses/server/schemaStore/schemaStore";
import type { CompletionOptions } from "@analyses/server/features/completion/itemBuilder";
import { defaultSeverity } from "@analyses/server/diagnostics/index";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import { uninterrupted } from "./findings";
import { statusesOf } from "./references";
import { textAfter } from "./textAfter";

/*
 * Cases as files (docs/how-to/test.md): a text with its expected findings and the edits of their fixes, or with what
 * completion offers, in comment lines. The test removes the comments before it opens the text, and regenerates them.
 */

/** Options of a case in a line `//: {…}`; those before the first case apply to the whole file. */
interface Options {
  /** Which part of a document the text is. The frame around it is well-formed. */
  readonly in?: keyof typeof frames;
  /** The schema of analyses, or its path from the repository root. */
  readonly itemSchema?: object | string;
  readonly riskOfBias?: "RISK_OF_BIAS_1" | "RISK_OF_BIAS_2";
  readonly severity?: AnalysesSettings["severity"];
  readonly roles?: Readonly<Record<string, string>>;
  readonly checksReferences?: boolean;
  /** Registry responses by identifier: the record's name, or its name and link; null if there is no such record. */
  readonly registry?: Readonly<Record<string, string | { name: string; link: string } | null>>;
  /** What the client supports, for completion. */
  readonly client?: Partial<CompletionOptions>;
  /** The records to insert at the carets and selections. */
  readonly references?: readonly string[];
  readonly language?: "plaintext";
  /** The list that copied lines are pasted into at `|`, and what the analysis around it says. */
  readonly paste?: {
    readonly list?: string;
    readonly type?: string;
    readonly labels?: readonly string[];
    /** False: the analysis has no item schema. */
    readonly schema?: boolean;
  };
  /** Whether a registry suggests a record where a reference may stand. */
  readonly suggests?: boolean;
  /** The file to read in place of the text. */
  readonly file?: string;
  /** Whether the user requested the list of completion items, which otherwise opened by itself. */
  readonly isAsked?: boolean;
}

export interface TextCase {
  readonly title: string;
  /** All lines of the case as written in the file. */
  readonly written: readonly string[];
  readonly text: readonly string[];
  readonly options: Options;
}

/** The lines that a case should have, and what is wrong besides. */
interface CaseResult {
  readonly written: readonly string[];
  readonly complaints: readonly string[];
}

/** Declares a test for each case of a file. `UPDATE_CASES=1` writes the actual lines: review the diff. */
export function testCases(path: string, run: (one: TextCase) => Promise<CaseResult>): void {
  const isUpdate = process.env.UPDATE_CASES === "1";
  const { head, cases } = readCases(readFileSync(path, "utf8"));
  const updated: string[] = [];
  for (const one of cases)
    it(`${basename(path).replace(/\.\w+$/, "")}: ${one.title}`, async () => {
      const { written, complaints } = await run(one);
      const all = [...one.written.filter((line) => /^\/\/[#:]/.test(line)), ...written];
      updated.push(all.join("\n"));
      if (!isUpdate) assert.deepEqual(all, one.written);
      assert.deepEqual(complaints, []);
    });
  if (isUpdate)
    after(() => {
      if (updated.length === cases.length) writeFileSync(path, `${head}${updated.join("\n\n")}\n`);
    });
}

/** The document around a case, and the indentation at that place. */
const frames = {
  document: { before: "", margin: "", after: "" },
  groups: {
    before: '{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n',
    margin: "    ",
    after: "\n  ]\n}\n",
  },
  studies: {
    before:
      '{ "analysis-groups": [ { "number": 1, "name": "G", "analyses": [ {\n  "name": "Falls",\n  "studies": [\n',
    margin: "    ",
    after: "\n  ]\n} ] } ] }\n",
  },
  analyses: {
    before:
      '{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n    {\n      "number": 1,\n      "name": "A",\n      "analyses": [\n',
    margin: "        ",
    after: "\n      ]\n    }\n  ]\n}\n",
  },
  properties: {
    before:
      '{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n    {\n      "number": 1,\n      "name": "A",\n      "analyses": [\n        {\n',
    margin: "          ",
    after: "\n        }\n      ]\n    }\n  ]\n}\n",
  },
} as const;

const isMark = (line: string): boolean => /^(?:\/\/[#:+*=!@<>?-]|\s*(?:\/\/\s*)?\^)/.test(line);

/** Splits a file into its cases. */
function readCases(file: string): { readonly head: string; readonly cases: readonly TextCase[] } {
  const parts = file.split(/^(?=\/\/#)/m);
  const head = file.startsWith("//#") ? "" : (parts.shift() ?? "");
  const options = (lines: readonly string[]): Options =>
    lines
      .filter((line) => line.startsWith("//:"))
      .reduce<Options>((all, line) => ({ ...all, ...(JSON.parse(line.slice(3)) as Options) }), {});
  const cases = parts.map((part) => {
    const written = part.replace(/\n+$/, "").split("\n");
    const text = written.filter((line) => !isMark(line));
    return {
      title: written[0]?.slice(4) || (text[0] ?? ""),
      written,
      text,
      options: { ...options(head.split("\n")), ...options(written) },
    };
  });
  return { head, cases };
}

/** Creates the document around a case's text, with its settings and the schemas that they select. */
export function openCase({ text: lines, options }: Pick<TextCase, "text" | "options">) {
  const { before, margin, after } = frames[options.in ?? "document"];
  const text =
    before.replace("RISK_OF_BIAS_1", options.riskOfBias ?? "RISK_OF_BIAS_1") +
    lines.map((line) => (line === "" ? line : margin + line)).join("\n") +
    after;
  const itemUri = `file:///${typeof options.itemSchema === "string" ? options.itemSchema : "item.schema.json"}`;
  const settings: AnalysesSettings = {
    ...defaultAnalysesSettings,
    itemSchema: options.itemSchema === undefined ? "" : itemUri,
    severity: options.severity ?? {},
    references: { check: options.checksReferences ?? true },
    evidence: { ...defaultAnalysesSettings.evidence, roles: options.roles ?? {} },
  };
  const readSchema = async (uri: string): Promise<FileReading> => {
    if (uri === itemUri && typeof options.itemSchema === "object")
      return { kind: "read", text: JSON.stringify(options.itemSchema) };
    return readFile(resolve(uri.slice("file:///".length)), "utf8").then(
      (read) => ({ kind: "read", text: read }),
      () => ({ kind: "failed", reason: "there is no such file" }),
    );
  };
  const store = createSchemaStore({ readFile: readSchema });
  const schemasOf = (document: AnalysesDocument) => store.contextFor(document, settings);
  return { text, margin, settings, schemasOf };
}

const client = { snippetEdits: false, versionedEdits: true, selectItemSchema: undefined };
export const quickFixes: CodeActionOptions = { ...client, only: ["quickfix"] };
export const allFixes: CodeActionOptions = { ...client, only: ["source.fixAll"] };

/** Validates a case and collects its findings and fixes. */
export async function diagnoseCase(one: Pick<TextCase, "text" | "options">) {
  const { text, settings, schemasOf } = openCase(one);
  const document = createDocument("file:///review.analyses.json", "analyses", 1, text);
  const schemas = await schemasOf(document);
  const statuses = await statusesOf(document, (record) => answerOf(one.options.registry ?? {}, record));
  const validate = async (changed: AnalysesDocument) =>
    validateDocument(changed, await schemasOf(changed), settings, uninterrupted, statuses);
  const findings = (await validate(document)) ?? [];
  const actionsOf = (finding: Finding): readonly CodeAction[] =>
    withoutYielding(
      codeActions(
        document,
        schemas,
        findings,
        document.text.rangeBetween(finding.start, finding.end),
        quickFixes,
      ),
    ).filter(({ diagnostics }) => diagnostics?.some(({ message }) => message === finding.message) === true);
  const fixAll = async (changed: AnalysesDocument): Promise<AnalysesDocument | undefined> => {
    const found = (await validate(changed)) ?? [];
    const [action] = await fixAllActions(changed, schemas, found, validate, uninterrupted, allFixes);
    return action && applied(changed, action);
  };
  const fixed = await fixAll(document);
  const complaints: string[] = [];
  for (const finding of findings)
    for (const action of actionsOf(finding)) {
      const after = applied(document, action);
      const countIn = (of: AnalysesDocument, among: readonly Finding[] = []): number =>
        among.filter(
          (one) => one.message === finding.message && textOf(of, one) === textOf(document, finding),
        ).length;
      if (after !== undefined && countIn(after, await validate(after)) >= countIn(document, findings))
        complaints.push(`${action.title} leaves: ${finding.message}`);
    }
  if (fixed !== undefined && (await fixAll(fixed)) !== undefined)
    complaints.push("“fix all” leaves something for a second time");
  return { written: written(one, document, findings, actionsOf, fixed), complaints };
}

const textOf = ({ text }: AnalysesDocument, { start, end }: Finding["related"][number] | Finding): string =>
  text.slice(start, end);

/** What the case's registry answers about a record. */
function answerOf(
  registry: NonNullable<Options["registry"]>,
  { kind, id, link }: Pick<PublicRecord, "kind" | "id" | "link">,
): LookUpResult {
  const record = registry[id];
  if (record === undefined) return { kind: "otherRegistry" };
  if (record === null) return { kind: "unknownId", registry: "Test registry" };
  const known = typeof record === "string" ? { name: record, link } : record;
  return {
    kind: "known",
    record: { kind, id, ...known, registry: "Test registry", readAt: 1, otherNames: [] },
  };
}

function applied(document: AnalysesDocument, { edit }: CodeAction): AnalysesDocument | undefined {
  const [change] = edit?.documentChanges ?? [];
  if (!TextDocumentEdit.is(change)) return undefined;
  const edits = change.edits.filter((one) => TextEdit.is(one));
  return createDocument(document.uri, "analyses", 2, textAfter(document.text.toString(), edits));
}

/** Generates the lines of a case, with comment marks for its findings and fixes. */
function written(
  { text: lines, options }: Pick<TextCase, "text" | "options">,
  document: AnalysesDocument,
  findings: readonly Finding[],
  actionsOf: (finding: Finding) => readonly CodeAction[],
  fixed: AnalysesDocument | undefined,
): readonly string[] {
  const { before, margin } = frames[options.in ?? "document"];
  const firstLine = before.split("\n").length - 1;
  const whole = document.text.toString();
  const marks = new Map<number, string[]>();
  const offered = new Set<string>();
  for (const finding of findings) {
    const { start, end } = document.text.rangeBetween(finding.start, finding.end);
    const line = start.line - firstLine;
    const column = start.character - margin.length;
    const isInside = lines[line] !== undefined && column >= 0;
    const length =
      end.line > start.line
        ? "^…"
        : end.character === start.character
          ? "^0"
          : "^".repeat(end.character - start.character);
    const place = isInside
      ? `${column < 2 ? " ".repeat(column) : `//${" ".repeat(column - 2)}`}${length}`
      : `//@ ⟨${textOf(document, finding)}⟩`;
    const severity = finding.severity === defaultSeverity(finding.code) ? "" : ` (${finding.severity})`;
    const own = [`${place} ${finding.code}${severity}: ${finding.message}`];
    for (const place of finding.related) own.push(`//+ ⟨${textOf(document, place)}⟩ ${place.message}`);
    for (const action of actionsOf(finding)) {
      const after = applied(document, action)?.text.toString();
      const shown = [
        `//${action.isPreferred === true ? "*" : "-"} ${action.title}`,
        ...(after === undefined ? [] : changedLines(whole, after, margin).map((one) => `//= ${one}`)),
      ];
      if (offered.size < offered.add(shown.join("\n")).size) own.push(...shown);
    }
    const at = isInside ? line : lines.length - 1;
    marks.set(at, [...(marks.get(at) ?? []), ...own]);
  }
  const all =
    fixed === undefined
      ? []
      : [
          "//! after fix all",
          ...changedLines(whole, fixed.text.toString(), margin).map((one) => `//= ${one}`),
        ];
  return [...lines.flatMap((line, index) => [line, ...(marks.get(index) ?? [])]), ...all];
}

/** The lines in which `after` differs from `before`, without the case's indentation. */
export function changedLines(before: string, after: string, margin: string): readonly string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < now.length && now[start] === old[start]) start += 1;
  let end = 0;
  while (end < Math.min(now.length, old.length) - start && now.at(-1 - end) === old.at(-1 - end)) end += 1;
  return now
    .slice(start, now.length - end)
    .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line));
}
