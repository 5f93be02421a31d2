import { type Yielding, runYielding } from "@analyses/json";
import {
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializeRequest,
  Message,
  TextDocuments,
  type MessageStrategy,
} from "vscode-languageserver";
import type { DocumentChange } from "@analyses/json";
import { fieldsOf } from "@analyses/protocol/message";
import { readRange } from "@analyses/protocol/referenceMessages";
import {
  type AnalysesDocument,
  createDocument,
  createDocumentYielding,
  updateDocument,
  updateDocumentYielding,
} from "../document/analysesDocument";
import type { Attention } from "./attention";
import { type ConnectionRuntime, pauseOn, yieldingUntil } from "./runtime";

export type OpenDocuments = TextDocuments<AnalysesDocument>;

/** The method of a notification that cancels a request (LSP 3.17, Cancellation Support). */
const cancelRequest = "$/cancelRequest";

type Handle = Parameters<MessageStrategy["handleMessage"]>[1];

interface Waiting {
  readonly message: Message;
  readonly handle: () => void;
  /** The URI of the document that the message is about; undefined if the message names no document. */
  readonly uri: string | undefined;
}

/**
 * Dispatches the client's messages. If a message changes a document, this class first parses the new text: a long text
 * in slices, between other messages.
 *
 * During the parsing of a document's text, messages about that document wait in order, as if they had arrived later;
 * messages about other documents continue. Messages that name no document wait too, and changes of documents do not overtake
 * these messages: a request may refer to an earlier answer, and must then not see a newer text.
 */
export class DocumentMessages implements MessageStrategy {
  /** The documents that the client has open, updated by its change notifications alone. */
  readonly documents: OpenDocuments;
  readonly #waiting: Waiting[] = [];
  readonly #parsing = new Set<string>();
  /** Documents parsed for the message that is handled next, by URI. */
  readonly #parsed = new Map<string, AnalysesDocument>();
  #isDispatching = false;
  #isInitialized = false;

  /** @param attention records where documents are edited */
  constructor(
    private readonly runtime: ConnectionRuntime,
    attention: Attention,
  ) {
    this.documents = new TextDocuments({
      create: (uri, languageId, version, text) =>
        this.#parsedFor(uri, version) ?? createDocument(uri, languageId, version, text),
      update: (document, changes, version) => {
        // The user is most likely to continue at the last change: its position comes first.
        const positions = changes.flatMap((change) => ("range" in change ? change.range.start : []));
        attention.edited(document.uri, positions.reverse());
        return this.#parsedFor(document.uri, version) ?? updateDocument(document, changes, version);
      },
    });
  }

  private get isParsing(): boolean {
    return this.#parsing.size > 0;
  }

  /** Notifications before `initialize` are dropped, except `exit` (LSP 3.17, Server lifecycle). */
  handleMessage(message: Message, handle: Handle): ReturnType<Handle> {
    if (Message.isRequest(message) && message.method === InitializeRequest.method) this.#isInitialized = true;
    if (!this.#isInitialized && Message.isNotification(message) && message.method !== ExitNotification.method)
      return;
    const about = this.#documentOf(message);
    if (about === undefined) return handle(message);
    // If `handle` fails, the promise rejects and the caller logs the failure.
    return new Promise((resolve) => {
      this.#waiting.push({ message, handle: () => resolve(handle(message)), uri: about.uri });
      if (!this.#isDispatching) void this.#dispatchWaiting();
    });
  }

  /** The URI of the document that a message is about, if it names one; undefined for a message that need not wait. */
  #documentOf(message: Message): Pick<Waiting, "uri"> | undefined {
    if (!Message.isRequest(message) && !Message.isNotification(message)) return undefined;
    const { textDocument, id } = fieldsOf(message.params);
    // A cancellation waits with the request that it cancels.
    if (message.method === cancelRequest)
      return this.#waiting.find(({ message }) => Message.isRequest(message) && message.id === id);
    if (message.method.startsWith("$/")) return undefined;
    const { uri } = fieldsOf(textDocument);
    return { uri: typeof uri === "string" ? uri : undefined };
  }

  async #dispatchWaiting(): Promise<void> {
    this.#isDispatching = true;
    for (let at = this.#nextIndex(); at >= 0; at = this.#nextIndex()) {
      for (const message of this.#waiting.splice(at, 1)) this.#dispatch(message);
      // Each message gets an event-loop turn of its own, as it does without this queue.
      if (this.#nextIndex() >= 0) await pauseOn(this.runtime)();
    }
    this.#isDispatching = false;
  }

  /** The index of the first waiting message that may be handled now; -1 if there is none. */
  #nextIndex(): number {
    return this.#waiting.findIndex((message, index) => {
      const { uri } = message;
      if (uri === undefined ? this.isParsing : this.#parsing.has(uri)) return false;
      return this.#waiting.slice(0, index).every((earlier) => mayOvertake(message, earlier));
    });
  }

  #dispatch({ message, handle, uri }: Waiting): void {
    const work = this.#parsingFor(message);
    if (uri === undefined || work === undefined) handle();
    else void this.#parseAndHandle(uri, work, handle);
  }

  async #parseAndHandle(uri: string, work: Yielding<AnalysesDocument>, handle: () => void): Promise<void> {
    this.#parsing.add(uri);
    const yielding = yieldingUntil(this.runtime, () => false);
    // If parsing fails, `handle` parses the text again, and logs the error.
    const document = await runYielding(work, yielding, Infinity).catch(() => undefined);
    if (document !== undefined && document !== "cancelled") this.#parsed.set(uri, document);
    this.#parsing.delete(uri);
    handle();
    this.#parsed.delete(uri);
    if (!this.#isDispatching) void this.#dispatchWaiting();
  }

  #parsingFor(message: Message): Yielding<AnalysesDocument> | undefined {
    if (!Message.isNotification(message)) return undefined;
    const { textDocument, contentChanges } = fieldsOf(message.params);
    const { uri, version, text } = fieldsOf(textDocument);
    if (typeof uri !== "string" || typeof version !== "number") return undefined;
    if (message.method === DidOpenTextDocumentNotification.method)
      return typeof text === "string" ? createDocumentYielding(uri, version, text) : undefined;
    const document = this.documents.get(uri);
    if (message.method !== DidChangeTextDocumentNotification.method || document === undefined)
      return undefined;
    return areChanges(contentChanges) ? updateDocumentYielding(document, contentChanges, version) : undefined;
  }

  #parsedFor(uri: string, version: number): AnalysesDocument | undefined {
    const document = this.#parsed.get(uri);
    return document?.version === version ? document : undefined;
  }
}

/** Whether a message may be handled before an earlier one. */
function mayOvertake({ message, uri }: Waiting, earlier: Waiting): boolean {
  if (uri === undefined || uri === earlier.uri) return false;
  // A notification about all documents, such as new settings, affects later messages; a request changes nothing.
  return earlier.uri !== undefined || (Message.isRequest(message) && Message.isRequest(earlier.message));
}

function areChanges(value: unknown): value is readonly DocumentChange[] {
  if (!Array.isArray(value)) return false;
  return value.map(fieldsOf).every(({ range, text }) => {
    return typeof text === "string" && (range === undefined || readRange(range) !== undefined);
  });
}
