import assert from "node:assert/strict";
import { linkAlone, referenceText } from "@analyses/client/references/referencesInText";

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

  it("brings no control character and nothing that turns the direction of writing", () => {
    const hostile = { ...reference, name: "a\u202eb\u001b[31mc\u0000\u2066d" };
    for (const languageId of ["markdown", "html", "shellscript"]) {
      assert.doesNotMatch(referenceText(hostile, languageId), /[\p{Cc}\u202e\u2066]/u, languageId);
    }
  });

  it("shows the identifier where there is no name", () => {
    const nameless = { ...reference, name: "" };
    assert.match(referenceText(nameless, "markdown"), /^\[2\]\(/);
    assert.match(referenceText(nameless, "html"), />2<\/a>$/);
    assert.match(referenceText(nameless, "plaintext"), /^2 </);
  });

  const link = { ...reference, link: "https://registry.example/rest/groups/a&b" };
  const escaped = "https://registry.example/rest/groups/a&amp;b";
  const alone: readonly (readonly [languageId: string, before: string, expected: string])[] = [
    ["markdown", "See [the centre](", link.link],
    ["markdown", "See ![x](a.png) and [the centre](https://registry", link.link],
    ["markdown", "Text\n\n[centre]: ", link.link],
    ["markdown", "See <", link.link],
    ["markdown", "See <a href='", escaped],
    ["html", "<p>\n<a class='x'\n  href=\"", escaped],
    ["xml", '<team link="https://', escaped],
  ];

  it("stays within the quotes of an attribute, of whichever kind they are", () => {
    const id = "1'onclick='alert(1)'\"x=\"";
    const hostile = { ...reference, id, link: `https://registry.example/rest/groups/${id}` };
    for (const text of [linkAlone(hostile, "<a href='", "html"), referenceText(hostile, "html")]) {
      assert.match(String(text), /groups\/1%27onclick=%27alert\(1\)%27&quot;x=&quot;/);
      assert.doesNotMatch(String(text), /'/);
    }
  });

  for (const [languageId, before, expected] of alone) {
    it(`is its link alone in ${languageId} after ${JSON.stringify(before)}`, () =>
      assert.equal(linkAlone(link, before, languageId), expected));
  }

  it("is more than its link among words and after a link that is closed", () => {
    for (const [languageId, before] of [
      ["markdown", "See "],
      ["markdown", "See [the centre](https://registry.example), "],
      ["markdown", "[centre]: https://registry.example and "],
      ["markdown", "See <https://registry.example>"],
      ["markdown", "a < b, "],
      ["markdown", "a <\nb ](\n[centre]: x\n"],
      ["html", '<a href="x">'],
      ["html", 'if a = "'],
      ["plaintext", "See <"],
      ["plaintext", "See ("],
    ] as const) {
      assert.equal(linkAlone(link, before, languageId), undefined, before);
    }
  });
});
