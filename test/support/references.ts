import type { PublicRecord } from "@analyses/protocol/referenceMessages";

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
