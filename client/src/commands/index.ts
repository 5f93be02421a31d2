import type * as vscode from "vscode";
import type { Parts } from "../parts";
import { addRegistry } from "./addRegistry";
import { checkReferences } from "./checkReferences";
import { registerCommand } from "./command";
import { copyId } from "./copyId";
import { copyLink } from "./copyLink";
import { copyMarkdownLink } from "./copyMarkdownLink";
import { copyReference } from "./copyReference";
import { explainProblem } from "./explainProblem";
import { insertGroupReference, insertPersonReference, insertReference } from "./insertReference";
import { newDocument } from "./newDocument";
import { openSample } from "./openSample";
import { openPerson, openUser } from "./openById";
import { openInBrowser } from "./openInBrowser";
import { pin, unpin } from "./pin";
import { cancelRefresh, refresh } from "./refresh";
import { restartServer } from "./restartServer";
import { revealReference } from "./revealReference";
import { rewriteLinks } from "./rewriteLinks";
import { search } from "./search";
import { selectItemSchema } from "./selectItemSchema";
import { showDetails } from "./showDetails";
import { showLog } from "./showLog";
import { signIn } from "./signIn";
import { signOut } from "./signOut";
import { updateReferences } from "./updateReferences";

/** Every command of the extension. package.json names the same ones. */
const commands = [
  newDocument,
  openSample,
  selectItemSchema,
  restartServer,
  addRegistry,
  signIn,
  signOut,
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
  showLog,
];

export function registerCommands(parts: Parts): readonly vscode.Disposable[] {
  return commands.map((command) => registerCommand(command, parts));
}
