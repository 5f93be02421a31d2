import assert from "node:assert/strict";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { type OffsetPath, pathAt } from "@analyses/json";

/** Path to the caret (`|`): names, indices, and the part of a property or the kind of the node. */
const cases: [text: string, way: string][] = [
  ["|", ""],
  ["|{}", ""],
  ["{|}", "object"],
  ["{}|", ""],
  ["{|", "object"],
  ['{"a": 1,\n  |', "object"],
  ['{"|a": 1}', "object key:a"],
  ['{"a"|: 1}', "object key:a"],
  ['{"a":| 1}', "object separator:a"],
  ['{"a": |1}', "a number"],
  ['{"a": 1|}', "a number"],
  ['{"a": 1 |}', "object"],
  ['{"a":   |}', "object separator:a"],
  ['{"a":  \n  |\n "b": 1}', "object separator:a"],
  ['{"a": tr|}', "a error"],
  ['{"a|', "object key:a"],
  ['{"a": "x|', "a string"],
  ['{"a": [1, |2]}', "a.1 number"],
  ['{"a": [1, 2|, 3]}', "a.1 number"],
  ['{"a": [1 |, 2]}', "a array"],
  ['{"a": [|', "a array"],
  [
    '{"analysis-groups": [{"analyses": [{"s": [{"id": "|"}]}]}]}',
    "analysis-groups.0.analyses.0.s.0.id string",
  ],
  ['{"analysis-groups": [{"analyses": [{"s": [{"id": 1|', "analysis-groups.0.analyses.0.s.0.id number"],
  ['{"analysis-groups": [{"analyses": [{"s|": 1}]}]}', "analysis-groups.0.analyses.0 object key:s"],
  ['{"analysis-groups": [{"analyses": [{"s": {\n  |}}]}]}', "analysis-groups.0.analyses.0.s object"],
];

describe("the path to a place in a document", () => {
  for (const [text, way] of cases) {
    it(`is found at the caret: ${JSON.stringify(text)}`, () => {
      const offset = text.indexOf("|");
      const document = createDocument("file:///a", "analyses", 1, text.replace("|", ""));
      assert.equal(wayOf(pathAt(document, offset)), way);
    });
  }
});

/** Formats a path on one line: names and indices, kind of the node, part of a property. */
function wayOf({ steps, property }: OffsetPath): string {
  const names = steps.flatMap(({ via }) => {
    if (via.kind === "root") return [];
    return [via.kind === "property" ? via.property.property.name : String(via.index)];
  });
  const kind = steps.at(-1)?.node.kind;
  const part = property === undefined ? undefined : `${property.part}:${property.property.property.name}`;
  return [names.join("."), kind, part].filter((word) => word !== undefined && word !== "").join(" ");
}
