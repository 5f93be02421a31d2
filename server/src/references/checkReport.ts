import type {
  LookUpResult,
  NotCheckedCount,
  ReferenceCheckReport,
} from "../../../protocol/src/referenceRequests";

/** Counts what a check came to, for the client to say. */
export function checkReport(
  { uri, version }: Pick<ReferenceCheckReport, "uri" | "version">,
  results: readonly LookUpResult[],
): ReferenceCheckReport {
  const notChecked = new Map<string, NotCheckedCount>();
  let checked = 0;
  let otherRegistry = 0;
  for (const result of results) {
    switch (result.kind) {
      case "known":
      case "unknownId":
        checked += 1;
        break;
      case "otherRegistry":
        otherRegistry += 1;
        break;
      case "notChecked": {
        const { registry, reason, message } = result;
        const key = JSON.stringify([registry, reason, message]);
        const count = (notChecked.get(key)?.count ?? 0) + 1;
        notChecked.set(key, { registry, reason, message, count });
      }
    }
  }
  return { uri, version, checked, otherRegistry, notChecked: [...notChecked.values()] };
}
