import assert from "node:assert/strict";
import fc from "fast-check";
import { type AnalysesDocument, createDocument } from "@analyses/server/document/analysesDocument";
import { type Placed, elementsOf, open, propertiesOf, propertyNamed, valueOf } from "@analyses/json";
import { analysesText, changed, trickyChange } from "../../support/analysesText";
import { cases } from "../../support/size";

function read(text: string): AnalysesDocument {
  return createDocument("file:///a.analyses.json", "analyses", 1, text);
}

/** All problems of a document with offsets in the text. Also asserts that nodes are ordered and do not overlap. */
function problemsOf(document: AnalysesDocument): string[] {
  const found = document.problems.map(({ kind, start }) => `${kind}@${start}`);
  const visit = (placed: Placed, depth: number): void => {
    const { node, start } = open(document, placed);
    for (const problem of node.problems) {
      assert.ok(problem.start <= problem.end && problem.start + start >= 0);
      found.push(`${problem.kind}@${start + problem.start}`);
    }
    if (depth > 1000) return;
    let end = start;
    if (node.kind === "array") {
      for (const element of elementsOf({ node, start })) {
        assert.ok(element.start >= end, "elements overlap");
        end = element.start + element.node.length;
        visit(element, depth + 1);
      }
    } else if (node.kind === "object") {
      for (const property of propertiesOf({ node, start })) {
        assert.ok(property.start >= end, "properties overlap");
        assert.ok(property.value.start >= property.keyEnd, "a value lies in its key");
        end = property.value.start + property.value.node.length;
        visit(property.value, depth + 1);
      }
    }
    assert.ok(end <= start + node.length, "a child reaches beyond its parent");
  };
  visit(document.root, 0);
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the tree of a document", () => {
  it("has the value of the text, and no problems, when the text is JSON", () => {
    fc.assert(
      fc.property(fc.oneof(analysesText, fc.json({ maxDepth: 8 })), (text) => {
        const document = read(text);
        assert.deepEqual(problemsOf(document), []);
        assert.deepEqual(valueOf(document, document.root), JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("has problems exactly when the text is not JSON, whatever was done to it", () => {
    fc.assert(
      fc.property(analysesText, fc.array(trickyChange, { minLength: 1, maxLength: 6 }), (text, changes) => {
        const broken = changes.reduce(changed, text);
        const problems = problemsOf(read(broken));
        const withoutMark = broken.replace(/^\ufeff/, "");
        assert.equal(problems.length === 0, isJson(withoutMark), problems.join(" "));
      }),
      { numRuns: cases(3000) },
    );
  });
});

describe("a property is found by its name", () => {
  const named = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}": ${at}`).join();
  for (const [size, more] of Object.entries({ few: 2, many: 2000 }))
    it(`the last of that name, and none that has no key, among ${size}`, () => {
      const document = read(`{${named(more)}, "k1": "last", {}, "z": 1}`);
      const { node, start } = open(document, document.root);
      assert.ok(node.kind === "object");
      const found = (name: string) => {
        const property = propertyNamed({ node, start }, name);
        return property && valueOf(document, property.value);
      };
      assert.deepEqual(["k0", "k1", "z", "", "none"].map(found), [0, "last", 1, undefined, undefined]);
    });
});
