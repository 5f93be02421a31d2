import type { AnalysesDocument } from "../document/analysesDocument";
import { createDocument } from "../document/documentStore";
import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import { rangeBetween } from "../presentation/rangeBetween";
import type { FileReading } from "../../../protocol/src/fileRequests";
import type { SchemaContext } from "../schema/schemaContext";
import { createSchemaStore } from "../schema/schemaStore";
import type { Finding } from "../validation/finding";
import { validateDocument } from "../validation/validateDocument";
import type { CheckedFile, Problem } from "./checkedFile";

/** What the checker needs of the platform. */
export interface CheckRuntime {
  readonly readFile: (uri: string) => Promise<FileReading>;
  /** The URI of a file named on the command line. */
  readonly uriOf: (name: string) => string;
}

export interface CheckResult {
  readonly checked: readonly CheckedFile[];
  /** Why something could not be done, a sentence each. */
  readonly failures: readonly string[];
}

/** Checks files as the editor does with its default settings, in the order in which they are named. */
export async function checkFiles(
  names: readonly string[],
  itemSchema: string,
  { readFile, uriOf }: CheckRuntime,
): Promise<CheckResult> {
  const schemas = createSchemaStore({ readFile });
  const settings = { ...defaultAnalysesSettings, itemSchema: itemSchema === "" ? "" : uriOf(itemSchema) };
  const checked: CheckedFile[] = [];
  const failures = new Set<string>();
  for (const name of names) {
    const uri = uriOf(name);
    const reading = await readFile(uri);
    if (reading.kind === "failed") {
      failures.add(`${name}: ${reading.reason}`);
      continue;
    }
    const document = createDocument(uri, "analyses", 0, reading.text);
    const context = await schemas.contextFor(document, settings);
    for (const failure of schemaFailures(context)) failures.add(failure);
    const findings = await validateDocument(document, context, settings, uninterrupted);
    checked.push({ name, uri, problems: (findings ?? []).map((finding) => problemOf(document, finding)) });
  }
  return { checked, failures: [...failures] };
}

const uninterrupted = { isCancelled: () => false, pause: () => Promise.resolve() };

function schemaFailures({ itemSchema }: SchemaContext): readonly string[] {
  return itemSchema.kind === "unavailable" ? [`${itemSchema.file}: ${itemSchema.reason}`] : [];
}

function problemOf(document: AnalysesDocument, finding: Finding): Problem {
  const { code, severity, message, start, end, related } = finding;
  return {
    code,
    severity,
    message,
    range: rangeBetween(document, start, end),
    related: related.map((place) => ({
      message: place.message,
      range: rangeBetween(document, place.start, place.end),
    })),
  };
}
