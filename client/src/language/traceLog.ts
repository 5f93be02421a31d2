import type { LogOutputChannel } from "vscode";
import { fieldsOf, parsedJson } from "@analyses/protocol/message";

/**
 * A log for the output of `analysesRegistry.trace.server`, which a workspace can enable. The traced messages contain
 * whole documents and registries' data on people, so this log says only which message was sent or received, and when.
 */
export function traceLogOf(log: LogOutputChannel): LogOutputChannel {
  return Object.create(log, {
    trace: { value: (message: string) => log.trace(withoutTexts(message)) },
  }) as LogOutputChannel;
}

/**
 * Shortens the library's trace of one message to the message's name and number. The trace is a line, followed by the
 * message's data; or the whole message as JSON.
 */
export function withoutTexts(trace: string): string {
  const { type, message } = fieldsOf(parsedJson(trace));
  const { method, id } = fieldsOf(message);
  if (message !== undefined) return JSON.stringify({ type, method, id });
  const [line = ""] = trace.split("\n", 1);
  // Removes an error's message, which may quote a document, and keeps the error's code, a number of LSP.
  return line.replace(/(Request failed:).*?( \(-\d{5}\)\.)?$/, "$1 …$2");
}
