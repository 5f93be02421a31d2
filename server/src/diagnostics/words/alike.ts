import type { Finding } from "@analyses/evidence";
import { translate } from "../../localisation/translate";

/** Adds the number of other rows or analyses with the same finding. */
export function withAlike(message: string, finding: Finding): string {
  const alike = "alike" in finding ? (finding.alike ?? 0) : 0;
  if (alike === 0) return message;
  if (finding.code === "totals-disagree")
    return alike === 1
      ? translate("{0} It stands in 1 more analysis of the group.", message)
      : translate("{0} It stands in {1} more analyses of the group.", message, alike);
  return alike === 1
    ? translate("{0} The same holds for 1 more row of this study.", message)
    : translate("{0} The same holds for {1} more rows of this study.", message, alike);
}
