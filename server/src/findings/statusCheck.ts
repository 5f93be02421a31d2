import { locate, rangeOf } from "../document/locate";
import { referenceKey } from "../references/referenceStatuses";
import { referencesIn } from "../references/writtenReferences";
import type { AnalysisCheck } from "./check";
import type { ReferenceStatus } from "../references/referenceStatuses";
import type { WrittenReference } from "../references/writtenReferences";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { FindingDraft } from "./finding";

/** A finding about a reference, from its status. */
interface Said {
  /** The property of the reference that a person would change. */
  readonly part: string;
  readonly message: string;
  /** @param object the start offset of the reference */
  readonly data: (object: number) => FindingDraft["data"];
}

/** Creates a check of the last reference check's results. */
export function statusCheck(
  code: DiagnosticCode,
  say: (reference: WrittenReference, status: ReferenceStatus) => Said | undefined,
): AnalysisCheck {
  return {
    scope: "analysis",
    codes: [code],
    dependsOn: ({ referenceStatuses }) => [referenceStatuses],
    run({ document, referenceStatuses }, analysis) {
      if (referenceStatuses.size === 0) return [];
      return referencesIn(document, analysis).flatMap((reference): readonly FindingDraft[] => {
        const status = referenceStatuses.get(referenceKey(reference));
        const said = status && say(reference, status);
        const object = said && locate(document, analysis, reference.path);
        const place = said && locate(document, analysis, [...reference.path, said.part]);
        if (said === undefined || object?.node.kind !== "object" || place === undefined) return [];
        return [
          { code, message: said.message, ...rangeOf(place), related: [], data: said.data(object.start) },
        ];
      });
    },
  };
}
