import { writeRegistryLink } from "../../../protocol/src/registryLink";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Placed } from "../syntax/nodes";
import type { FindingDraft } from "../validation/finding";
import { locate, rangeOf } from "../validation/locate";
import { linkToOtherKind, linkToOtherRecord } from "./messages";
import type { ReadAnalysis, WrittenReference } from "./writtenReferences";
import { plainlyFits, referencesIn } from "./writtenReferences";

/** Whether a reference's link leads to the very record that its identifier names. */
export function linkFits({ kind, id, target }: WrittenReference): boolean {
  return target.kind === kind && target.id === id;
}

/**
 * References of an analysis whose link leads to another record: the text alone says so, no registry.
 *
 * @param read what was read of the analysis
 */
export function linkMismatchFindings(
  document: AnalysesDocument,
  analysis: Placed,
  read: ReadAnalysis,
): FindingDraft[] {
  const { identified } = read.keys;
  // What is not read now is read when it is looked up at a registry.
  if (identified.length > 0 && identified.every(plainlyFits)) return [];
  return referencesIn(document, analysis, read).flatMap((reference) => {
    if (linkFits(reference)) return [];
    const object = locate(document, analysis, reference.path);
    const link = locate(document, analysis, [...reference.path, "link"]);
    if (object === undefined || link === undefined) return [];
    const { kind, id, target } = reference;
    const code = "reference-link-mismatch";
    const message =
      target.kind === kind ? linkToOtherRecord(kind, id, target.id) : linkToOtherKind(kind, target.kind);
    const data = {
      kind: code,
      object: object.start,
      link: writeRegistryLink({ ...target, kind, id }),
      linkedId: target.kind === kind ? target.id : undefined,
    } as const;
    return [{ code, message, ...rangeOf(link), related: [], data }];
  });
}
