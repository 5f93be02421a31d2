import assert from "node:assert/strict";
import type { LookUpResult, PublicRecord } from "@analyses/protocol/referenceMessages";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import {
  type ReferenceStatuses,
  collectReferences,
  noReferenceStatuses,
} from "@analyses/server/references/referenceStatuses";
import { uninterrupted } from "./findings";

export const registryUrl = "https://registry.example/api";

export const groupLink = (id: string, base = registryUrl): string => `${base}/rest/groups/${id}`;
export const personLink = (id: string, base = registryUrl): string => `${base}/rest/people/${id}`;

/** A reference as JSON text. */
export const groupReference = (id: string, name: string, link = groupLink(id)): string =>
  JSON.stringify({ groupId: id, name, link });

/** A document with the given analyses. */
export const withAnalyses = (...analyses: readonly string[]): string =>
  `{ "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [ { "number": 1, "name": "a", "analyses": [ ${analyses.join(", ")} ] } ] }`;

export const groupRecord = (id: string, name: string): PublicRecord => ({
  kind: "group",
  id,
  name,
  link: groupLink(id),
  registry: "Test registry",
  readAt: Date.UTC(2026, 0, 2, 12),
  groupType: "Centre",
  status: "Registered",
});

/** The statuses of a document's references, where the registry answers about each record. */
export async function statusesOf(
  document: AnalysesDocument,
  answer: (record: Pick<PublicRecord, "kind" | "id" | "link">) => LookUpResult,
  before: ReferenceStatuses = noReferenceStatuses,
): Promise<ReferenceStatuses> {
  const references = await collectReferences(document, uninterrupted);
  assert.ok(references);
  return references.compare(references.records.map(answer), before);
}
