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

/** Fields whose text is logged: fields of the protocol, with no text from documents or registries. */
const toldTexts = new Set([
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

/** Fields whose numbers are logged: others may be unpublished results in a document. */
const toldNumbers = new Set([
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
 * Redacts the library's trace of one message: a line, followed by `Params: …` or `Result: …`; or the whole message as
 * JSON.
 */
export function withoutTexts(trace: string): string {
  const whole = parsed(trace);
  if (whole !== undefined) return JSON.stringify(blanked(whole.value, ""));
  const [line = "", ...rest] = trace.split("\n");
  const [, title = "", json = ""] = /^(Params|Result|Error data): (.*)$/s.exec(rest.join("\n")) ?? [];
  const data = parsed(json);
  const logged = line.replace(/(Request failed: ).*( \(-?\d+\))/, "$1…$2");
  return data === undefined ? logged : `${logged}\n${title}: ${JSON.stringify(blanked(data.value, ""))}`;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function blanked(value: unknown, field: string): unknown {
  if (typeof value === "string") return toldTexts.has(field) ? value : `(${value.length} characters)`;
  if (typeof value === "number") return toldNumbers.has(field) ? value : "(a number)";
  if (Array.isArray(value)) return value.map((item) => blanked(item, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [toldName(name), blanked(inner, name)]),
  );
}

/** Keeps names that look like the protocol's; replaces others, which may come from a document. */
function toldName(name: string): string {
  return /^[\w$./-]{1,60}$/.test(name) ? name : `(${name.length} characters)`;
}
