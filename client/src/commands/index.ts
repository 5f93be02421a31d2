import type * as vscode from "vscode";
import type { Parts } from "./command";
import { registerCommand } from "./command";
import {
  cancelRefresh,
  copyId,
  copyLink,
  copyMarkdownLink,
  copyReference,
  explainProblem,
  openInBrowser,
  pin,
  refresh,
  showDetails,
  unpin,
  openPerson,
  openUser,
  revealReference,
  search,
} from "./records";
import {
  explainCode,
  newDocument,
  openSample,
  restartServer,
  selectItemSchema,
  showLog,
  acceptFinding,
  calculate,
  compareEvidenceWithFile,
  compareEvidenceWithLastCommit,
  exportEvidence,
  pasteStudies,
  showEvidence,
  showEvidenceRoles,
} from "./documents";
import { insertGroupReference, insertPersonReference, insertReference } from "./insertReference";
import { checkReferences, rewriteLinks, updateReferences } from "./references";
import { addRegistry, editRegistry, forgetSignIns, removeRegistry, signIn, signOut } from "./registries";

/** Every command of the extension. package.json names the same ones. */
const commands = [
  newDocument,
  openSample,
  explainCode,
  selectItemSchema,
  restartServer,
  addRegistry,
  editRegistry,
  removeRegistry,
  signIn,
  signOut,
  forgetSignIns,
  refresh,
  cancelRefresh,
  explainProblem,
  search,
  openPerson,
  openUser,
  showDetails,
  openInBrowser,
  copyId,
  copyLink,
  copyReference,
  copyMarkdownLink,
  pin,
  unpin,
  insertReference,
  insertGroupReference,
  insertPersonReference,
  checkReferences,
  updateReferences,
  rewriteLinks,
  revealReference,
  showEvidence,
  exportEvidence,
  compareEvidenceWithLastCommit,
  compareEvidenceWithFile,
  pasteStudies,
  showEvidenceRoles,
  acceptFinding,
  calculate,
  showLog,
];

export function registerCommands(parts: Parts): readonly vscode.Disposable[] {
  return commands.map((command) => registerCommand(command, parts));
}
