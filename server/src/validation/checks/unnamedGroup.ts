import { groupWordsOf, isGroupNode, placeInGroup } from "../../document/groups";
import type { TextCheck } from "../check";
import { stillToFillIn } from "../messages/valueMessages";

/** A group's name that is empty: its schema allows that, but nobody can tell which comparison it is. */
export const unnamedGroupCheck: TextCheck = {
  scope: "text",
  codes: ["unfinished-value"],
  run({ document }, { node, start, part }) {
    if (part !== "group" || !isGroupNode(node)) return [];
    const group = { node, start };
    if (groupWordsOf(document, group).name?.trim() !== "") return [];
    const subject = { property: "name", entry: undefined, title: undefined, whole: "document" } as const;
    return [
      {
        code: "unfinished-value",
        severity: "warning",
        message: stillToFillIn(subject),
        ...placeInGroup(document, group, "name"),
        related: [],
        data: { kind: "unfinished-value", allowed: [] },
      },
    ];
  },
};
