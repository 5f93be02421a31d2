import { locate } from "../document/locate";
import type { AnalysesDocument } from "../document/analysesDocument";
import { translate } from "../localisation/translate";
import type { FindingDraft } from "./finding";
import type { Placed, JsonPath } from "@analyses/json";

/** Reports unlisted children of an open node. A lazy node needs this only for a hidden problem. */
export function tooManyChildren({ node, start }: Placed): readonly FindingDraft[] {
  if ((node.kind !== "object" && node.kind !== "array") || node.unlisted === 0) return [];
  const checked = node.starts.length;
  return [
    {
      code: "schema",
      severity: "information",
      message:
        node.kind === "array"
          ? translate("There are so many entries here that only the first {0} are checked.", checked)
          : translate("There are so many properties here that only the first {0} are checked.", checked),
      start,
      end: start + 1,
      related: [],
      data: { kind: "none" },
    },
  ];
}

/** If the end of a path is an unlisted child, reports its nearest listed ancestor. */
export function tooManyOnWay(
  document: AnalysesDocument,
  from: Placed,
  path: JsonPath,
): readonly FindingDraft[] {
  const reached = path.map((_, index) => locate(document, from, path.slice(0, -1 - index)));
  const nearest = reached.find((located) => located !== undefined);
  return nearest === undefined ? [] : tooManyChildren(nearest);
}
