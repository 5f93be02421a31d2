import * as vscode from "vscode";
import { fieldsOf, listOf, readText } from "@analyses/protocol/message";

/** A person's decision on a disagreement of two extractions. Values are JSON text, null if absent. */
export interface Decision {
  readonly place: string;
  /** The workspace paths of the first and the second document. */
  readonly documents: readonly string[];
  readonly first: string | null;
  readonly second: string | null;
  readonly taken: "first" | "second" | "other";
  readonly value: string | null;
  readonly by: string;
  /** ISO 8601. */
  readonly on: string;
  readonly reason: string;
}

function fileBeside(document: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(document, "..", "decisions.json");
}

/** Reads the decisions from a document's folder; if their file is unreadable, returns a message for the user. */
export async function decisionsBeside(document: vscode.Uri): Promise<readonly Decision[] | string> {
  const { decisions, problem } = await read(fileBeside(document));
  return problem ?? listOf(decisions, readDecision) ?? unreadable(fileBeside(document));
}

/** Stores a decision, in place of one on the same cell; keeps other content of the file. */
export async function keepDecision(document: vscode.Uri, decision: Decision): Promise<void> {
  const file = fileBeside(document);
  const { decisions, more, problem } = await read(file);
  if (problem !== undefined) throw new Error(problem);
  const id = idOf(decision);
  const others = decisions.filter((one) => fieldsOf(one).id !== id);
  const text = `${JSON.stringify({ ...more, decisions: [...others, { id, ...decision }] }, undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}

/** Identifies a decision when Git merges the decisions of two branches. */
function idOf({ documents, place }: Decision): string {
  return [...documents, place].join(" | ");
}

interface DecisionFile {
  readonly decisions: readonly unknown[];
  readonly more: Readonly<Record<string, unknown>>;
  readonly problem?: string;
}

async function read(file: vscode.Uri): Promise<DecisionFile> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const { decisions, ...more } = fieldsOf(JSON.parse(text));
    if (Array.isArray(decisions)) return { decisions, more };
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound")
      return { decisions: [], more: {} };
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { decisions: [], more: {}, problem: unreadable(file) };
}

function unreadable(file: vscode.Uri): string {
  return vscode.l10n.t("{0} cannot be read: mend it first.", vscode.workspace.asRelativePath(file));
}

function readDecision(value: unknown): Decision | undefined {
  const { place, documents, first, second, taken, value: decided, by, on, reason } = fieldsOf(value);
  const names = listOf(documents, readText);
  const known = { place: readText(place), by: readText(by), on: readText(on), reason: readText(reason) };
  if (names === undefined || (taken !== "first" && taken !== "second" && taken !== "other")) return undefined;
  if (known.place === undefined || known.by === undefined) return undefined;
  return {
    place: known.place,
    documents: names,
    first: readText(first) ?? null,
    second: readText(second) ?? null,
    taken,
    value: readText(decided) ?? null,
    by: known.by,
    on: known.on ?? "",
    reason: known.reason ?? "",
  };
}
