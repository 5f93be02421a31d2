import { translate } from "../../localisation/translate";
import type { Placed } from "../../../../json/src";
import type { TextCheck } from "../check";
import type { FindingDraft } from "../finding";

/** A list or object with so many children that not all of them are kept and looked at. */
export const tooManyChildrenCheck: TextCheck = {
  scope: "text",
  codes: ["schema"],
  run: (_context, piece) => tooManyChildren(piece),
};

/** Of an open node; a lazy one is said to have too many where that hides something. */
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
