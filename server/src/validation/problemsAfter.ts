import type { AnalysesDocument } from "../document/analysesDocument";
import type { DocumentChange } from "../document/documentStore";
import { updateDocument } from "../document/documentStore";
import type { SchemaContext } from "../schema/schemaContext";
import type { Finding } from "./finding";
import type { ValidationSettings, Workload } from "./validateDocument";
import { validateDocument } from "./validateDocument";

/**
 * The errors that changes would bring into a document, as sentences: what it would have and has not now.
 * Whatever the user makes of a finding's severity, an error here is what the schemas forbid.
 *
 * @param changes applied in order, each by the positions of the text that the one before left
 * @returns none for a text that is not JSON, as of that nobody can tell; undefined when it was cancelled
 */
export async function problemsAfter(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  schemas: SchemaContext,
  { maxProblems }: Pick<ValidationSettings, "maxProblems">,
  workload: Workload,
): Promise<readonly string[] | undefined> {
  const settings: ValidationSettings = { maxProblems, severity: {}, references: { check: false } };
  const before = await validateDocument(document, schemas, settings, workload);
  if (before === undefined) return undefined;
  // Of more problems than are told, nobody knows which are new.
  if (before.length > maxProblems || before.some(({ code }) => code === "syntax")) return [];
  const changed = updateDocument(document, changes, document.version);
  const after = await validateDocument(changed, schemas, settings, workload);
  return after && newErrors(before, after);
}

function newErrors(before: readonly Finding[], after: readonly Finding[]): readonly string[] {
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.flatMap((finding) => {
    const count = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), count - 1);
    return count > 0 || finding.severity !== "error" ? [] : [finding.message];
  });
}

/** What a finding says, wherever it stands: changes move it. */
function keyOf({ code, message }: Finding): string {
  return JSON.stringify([code, message]);
}
