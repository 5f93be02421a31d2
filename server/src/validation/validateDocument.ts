import type { AnalysesSettings } from "../../../protocol/src/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { verdictFindings } from "../references/verdictFindings";
import type { Verdicts } from "../references/verdicts";
import { noVerdicts } from "../references/verdicts";
import { compiledSchemas } from "../schema/compiledSchemas";
import type { SchemaContext } from "../schema/schemaContext";
import { groupNumberFindings, itemSchemaFindings, schemaVersionFindings } from "./documentFindings";
import { defaultSeverities } from "./finding";
import type { Finding, FindingDraft } from "./finding";
import { moreProblems } from "./messages/documentMessages";
import { skeletonFindings } from "./skeletonFindings";
import { syntaxFinding } from "./syntaxFindings";
import { treeFindings } from "./treeFindings";
import type { FindingSink } from "./treeFindings";

/** The settings that decide what is told and how much of it. */
export type ValidationSettings = Pick<AnalysesSettings, "severity" | "maxProblems" | "references">;

/** How long work stays cancellable: asked between slices of some milliseconds. */
export interface Workload {
  readonly isCancelled: () => boolean;
  /** Resolves after other events have had their turn. */
  readonly pause: () => Promise<void>;
}

/** After this much text that was looked at anew, others have their turn. */
const sliceOfText = 500_000;

/** Collecting goes on behind `maxProblems` for a while, since findings do not come in order. */
const spareFindings = 1000;

/**
 * All findings in a document, in the order of the text, at most `maxProblems` and then one last
 * finding that says so. `undefined` when it was cancelled. What an edit left alone is not looked at
 * again. Never rejects.
 *
 * @param verdicts what registries said against the document's references when they were checked last
 */
export async function validateDocument(
  document: AnalysesDocument,
  schemas: SchemaContext,
  settings: ValidationSettings,
  workload: Workload,
  verdicts: Verdicts = noVerdicts,
): Promise<readonly Finding[] | undefined> {
  const { maxProblems } = settings;
  const sink: FindingSink = { drafts: [], enough: maxProblems + spareFindings };
  // These come in the order of the text.
  const judged: FindingSink = { drafts: [], enough: maxProblems };
  let text = 0;
  for (const length of allFindings()) {
    text += length;
    if (text < sliceOfText) continue;
    text = 0;
    await workload.pause();
    if (workload.isCancelled()) return undefined;
  }
  return told([...sink.drafts, ...judged.drafts], settings);

  function* allFindings(): Generator<number, void> {
    yield* documentFindings(document, schemas, sink);
    yield* verdictFindings(document, verdicts, judged);
  }
}

function* documentFindings(
  document: AnalysesDocument,
  schemas: SchemaContext,
  sink: FindingSink,
): Generator<number, void> {
  const { root } = document;
  const compiled = compiledSchemas(schemas);
  sink.drafts.push(
    ...document.problems.map((problem) => syntaxFinding(document, problem)),
    ...schemaVersionFindings(document, schemas),
    ...itemSchemaFindings(document, schemas),
    ...groupNumberFindings(document),
    ...skeletonFindings(document, compiled),
  );
  yield* treeFindings(document, root, "document", compiled.item, sink);
}

function told(
  drafts: readonly FindingDraft[],
  { severity, maxProblems, references }: ValidationSettings,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const draft of drafts) {
    if (draft.code === "reference-link-mismatch" && !references.check) continue;
    const chosen = severity[draft.code] ?? draft.severity ?? defaultSeverities[draft.code];
    if (chosen !== "off") findings.push({ ...draft, severity: chosen });
  }
  const sorted = findings.sort((one, other) => one.start - other.start || one.end - other.end);
  const distinct = sorted.filter((finding, index) => !isSame(finding, sorted[index - 1]));
  const next = distinct[maxProblems];
  if (next === undefined) return distinct;
  const last: Finding = {
    code: "schema",
    severity: "information",
    message: moreProblems(maxProblems),
    start: next.start,
    end: next.end,
    related: [],
    data: { kind: "none" },
  };
  return [...distinct.slice(0, maxProblems), last];
}

/** The same told twice, for example by two schemas. */
function isSame(one: Finding, other: Finding | undefined): boolean {
  return (
    one.code === other?.code &&
    one.start === other.start &&
    one.end === other.end &&
    one.message === other.message
  );
}
