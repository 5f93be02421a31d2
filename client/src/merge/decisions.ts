import * as vscode from "vscode";
import { fieldsOf, list, listOf, objectOf, oneOf, orNull, readText } from "@analyses/protocol/message";

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

/** The file of the decisions on a document, in its folder. */
export function decisionFile(document: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(document, "..", "decisions.json");
}

/** Reads the decisions from a document's folder; if their file is unreadable, returns a message for the user. */
export async function decisionsOn(document: vscode.Uri): Promise<readonly Decision[] | string> {
  const { decisions, problem } = await read(decisionFile(document));
  return problem ?? listOf(decisions, readDecision) ?? unreadable(decisionFile(document));
}

/** Identifies a decision when Git merges the decisions of two branches. */
export function idOf({ documents, place }: Pick<Decision, "documents" | "place">): string {
  return [...documents, place].join(" | ");
}

/** A decision as its file has it. */
export function entryOf(decision: Decision): object {
  return { id: idOf(decision), ...decision };
}

/**
 * Stores an entry in place of that with the same identifier, or removes that; keeps other content of the file.
 *
 * @param entry undefined to remove
 * @returns the entry that was there; undefined if there was none
 */
export async function replaceEntry(
  document: vscode.Uri,
  id: string,
  entry: object | undefined,
): Promise<object | undefined> {
  const file = decisionFile(document);
  if (
    vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.toString() === file.toString())
  )
    throw new Error(
      vscode.l10n.t(
        "{0} has changes that are not saved: save it first.",
        vscode.workspace.asRelativePath(file),
      ),
    );
  const { decisions, more, problem } = await read(file);
  if (problem !== undefined) throw new Error(problem);
  const isIt = (one: unknown): one is object => fieldsOf(one).id === id;
  const others = decisions.filter((one) => !isIt(one));
  const all = entry === undefined ? others : [...others, entry];
  const text = `${JSON.stringify({ ...more, decisions: all }, undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return decisions.find(isIt);
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

const readDecision = objectOf<Decision>({
  place: readText,
  documents: list(readText),
  first: orNull(readText),
  second: orNull(readText),
  taken: oneOf(["first", "second", "other"]),
  value: orNull(readText),
  by: readText,
  on: readText,
  reason: readText,
});
