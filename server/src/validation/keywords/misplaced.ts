import { byKey } from "@analyses/evidence";
import type { Step } from "@analyses/json";
import { formatProperty } from "@analyses/protocol/documentFormat";
import type { ValidationContext } from "../../findings/check";
import type { FindingData, FindingDraft } from "../../findings/finding";
import { type Subject, looksLike } from "../../findings/subject";
import { type Misplaced, type ObjectKind, misplacedAt } from "../../schemaLookup/schemaLookup";

/**
 * If an object stands where another kind of object belongs, replaces all findings inside it with one finding about the
 * misplacement. For several such objects in one list, such as studies in a list of subgroups, reports only the first;
 * its related places are the others.
 */
export function withoutMisplaced(
  { document, schemas }: Pick<ValidationContext, "document" | "schemas">,
  findings: readonly FindingDraft[],
): readonly FindingDraft[] {
  const counts = new Map<number, number>();
  for (const { data } of findings)
    if ("object" in data) counts.set(data.object, (counts.get(data.object) ?? 0) + 1);
  const misplaced = [...counts].flatMap(([start, count]) => {
    const found = misplacedAt(document, schemas, start);
    // A single finding may come from one missing or misspelt name, unless the object has all names of the other kind.
    if (found === undefined || (count === 1 && !found.isComplete)) return [];
    const [parent, list, object] = found.steps.slice(-3);
    return [{ ...found, start, end: start + (object?.node.length ?? 0), parent, list }];
  });
  if (misplaced.length === 0) return findings;
  const others = findings.filter(({ start: at, data }) =>
    misplaced.every(
      ({ start, end, is, parent }) =>
        (at < start || at >= end) && !(parent !== undefined && lacks(data, parent.start, is.list)),
    ),
  );
  const byList = byKey(misplaced, ({ list, is }) => `${list?.start ?? ""} ${is.list ?? is.part}`);
  return [...others, ...[...byList.values()].flatMap((same) => misplacedFindings(same))];
}

/** Whether the finding reports that the object at this offset lacks a list of this name. */
function lacks(data: FindingData, object: number, list: string | undefined): boolean {
  if (list === undefined || !("object" in data) || data.object !== object) return false;
  return data.kind === "missing-property"
    ? data.name === list
    : data.kind === "missing-alternative" && data.names.includes(list);
}

function misplacedFindings(
  same: readonly (Misplaced & { readonly start: number; readonly list: Step | undefined })[],
): readonly FindingDraft[] {
  const [first, ...others] = same.toSorted((one, other) => one.start - other.start);
  if (first === undefined) return [];
  const { is, wanted, start, list } = first;
  const listName = list?.via.kind === "property" ? list.via.property.property.name : undefined;
  const message = looksLike(kindAsSubject(is, formatProperty.groups), kindAsSubject(wanted, listName));
  const related = others.map((other) => ({ message, start: other.start, end: other.start + 1 }));
  const data = { kind: "misplaced" } as const;
  return [{ code: "wrong-type", message, start, end: start + 1, related, data }];
}

function kindAsSubject({ title, part, list }: ObjectKind, listName: string | undefined): Subject {
  const entry = part === "analysis" ? undefined : { number: 1, list: list ?? listName };
  return { title, property: undefined, entry, whole: "analysis" };
}
