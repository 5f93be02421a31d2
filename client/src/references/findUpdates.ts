import type { LookUpResult } from "../../../protocol/src/referenceRequests";
import type { PublicAddresses } from "../registries/publicAddresses";
import type { DocumentChanges, DocumentText } from "./documentsToChange";
import { RecordLookUp } from "./recordLookUp";
import { agreesWithItself, updatesOf } from "./referenceUpdates";
import type { WrittenReference } from "./writtenReferences";
import { writtenReferences } from "./writtenReferences";

/** A document and its references that can be updated. */
export interface ReferringDocument extends DocumentText {
  readonly references: readonly WrittenReference[];
}

/**
 * Finds the references of JSON documents whose identifier and link name one record: of others nobody knows
 * which of the two is meant. In Markdown and HTML the text of a link is the author's own wording, which no
 * registry can put right.
 */
export function withReferences(documents: readonly DocumentText[]): readonly ReferringDocument[] {
  return documents.map((document) => ({
    ...document,
    references: writtenReferences(document.text).filter(agreesWithItself),
  }));
}

/** The distinct links of references: each is looked up once, whatever the number of references to it. */
export function distinctLinks(documents: readonly ReferringDocument[]): readonly string[] {
  return [...new Set(documents.flatMap(({ references }) => references.map(({ link }) => link.value)))];
}

export interface FoundUpdates {
  readonly changed: readonly DocumentChanges[];
  readonly results: readonly LookUpResult[];
}

/** Asks the registries what references should say; ends early when the signal is aborted. */
export async function findUpdates(
  documents: readonly ReferringDocument[],
  addresses: PublicAddresses,
  signal: AbortSignal,
): Promise<FoundUpdates> {
  const lookUp = new RecordLookUp({ signal, purpose: "check", refresh: true });
  const results = distinctLinks(documents).map(async (link): Promise<[string, LookUpResult]> => {
    const record = addresses.find(link);
    return [link, record === undefined ? { kind: "otherRegistry" } : await lookUp.find(record)];
  });
  const found = new Map(await Promise.all(results));
  const changed = documents.map(({ uri, text, references }): DocumentChanges => {
    const changes = references.flatMap((reference) => {
      const result = found.get(reference.link.value);
      return result?.kind === "known" ? updatesOf(reference, result.record) : [];
    });
    return { uri, text, changes };
  });
  return { changed, results: [...found.values()] };
}
