import type { Connection, Diagnostic } from "vscode-languageserver";
import { DiagnosticSeverity } from "vscode-languageserver";
import type { AcceptedFinding } from "../../../protocol/src/acceptedFindings";
import { entriesOf, readEntry } from "../../../protocol/src/acceptedFindings";
import { diagnosticSource } from "../../../protocol/src/diagnosticCodes";
import type { FileReading } from "../../../protocol/src/customMessages";

import type { ClientFeatures } from "./clientFeatures";
import type { WayToAccept } from "../languageService";
import {
  acceptedFileOf,
  acceptedIn,
  createDocument,
  locate,
  rangeOf,
  staleSentence,
} from "../languageService";

const nothingAccepted: readonly AcceptedFinding[] = [];

/** Reads the findings that teams accept, from the files beside their documents, and says there which are found no more. */
export class AcceptedFindingFiles {
  private readonly texts = new Map<string, Promise<string | undefined>>();
  private readonly entries = new Map<string, { text: string; entries: readonly AcceptedFinding[] }>();
  /** By document. */
  private readonly stale = new Map<string, readonly AcceptedFinding[]>();
  private readonly published = new Map<string, string>();

  constructor(
    private readonly connection: Connection,
    private readonly readFile: (uri: string) => Promise<FileReading>,
  ) {}

  /** The entries for a document: the same list as long as the file is. */
  async of(documentUri: string): Promise<readonly AcceptedFinding[]> {
    const text = await this.textFor(documentUri);
    if (text === undefined) return nothingAccepted;
    const known = this.entries.get(documentUri);
    if (known?.text === text) return known.entries;
    const entries = acceptedIn(text, documentUri);
    this.entries.set(documentUri, { text, entries });
    return entries;
  }

  /** The text of the file beside a document, as it is on disk; undefined where there is none. */
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
   * How an author can accept findings in a document: a client with the command asks the author itself; for others the
   * entry is written, its reason still to be filled in. Undefined where there is no place for the file.
   */
  async wayFor(
    documentUri: string,
    { acceptFinding, createsFiles, versionedEdits }: ClientFeatures,
  ): Promise<WayToAccept | undefined> {
    const file = acceptedFileOf(documentUri);
    if (file === undefined) return undefined;
    const stale = this.stale.get(documentUri) ?? nothingAccepted;
    if (acceptFinding !== undefined) return { kind: "command", file, stale, command: acceptFinding };
    const text = await this.textFor(documentUri);
    if (text === undefined && !(createsFiles && versionedEdits)) return undefined;
    return { kind: "edit", file, stale, text, today: new Date().toISOString().slice(0, 10), versionedEdits };
  }

  /** Files may be read now that were refused: all are read again. */
  mayReadMore(): void {
    this.texts.clear();
  }

  /** Forgets what was read of a file; whether findings may differ now. */
  changed(file: string): boolean {
    return this.texts.delete(file);
  }

  forget(documentUri: string): Promise<void> {
    this.entries.delete(documentUri);
    return this.note(documentUri, []);
  }

  /** Takes note of the entries that are found no more in a document, and says so in the file. */
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
