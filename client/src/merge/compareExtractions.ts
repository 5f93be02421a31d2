import * as vscode from "vscode";
import { markdownText, visible } from "@analyses/evidence";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { MergeAnswer, MergeDecision, OpenConflict } from "@analyses/protocol/mergeMessages";
import { mergeRequest } from "@analyses/protocol/mergeMessages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { readFromFile } from "../evidence/comparisonBase";
import { askAuthorName } from "../platform/authorName";
import { choose, showInformation, showWarning } from "../platform/editor";
import type { Decision } from "./decisions";
import { decisionsBeside, keepDecision } from "./decisions";
import { shown } from "./resolveConflict";

type Merged = Extract<MergeAnswer, { kind: "merged" }>;

/**
 * Compares two extractions of the same studies, and lets the user decide each disagreement, with a reason. Stores each
 * decision at once in `decisions.json` in the first document's folder, and reuses it while both values are the same.
 */
export async function compareExtractions(
  {
    languageClient,
    memory,
  }: { readonly languageClient: AnalysesLanguageClient; readonly memory: vscode.Memento },
  target: unknown,
  together: unknown,
): Promise<void> {
  const first = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const second = first && (await otherThan(first, together));
  if (first === undefined || second === undefined) return;
  const document = await vscode.workspace.openTextDocument(first);
  const reading = await readFromFile(second, first);
  if (reading.kind === "refused") return void showWarning(reading.message);
  const names = [vscode.workspace.asRelativePath(first), vscode.workspace.asRelativePath(second)] as const;
  const source = { kind: "extractions", other: reading.base.text } as const;
  for (;;) {
    const kept = await decisionsBeside(first);
    if (typeof kept === "string") return void showWarning(kept);
    const textDocument = { uri: first.toString(), version: document.version };
    const undecided = await languageClient.ask(mergeRequest, { textDocument, source, decisions: [] });
    if (undecided === undefined && (await languageClient.sayIfGone())) return;
    if (undecided?.kind !== "merged")
      return void showWarning(
        vscode.l10n.t("{0} and {1} cannot be compared: both must be analyses documents, and JSON.", ...names),
      );
    const decided = decisionsFor(undecided.conflicts, kept, names);
    const decisions = Array.from(decided, ([id, { taken, value }]): MergeDecision => ({
      id,
      take: taken === "first" ? "ours" : taken === "second" ? "theirs" : "other",
      text: value,
    }));
    const merged = await languageClient.ask(mergeRequest, { textDocument, source, decisions });
    if (merged?.kind !== "merged") return;
    const chosen = await choose(rowsFor(merged, decided), {
      title: vscode.l10n.t("Compare Extractions: {0} and {1}", ...names),
      placeHolder: vscode.l10n.t("Disagreements: {0}, decided: {1}", merged.conflicts.length, decided.size),
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (chosen === undefined) return;
    if (chosen.action === "report") return show("markdown", reportOf(merged, decided, names));
    if (chosen.action === "document") return show(analysesLanguage, merged.text);
    const decision = await decide(chosen.action, names, memory);
    if (decision !== undefined) await keepDecision(first, decision);
  }
}

async function otherThan(first: vscode.Uri, together: unknown): Promise<vscode.Uri | undefined> {
  const others = (Array.isArray(together) ? together : []).filter(
    (one): one is vscode.Uri => one instanceof vscode.Uri && one.toString() !== first.toString(),
  );
  if (others.length === 1) return others[0];
  const chosen = await vscode.window.showOpenDialog({
    defaultUri: vscode.Uri.joinPath(first, ".."),
    title: vscode.l10n.t("The other extraction"),
    filters: { JSON: ["json"] },
  });
  return chosen?.[0];
}

/** The stored decisions on exactly these values, by conflict. */
function decisionsFor(
  conflicts: readonly OpenConflict[],
  kept: readonly Decision[],
  documents: readonly string[],
): ReadonlyMap<number, Decision> {
  return new Map(
    conflicts.flatMap(({ id, place, ours, theirs }) => {
      const decision = kept.findLast(
        (one) =>
          one.place === place &&
          one.first === ours &&
          one.second === theirs &&
          one.documents.join() === documents.join(),
      );
      return decision === undefined ? [] : [[id, decision] as const];
    }),
  );
}

interface Row extends vscode.QuickPickItem {
  readonly action: OpenConflict | "report" | "document";
}

function rowsFor({ conflicts }: Merged, decided: ReadonlyMap<number, Decision>): readonly Row[] {
  const open = conflicts.length - decided.size;
  const rows = conflicts.map((conflict): Row => {
    const { id, place, ours, theirs, ourResult, theirResult } = conflict;
    const decision = decided.get(id);
    return {
      label: place,
      description: `${shown(ours)} · ${shown(theirs)}`,
      detail:
        decision === undefined
          ? [ourResult, theirResult].filter((result) => result !== "").join(" · ")
          : vscode.l10n.t("Decided by {0}: {1}. {2}", decision.by, shown(decision.value), decision.reason),
      iconPath: new vscode.ThemeIcon(decision === undefined ? "circle-outline" : "pass"),
      action: conflict,
    };
  });
  return [
    ...rows.filter(({ action }) => typeof action === "object" && !decided.has(action.id)),
    {
      label: vscode.l10n.t("Open the agreed document"),
      description:
        open === 0 ? "" : vscode.l10n.t("with conflict markers around what is not decided: {0}", open),
      iconPath: new vscode.ThemeIcon("go-to-file"),
      action: "document",
    },
    {
      label: vscode.l10n.t("Show the agreement for the methods section"),
      iconPath: new vscode.ThemeIcon("output"),
      action: "report",
    },
    ...rows.filter(({ action }) => typeof action === "object" && decided.has(action.id)),
  ];
}

async function decide(
  { place, ours, theirs, ourResult, theirResult, isCell }: OpenConflict,
  documents: readonly string[],
  memory: vscode.Memento,
): Promise<Decision | undefined> {
  const [first = "", second = ""] = documents;
  const chosen = await choose(
    [
      { label: shown(ours), description: first, detail: ourResult, taken: "first" as const },
      { label: shown(theirs), description: second, detail: theirResult, taken: "second" as const },
      ...(isCell ? [{ label: vscode.l10n.t("Another value…"), taken: "other" as const }] : []),
    ],
    { title: place, placeHolder: vscode.l10n.t("What is right?"), ignoreFocusOut: true },
  );
  if (chosen === undefined) return undefined;
  const { taken } = chosen;
  const value = taken === "first" ? ours : taken === "second" ? theirs : await otherValue(place, ours ?? "");
  if (value === undefined) return undefined;
  const reason = await vscode.window.showInputBox({
    title: place,
    prompt: vscode.l10n.t("Why is this right? For example where it stands in the report."),
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("Without a reason nothing is decided.") : undefined,
    ignoreFocusOut: true,
  });
  const by = reason === undefined ? undefined : await nameOfUser(place, memory);
  if (reason === undefined || by === undefined) return undefined;
  return {
    place,
    documents,
    first: ours,
    second: theirs,
    taken,
    value,
    by,
    on: new Date().toISOString(),
    reason: reason.trim(),
  };
}

function otherValue(title: string, value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("The value as it stands in the document: texts in quotes"),
    value,
    validateInput(text) {
      try {
        JSON.parse(text);
        return undefined;
      } catch {
        return vscode.l10n.t("This is no JSON value.");
      }
    },
    ignoreFocusOut: true,
  });
}

let nameOfSession: string | undefined;

async function nameOfUser(title: string, memory: vscode.Memento): Promise<string | undefined> {
  return (nameOfSession ??= await askAuthorName(title, memory));
}

function reportOf(
  { agreement, conflicts }: Merged,
  decided: ReadonlyMap<number, Decision>,
  documents: readonly string[],
): string {
  const cell = (text: string): string => markdownText(visible(text));
  const [first = "", second = ""] = documents;
  const titles = [vscode.l10n.t("Cell"), first, second, vscode.l10n.t("Decision"), vscode.l10n.t("Reason")];
  const rows = conflicts.map(({ id, place, ours, theirs }) => {
    const decision = decided.get(id);
    return [
      place,
      shown(ours),
      shown(theirs),
      decision === undefined ? vscode.l10n.t("open") : shown(decision.value),
      decision === undefined ? "" : `${decision.reason} (${decision.by}, ${decision.on.slice(0, 10)})`,
    ];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [titles.map(cell), titles.map(() => "---"), ...rows.map((row) => row.map(cell))].map(line);
  return [
    `# ${cell(`${first} · ${second}`)}`,
    agreement,
    ...(rows.length === 0 ? [] : [table.join("\n")]),
    "",
  ].join("\n\n");
}

async function show(language: string, content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
  if (language === analysesLanguage)
    void showInformation(
      vscode.l10n.t("This is the document that both extractions became. Save it under a name of its own."),
    );
}
