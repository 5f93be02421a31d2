import assert from "node:assert/strict";
import { referenceText } from "../../../client/src/references/textInsertion";

const reference = {
  kind: "group",
  id: "2",
  name: "Pain [Group] <b>*x*</b>",
  link: "https://registry.example/rest/groups/(2)",
} as const;

describe("a reference outside JSON", () => {
  it("is a link in Markdown whose text shows the name to the letter", () => {
    assert.equal(
      referenceText(reference, "markdown"),
      "[Pain \\[Group\\] \\<b\\>\\*x\\*\\</b\\>](https://registry.example/rest/groups/%282%29)",
    );
  });

  it("is an anchor in HTML in which the name is no markup", () => {
    assert.equal(
      referenceText(reference, "html"),
      '<a href="https://registry.example/rest/groups/(2)">Pain [Group] &lt;b&gt;*x*&lt;/b&gt;</a>',
    );
  });

  it("is the name and the link elsewhere", () => {
    assert.equal(
      referenceText(reference, "plaintext"),
      "Pain [Group] <b>*x*</b> <https://registry.example/rest/groups/(2)>",
    );
  });
});
