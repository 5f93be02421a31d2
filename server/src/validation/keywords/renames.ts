import { byKey } from "@analyses/evidence";
import { mayHold } from "../../findings/site";
import { mayBeIntended } from "../../diagnostics/missing-property";
import { emptyName } from "../../diagnostics/unknown-property";
import type { ValidationContext } from "../../findings/check";
import type { FindingDraft, FindingData } from "../../findings/finding";

type Missing = FindingDraft & { readonly data: Extract<FindingData, { readonly kind: "missing-property" }> };

type Unknown = FindingDraft & { readonly data: Extract<FindingData, { readonly kind: "unknown-property" }> };

/**
 * Pairs a missing property with an unknown property of the same object if their names are alike, or if the object has
 * only one of each. For alike names, keeps only the finding of the misspelt key; otherwise links both, so that both
 * offer the rename. If several keys are like one name, the match is ambiguous and no key counts as alike.
 */
export function withRenames(
  findings: readonly FindingDraft[],
  { isOff }: Pick<ValidationContext, "isOff">,
): readonly FindingDraft[] {
  const unknown = byKey(findings.filter(isUnknown), ({ data }) => data.object);
  if (unknown.size === 0) return findings;
  const missing = byKey(findings.filter(isMissing), ({ data }) => data.object);
  const changed = new Map<FindingDraft, FindingDraft | undefined>();
  for (const [object, keys] of unknown) {
    const ambiguous = sharedByOneName(keys);
    for (const key of ambiguous) changed.set(key, { ...key, data: { ...key.data, isAlike: false } });
    for (const [lack, key, isAlike] of pairs(missing.get(object) ?? [], keys, ambiguous)) {
      const { name } = lack.data;
      const { start, end, data } = key;
      const nearest = [name, ...data.nearest.filter((near) => near !== name)];
      const message = data.name === "" ? emptyName(name) : key.message;
      changed.set(key, { ...key, message, data: { ...data, nearest, isAlike } });
      // A misspelt or empty key and the missing property are one problem, so the finding about the key is enough.
      if (isAlike && !isOff(key)) {
        changed.set(lack, undefined);
        continue;
      }
      const others = lack.related.filter((place) => place.start !== lack.data.unknown?.start);
      const related = [...others, { message: mayBeIntended(data.name), start, end }];
      changed.set(lack, {
        ...lack,
        related,
        data: { ...lack.data, unknown: { start, end, name: data.name, isAlike } },
      });
    }
  }
  return findings.flatMap((finding) => (changed.has(finding) ? (changed.get(finding) ?? []) : finding));
}

/** The keys that resemble the same name as another key. */
function sharedByOneName(keys: readonly Unknown[]): ReadonlySet<Unknown> {
  const byName = byKey(keys, ({ data }) => (data.isAlike ? data.nearest[0] : undefined));
  return new Set([...byName.values()].filter(({ length }) => length > 1).flat());
}

/** The missing and unknown properties of an object that may be the same; the third item is whether they surely are. */
function pairs(
  missing: readonly Missing[],
  unknown: readonly Unknown[],
  ambiguous: ReadonlySet<Unknown>,
): readonly (readonly [Missing, Unknown, boolean])[] {
  const matches = (lack: Missing, key: Unknown): boolean => lack.data.name === key.data.nearest[0];
  const alike = unknown.flatMap((key) => {
    const lack = key.data.isAlike ? missing.find((one) => matches(one, key)) : undefined;
    return lack === undefined ? [] : [[lack, key, !ambiguous.has(key)] as const];
  });
  const [lack, ...otherLacks] = missing.filter((one) => !alike.some(([paired]) => paired === one));
  const [key, ...otherKeys] = unknown.filter((one) => !alike.some(([, paired]) => paired === one));
  if (lack === undefined || key === undefined || otherLacks.length > 0 || otherKeys.length > 0) return alike;
  // If the names match here, the key is not paired yet because its value does not fit the property.
  return !matches(lack, key) && mayHold(lack.data.schema, key.data.holds)
    ? // An empty key can only stand for the missing property.
      [...alike, [lack, key, key.data.name === ""]]
    : alike;
}

function isMissing(finding: FindingDraft): finding is Missing {
  return finding.data.kind === "missing-property";
}

function isUnknown(finding: FindingDraft): finding is Unknown {
  return finding.data.kind === "unknown-property";
}
