import type { Diagnostic, Position, Range } from "vscode-languageserver-types";
import { listOf, property } from "../json/read";
import { type Answer, type Message, ServerProcess } from "./serverProcess";
import type { Subject } from "./subject";

/** LSP 3.17, TextDocumentContentChangeEvent. */
interface TextChange {
  readonly range: Range;
  readonly text: string;
}

const uri = "file:///review/bench.analyses.json";

/** A server counts as idle if its processor time stays the same for this long: two ticks of the system's clock. */
const restMilliseconds = 20;
const maxRestMilliseconds = 2000;
/** The capabilities of VS Code's client that affect the measurements. */
const capabilities = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { dynamicRegistration: true },
    completion: {
      contextSupport: true,
      completionItem: {
        snippetSupport: true,
        commitCharactersSupport: true,
        documentationFormat: ["markdown", "plaintext"],
        resolveSupport: { properties: ["documentation", "detail", "additionalTextEdits"] },
        insertReplaceSupport: true,
        labelDetailsSupport: true,
      },
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
  },
};

/** A server's diagnostics of a text, and its response time. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly milliseconds: number;
}

/** A session with one server, which opens one document. */
export class Session {
  private version = 0;
  /** The last diagnostics with their result ID; undefined if the last answer had none. */
  private known: { readonly resultId: unknown; readonly diagnostics: readonly Diagnostic[] } | undefined;

  private constructor(
    readonly subject: Subject,
    private readonly server: ServerProcess,
  ) {}

  static async start(subject: Subject): Promise<Session> {
    const server = new ServerProcess(subject, ({ method, params }) =>
      method === "workspace/configuration"
        ? listOf(property(params, "items")).map(() => subject.settings)
        : undefined,
    );
    await server.ask([], {
      method: "initialize",
      params: {
        processId: process.pid,
        rootUri: null,
        workspaceFolders: null,
        capabilities,
        initializationOptions: subject.initializationOptions,
      },
    });
    const session = new Session(subject, server);
    server.notify({ method: "initialized", params: {} });
    for (const notification of subject.afterInitialized) server.notify(notification);
    return session;
  }

  async open(text: string): Promise<Findings> {
    const { languageId } = this.subject;
    const textDocument = { uri, languageId, version: ++this.version, text };
    return this.pull([{ method: "textDocument/didOpen", params: { textDocument } }]);
  }

  async change(change: TextChange): Promise<Findings> {
    return this.pull([this.changed(change)]);
  }

  /** Sends a change together with a request at a position. */
  async askAfter(change: TextChange, method: string, position?: Position): Promise<Answer> {
    const at = position === undefined ? {} : { position };
    return this.server.ask([this.changed(change)], { method, params: { textDocument: { uri }, ...at } });
  }

  /** Sends a change without a request. */
  send(change: TextChange): void {
    this.server.notify(this.changed(change));
  }

  /** Waits until the server is idle: it may still work after its last response. */
  async rest(): Promise<void> {
    const deadline = performance.now() + maxRestMilliseconds;
    for (let before = NaN; performance.now() < deadline;) {
      const now = this.server.processorTime();
      if (now === undefined || now === before) return;
      before = now;
      await new Promise((wake) => setTimeout(wake, restMilliseconds));
    }
  }

  peakMemory(): number | undefined {
    return this.server.peakMemory();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private changed(change: TextChange): Message {
    const textDocument = { uri, version: ++this.version };
    return { method: "textDocument/didChange", params: { textDocument, contentChanges: [change] } };
  }

  private async pull(notifications: readonly Message[]): Promise<Findings> {
    const previous = this.known === undefined ? {} : { previousResultId: this.known.resultId };
    const { result, milliseconds } = await this.server.ask(notifications, {
      method: "textDocument/diagnostic",
      params: { textDocument: { uri }, ...previous },
    });
    const resultId = property(result, "resultId");
    const diagnostics =
      property(result, "kind") === "unchanged"
        ? (this.known?.diagnostics ?? [])
        : listOf(property(result, "items")).filter(isDiagnostic);
    this.known = resultId === undefined ? undefined : { resultId, diagnostics };
    return { diagnostics, milliseconds };
  }
}

function isDiagnostic(value: unknown): value is Diagnostic {
  const range = property(value, "range");
  return [property(range, "start"), property(range, "end")].every(
    (position) =>
      typeof property(position, "line") === "number" && typeof property(position, "character") === "number",
  );
}
