import type { LogOutputChannel } from "vscode";

/**
 * A log for what `analysesRegistry.trace.server` writes. The messages between editor and server hold whole documents,
 * and what registries answered about people; a workspace may switch them on. So this log keeps their form: names of
 * fields, flags, and what says which message it is and where. Of all other text it keeps the length.
 */
export function traceLogOf(log: LogOutputChannel): LogOutputChannel {
  return Object.create(log, {
    trace: { value: (message: string) => log.trace(withoutTexts(message)) },
  }) as LogOutputChannel;
}

/** Fields whose text is written out: of the protocol's own, where neither documents nor registries have a say. */
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

/** The same for numbers: those of documents may be somebody's unpublished results. */
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
 * What the protocol's library writes about one message: a line, and below it `Params: …` or `Result: …`; or all of the
 * message as JSON.
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

/** The names of a message's fields are words; what else stands as a name may be of a document. */
function toldName(name: string): string {
  return /^[\w$./-]{1,60}$/.test(name) ? name : `(${name.length} characters)`;
}
