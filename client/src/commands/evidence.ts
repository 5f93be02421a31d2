// What the numbers of analyses say.
import * as vscode from "vscode";
import { readPosition } from "../../../protocol/src/referenceMessages";
import type { Command } from "./command";

const load = () => import("./evidenceCommands");

/** Opens the evidence of the analysis at the cursor, or at a place that a lens names, beside the text. */
export const showEvidence: Command = {
  name: "showEvidence",
  async run({ evidence }, target, together) {
    const uri =
      target instanceof vscode.Uri
        ? target
        : typeof target === "string"
          ? vscode.Uri.parse(target)
          : undefined;
    // Where the analysis begins: the place after that is within it.
    const start = readPosition(together);
    const shown = uri ?? vscode.window.activeTextEditor?.document.uri;
    if (shown !== undefined)
      await (
        await evidence.panels()
      ).open(shown, start && new vscode.Position(start.line, start.character + 1));
  },
};

/** Writes the evidence that is shown as a file or for pasting. A key binding may say how. */
export const exportEvidence: Command = {
  name: "exportEvidence",
  async run({ evidence }, target) {
    const shown = vscode.window.activeTextEditor?.document.uri;
    await (await evidence.panels()).export(shown, target);
  },
};

/** Pastes rows of a spreadsheet at the cursor as studies. */
export const pasteStudies: Command = {
  name: "pasteStudies",
  async run({ evidence }) {
    const editor = vscode.window.activeTextEditor;
    if (editor !== undefined) await (await evidence.studyPasting()).paste(editor);
  },
};

/** Shows which property of the analysis at the cursor has which role, by what, and what is missing. */
export const showEvidenceRoles: Command = {
  name: "showEvidenceRoles",
  run: async (parts) => (await load()).showEvidenceRoles(parts),
};

/** Writes down why a finding is right all the same. The language server passes which. */
export const acceptFinding: Command = {
  name: "acceptFinding",
  run: async ({ memory }, target) =>
    (await import("../evidence/acceptFinding")).acceptFinding(target, memory),
};

/** Calculates a standard deviation, or error, from what a report gives. The language server passes for which study. */
export const calculate: Command = {
  name: "calculate",
  run: async (_parts, target) => (await import("../evidence/calculate")).calculate(target),
};
