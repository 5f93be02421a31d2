import {
  type Connection,
  type Diagnostic,
  type TextEdit,
  type WorkspaceEdit,
  ApplyWorkspaceEditRequest,
  DiagnosticSeverity,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver";
import { canonical } from "@analyses/json-schema";
import {
  type AcceptedFinding,
  type FindingToAccept,
  acceptFindingCommand,
  acceptedFindingsFile,
  entriesOf,
  readEntry,
} from "@analyses/protocol/acceptedFindings";
import { diagnosticSource } from "@analyses/protocol/diagnosticCodes";
import type { FileReading } from "@analyses/protocol/customMessages";
import { fieldsOf } from "@analyses/protocol/message";
import { translate } from "../localisation/translate";
import type { ClientFeatures } from "./clientFeatures";
import {
  type Acceptance,
  acceptedFileOf,
  acceptedIn,
  staleSentence,
  unfinishedEntry,
} from "../validation/acceptedFindings";
import { createDocument } from "../document/analysesDocument";
import { locate, rangeOf } from "../document/locate";

const nothingAccepted: readonly AcceptedFinding[] = [];

/** Reads each team's accepted findings from the files next to its documents, and reports stale entries there. */
export class AcceptedFindingFiles {
  private readonly texts = new Map<string, Promise<string | undefined>>();
  private readonly entries = new Map<string, { text: string; entries: readonly AcceptedFinding[] }>();
  /** The entries of each document that match no finding any more, by document URI. */
  private readonly stale = new Map<string, readonly AcceptedFinding[]>();
  private readonly published = new Map<string, string>();
  /**
   * For each file, the text on disk when the server had its first entry inserted: while the text on disk stays the
   * same, the entry may be unsaved.
   */
  private readonly begun = new Map<string, string>();

  constructor(
    private readonly connection: Connection,
    private readonly readFile: (uri: string) => Promise<FileReading>,
  ) {}

  /** The accepted findings of a document: the same array while the text of their file is unchanged. */
  async of(documentUri: string): Promise<readonly AcceptedFinding[]> {
    const text = await this.textFor(documentUri);
    if (text === undefined) return nothingAccepted;
    const known = this.entries.get(documentUri);
    if (known?.text === text) return known.entries;
    const entries = acceptedIn(text, documentUri);
    this.entries.set(documentUri, { text, entries });
    return entries;
  }

  /** The disk text of the accepted-findings file next to a document; undefined if there is none. */
  textFor(documentUri: string): Promise<string | undefined> {
    const file = acceptedFileOf(documentUri);
    if (file === undefined) return Promise.resolve(undefined);
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const text = this.readFile(file).then(
      (reading) => (reading.kind === "read" ? reading.text : undefined),
      () => undefined,
    );
    this.texts.set(file, text);
    return text;
  }

  /**
   * The command that accepts findings in a document: the client's own, which prompts for the reason, or else the
   * server's, see {@link accept}. Undefined if no file can lie next to the document, or if the client has no such
   * command and cannot edit or create the file.
   */
  async wayFor(documentUri: string, client: ClientFeatures): Promise<Acceptance | undefined> {
    const file = acceptedFileOf(documentUri);
    if (file === undefined) return undefined;
    const stale = this.stale.get(documentUri) ?? nothingAccepted;
    if (client.acceptFinding !== undefined) return { file, stale, command: client.acceptFinding };
    if (!client.appliesEdits) return undefined;
    const isPossible =
      (client.createsFiles && client.versionedEdits) || (await this.readFile(file)).kind === "read";
    return isPossible ? { file, stale, command: acceptFindingCommand } : undefined;
  }

  /**
   * Sends the client an edit that adds an entry whose reason the user still has to fill in. The server does not see
   * unsaved text: while a file's first entry may be unsaved, the server adds no further entry.
   */
  async accept(toAccept: FindingToAccept, client: ClientFeatures): Promise<void> {
    const { file } = toAccept;
    const reading = await this.readFile(file);
    const text = reading.kind === "read" ? reading.text : undefined;
    const isReadable = reading.kind === "read" || reading.isAbsent === true;
    const entry = isReadable
      ? unfinishedEntry(toAccept, text, new Date().toISOString().slice(0, 10))
      : undefined;
    if (entry === undefined) {
      await this.showMessage(
        MessageType.Error,
        translate("{0} cannot be read: mend it first.", acceptedFindingsFile),
      );
      return;
    }
    const mayBeUnsaved = this.begun.get(file) === (text ?? "");
    // The user may have discarded the entry: a second request adds it again.
    this.begun.delete(file);
    if (mayBeUnsaved) {
      const message = translate(
        "{0} has an entry that is not saved: save it first, or do this again if the entry was discarded.",
        acceptedFindingsFile,
      );
      await this.showMessage(MessageType.Warning, message);
      return;
    }
    if (entry.isFirst) this.begun.set(file, text ?? "");
    const edit = workspaceEdit(file, entry.edit, text === undefined, client);
    const isApplied = await this.connection.sendRequest(ApplyWorkspaceEditRequest.type, { edit }).then(
      // Eglot sends an empty answer on success.
      (answer) => fieldsOf(answer).applied !== false,
      () => false,
    );
    if (!isApplied) this.begun.delete(file);
    else
      await this.showMessage(
        MessageType.Info,
        translate("Fill in the reason in {0}, and save it.", acceptedFindingsFile),
      );
  }

  private showMessage(type: MessageType, message: string): Promise<void> {
    return this.connection.sendNotification(ShowMessageNotification.type, { type, message });
  }

  /** Forgets all texts, because the client may now read files that it refused before. */
  mayReadMore(): void {
    this.texts.clear();
  }

  /** Forgets the text of a file; returns whether findings may differ now. */
  changed(file: string): boolean {
    return this.texts.delete(canonical(file));
  }

  forget(documentUri: string): Promise<void> {
    this.entries.delete(documentUri);
    return this.note(documentUri, []);
  }

  /** Stores a document's stale entries, and publishes a diagnostic on each in the file of accepted findings. */
  async note(documentUri: string, stale: readonly AcceptedFinding[]): Promise<void> {
    const file = acceptedFileOf(documentUri);
    if (file === undefined || (stale.length === 0 && !this.stale.has(documentUri))) return;
    if (stale.length === 0) this.stale.delete(documentUri);
    else this.stale.set(documentUri, stale);
    const text = await this.textFor(documentUri);
    const all = [...this.stale].flatMap(([uri, entries]) => (acceptedFileOf(uri) === file ? entries : []));
    const diagnostics = text === undefined ? [] : staleDiagnostics(file, text, all);
    const print = JSON.stringify(diagnostics);
    if ((this.published.get(file) ?? "[]") === print) return;
    this.published.set(file, print);
    await this.connection.sendDiagnostics({ uri: file, diagnostics });
  }
}

function workspaceEdit(
  file: string,
  edit: TextEdit,
  isNew: boolean,
  { versionedEdits }: ClientFeatures,
): WorkspaceEdit {
  if (!versionedEdits) return { changes: { [file]: [edit] } };
  const edits = { textDocument: { uri: file, version: null }, edits: [edit] };
  return {
    documentChanges: isNew
      ? [{ kind: "create", uri: file, options: { ignoreIfExists: true } }, edits]
      : [edits],
  };
}

function staleDiagnostics(file: string, text: string, stale: readonly AcceptedFinding[]): Diagnostic[] {
  const document = createDocument(file, "json", 0, text);
  const keys = new Set(stale.map((entry) => JSON.stringify(entry)));
  return (entriesOf(text) ?? []).flatMap((raw, index): Diagnostic[] => {
    const entry = readEntry(raw);
    if (entry === undefined || !keys.has(JSON.stringify(entry))) return [];
    const numbers = locate(document, document.root, ["accepted", index, "numbers"]);
    const { start, end } = rangeOf(numbers ?? document.root);
    return [
      {
        range: document.text.rangeBetween(start, end),
        severity: DiagnosticSeverity.Information,
        source: diagnosticSource,
        message: staleSentence(entry),
      },
    ];
  });
}
