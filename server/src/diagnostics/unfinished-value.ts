import { fix, replaced, leaveOutOptionalFix } from "./fixes/fix";
import type { SchemaDiagnostic } from "./diagnostic";
import { fewOf } from "./not-allowed-value";
import { type FindingDraft, noneListed } from "../findings/finding";
import { type Site, subjectAt } from "../findings/site";
import { isEmptyText } from "@analyses/json";
import { groupWordsOf, placeInGroup } from "../document/groups";
import type { TextCheck } from "../findings/check";
import { translate } from "../localisation/translate";
import type { Subject } from "../findings/subject";

export function stillToFillIn({ property, entry, whole }: Subject): string {
  if (property !== undefined) return translate("`{0}` is still to be filled in.", property);
  if (entry?.list !== undefined)
    return translate("Entry {0} of `{1}` is still to be filled in.", entry.number, entry.list);
  if (entry !== undefined) return translate("Entry {0} is still to be filled in.", entry.number);
  return whole === "analysis"
    ? translate("The analysis is still to be filled in.")
    : translate("The analyses document is still to be filled in.");
}

/** An empty group name. The schema allows it, but users cannot identify the comparison. */
const unnamedGroupCheck: TextCheck = {
  scope: "text",
  codes: ["unfinished-value"],
  run({ document }, { node, start, part }) {
    if (part !== "group" || node.kind !== "object") return [];
    const group = { node, start };
    if (groupWordsOf(document, group).name?.trim() !== "") return [];
    const subject = { property: "name", entry: undefined, title: undefined, whole: "document" } as const;
    return [
      {
        code: "unfinished-value",
        severity: "warning",
        message: stillToFillIn(subject),
        ...placeInGroup(group, "name"),
        related: [],
        data: { kind: "unfinished-value", ...noneListed },
      },
    ];
  },
};

/** Keywords that can reject an empty text, besides type and listed values. */
const formKeywords: ReadonlySet<string> = new Set(["minLength", "pattern", "format", "anyOf", "oneOf"]);

/**
 * Turns findings about `null` or an empty text that the schema rejects into "unfinished value", since fixes and
 * completion leave these placeholders. Returns other findings unchanged.
 *
 * @param findings the findings at the site
 */
export function asUnfinished(site: Site, findings: readonly FindingDraft[]): readonly FindingDraft[] {
  const { node, start } = site.located;
  if (node.kind !== "null" && !isEmptyText(node)) return findings;
  return findings.map((finding): FindingDraft => {
    if (finding.start !== start || !isAboutWhatIsWritten(finding)) return finding;
    const { data } = finding;
    const { allowed, count, nearest } = data.kind === "not-allowed-value" ? data : noneListed;
    return {
      code: "unfinished-value",
      message: stillToFillIn(subjectAt(site)),
      start,
      end: start + node.length,
      related: [],
      data: { kind: "unfinished-value", allowed, count, nearest },
    };
  });
}

/**
 * Whether the finding rejects the `null` or the empty text itself. A list or an object never has `null` as a
 * placeholder.
 */
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

export const unfinishedValue: SchemaDiagnostic = {
  kind: "schema",
  severity: "error",
  checks: [unnamedGroupCheck],
  fixes: (finding, document, schemas) =>
    finding.data.kind === "unfinished-value"
      ? [
          ...fewOf(finding.data).map((value) =>
            fix(translate("Fill in {0}", value), [replaced(finding, value)], {}),
          ),
          ...leaveOutOptionalFix(document, schemas, finding.start),
        ]
      : [],
};
