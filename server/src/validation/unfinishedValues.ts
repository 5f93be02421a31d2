import type { SyntaxNode } from "../../../json/src";
import type { FindingDraft } from "./finding";
import type { Site } from "./keywords/site";
import { subjectAt } from "./keywords/site";
import { stillToFillIn } from "./messages/valueMessages";

/** Keywords by which a schema refuses the empty text, beside its type and the values it lists. */
const formKeywords: ReadonlySet<string> = new Set(["minLength", "pattern", "format", "anyOf", "oneOf"]);

/**
 * Where `null` or an empty text stands and a schema takes neither, the value is still to be filled in: so
 * fixes and completion leave the places that only the author can fill. Other findings are returned as
 * they are.
 *
 * @param findings what was found at the site
 */
export function asUnfinished(site: Site, findings: readonly FindingDraft[]): readonly FindingDraft[] {
  const { node, start } = site.located;
  if (node.kind !== "null" && !isEmptyText(node)) return findings;
  return findings.map((finding): FindingDraft => {
    if (finding.start !== start || !isAboutWhatIsWritten(finding)) return finding;
    const { data } = finding;
    const allowed = data.kind === "not-allowed-value" ? data.allowed : [];
    return {
      code: "unfinished-value",
      message: stillToFillIn(subjectAt(site)),
      start,
      end: start + node.length,
      related: [],
      data: { kind: "unfinished-value", allowed },
    };
  });
}

export function isEmptyText(node: SyntaxNode): boolean {
  return node.kind === "string" && node.closed && node.length === 2;
}

/** Not where a list or an object is needed: those are never left as `null`. */
function isAboutWhatIsWritten({ data }: FindingDraft): boolean {
  switch (data.kind) {
    case "wrong-type":
      return data.expected.some((type) => type !== "array" && type !== "object");
    case "not-allowed-value":
      return true;
    case "schema":
      return formKeywords.has(data.keyword);
    default:
      return false;
  }
}
