import type { LogOutputChannel } from "vscode";

/**
 * A log for the output of `analysesRegistry.trace.server`. The traced messages contain whole documents and registries'
 * data on people, and a workspace can enable the trace. This log therefore keeps only field names, flags, and values
 * that identify a message and its place. It replaces other texts by their length.
 */
export function traceLogOf(log: LogOutputChannel): LogOutputChannel {
  return Object.create(log, {
    trace: { value: (message: string) => log.trace(withoutTexts(message)) },
  }) as LogOutputChannel;
}

/** The fields whose text is logged: fields of the protocol, without text from documents or registries. */
const loggedTexts = new Set([
  "code",
  "jsonrpc",
  "kind",
  "languageId",
  "method",
  "positionEncoding",
  "purpose",
  "reason",
  "resultId",
  "scheme",
  "source",
  "type",
  "uri",
]);

/** The fields whose numbers are logged: other numbers may be unpublished results in a document. */
const loggedNumbers = new Set([
  "change",
  "character",
  "code",
  "count",
  "id",
  "kind",
  "line",
  "severity",
  "triggerKind",
  "type",
  "version",
]);

/**
 * Redacts the library's trace of one message. The trace is a line, followed by `Params: …` or `Result: …`; or the whole
 * message as JSON.
 */
export function withoutTexts(trace: string): string {
  const whole = parse(trace);
  if (whole !== undefined) return JSON.stringify(redacted(whole.value, ""));
  const [line = "", ...rest] = trace.split("\n");
  const [, title = "", json = ""] = /^(Params|Result|Error data): (.*)$/s.exec(rest.join("\n")) ?? [];
  const data = parse(json);
  const logged = line.replace(/(Request failed: ).*( \(-?\d+\))/, "$1…$2");
  return data === undefined ? logged : `${logged}\n${title}: ${JSON.stringify(redacted(data.value, ""))}`;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function redacted(value: unknown, field: string): unknown {
  if (typeof value === "string") return loggedTexts.has(field) ? value : `(${value.length} characters)`;
  if (typeof value === "number") return loggedNumbers.has(field) ? value : "(a number)";
  if (Array.isArray(value)) return value.map((item) => redacted(item, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [loggedName(name), redacted(inner, name)]),
  );
}

/** Keeps names that look like the protocol's; replaces others, which may come from a document. */
function loggedName(name: string): string {
  return /^[\w$./-]{1,60}$/.test(name) ? name : `(${name.length} characters)`;
}
