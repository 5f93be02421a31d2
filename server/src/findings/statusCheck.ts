import { locate, rangeOf } from "../document/locate";
import { referenceKey } from "../references/referenceStatuses";
import { referencesIn } from "../references/writtenReferences";
import type { AnalysisCheck } from "./check";
import type { ReferenceStatus } from "../references/referenceStatuses";
import type { WrittenReference } from "../references/writtenReferences";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { FindingDraft } from "./finding";

/** What is said of a reference by a registry's answer. */
interface Said {
  /** The property of the reference that a person would change. */
  readonly part: string;
  readonly message: string;
  /** @param object where the reference starts */
  readonly data: (object: number) => FindingDraft["data"];
}

/** A check of what registries answered when the references of a document were checked last. */
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
