import { writeRegistryLink } from "@analyses/protocol/references";
import { linkFits, plainlyFits, referencesIn } from "../../references/writtenReferences";
import type { WrittenReference } from "../../references/writtenReferences";
import type { ReferenceStatus } from "../../references/referenceStatuses";
import {
  referenceKey,
  linkToOtherKind,
  linkToOtherRecord,
  referenceOutdated,
  referenceUnknown,
} from "../../references/referenceStatuses";
import type { AnalysisCheck, Piece, TextCheck, ValidationContext } from "../check";
import type { FindingDraft } from "../finding";
import { locate, rangeOf } from "../../document/locate";

/** References whose link leads to another record than their identifier: the text alone says so, no registry. */
export const linkMismatchCheck: TextCheck = {
  scope: "text",
  codes: ["reference-link-mismatch"],
  dependsOn: ({ settings }) => [settings.references.check],
  run({ document, settings }, piece) {
    if (!settings.references.check || piece.node.kind !== "lazy" || piece.part === "group") return [];
    const { identified } = piece.keys;
    // What is not read now is read when it is looked up at a registry.
    if (identified.length > 0 && identified.every(plainlyFits)) return [];
    return referencesIn(document, piece, piece).flatMap((reference) => {
      if (linkFits(reference)) return [];
      const object = locate(document, piece, reference.path);
      const link = locate(document, piece, [...reference.path, "link"]);
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
  },
};

/** References that a registry does not know, or has under another name, as it said when it was asked last. */
export const referenceStatusCheck: AnalysisCheck = {
  scope: "analysis",
  codes: ["reference-outdated", "reference-unknown"],
  dependsOn: ({ referenceStatuses }) => [referenceStatuses],
  run(context, analysis) {
    const { document, referenceStatuses } = context;
    if (referenceStatuses.size === 0) return [];
    return referencesIn(document, analysis).flatMap((reference) => {
      const status = referenceStatuses.get(referenceKey(reference));
      return status === undefined ? [] : statusFindings(context, analysis, reference, status);
    });
  },
};

function statusFindings(
  { document }: ValidationContext,
  analysis: Piece,
  { kind, id, path }: WrittenReference,
  status: ReferenceStatus,
): readonly FindingDraft[] {
  const object = locate(document, analysis, path);
  if (object?.node.kind !== "object") return [];
  const part = status.kind === "outdated" ? "name" : kind === "group" ? "groupId" : "personId";
  const place = locate(document, analysis, [...path, part]);
  if (place === undefined) return [];
  const range = rangeOf(place);
  switch (status.kind) {
    case "outdated": {
      const { name, link, registry } = status;
      const code = "reference-outdated";
      const data = { kind: code, object: object.start, name, link } as const;
      return [{ code, message: referenceOutdated(kind, name, registry), ...range, related: [], data }];
    }
    case "unknown": {
      const message = referenceUnknown(kind, id, status.registry);
      return [
        {
          code: "reference-unknown",
          message,
          ...range,
          related: [],
          data: { kind: "reference-unknown", object: object.start },
        },
      ];
    }
  }
}
