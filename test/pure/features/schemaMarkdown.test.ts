import assert from "node:assert/strict";
import * as fc from "fast-check";
import MarkdownIt from "markdown-it";
import { safeMarkdown, safeMarkdownLine } from "@analyses/server/presentation/markdown";
import { cases } from "../../support/size";

/** Renders like VS Code: with HTML, and with bare URLs as links. */
const editor = new MarkdownIt("default", { html: true, linkify: true });

const allowed = /<\/?(p|em|strong|code|pre|ul|ol|li|br)>|<ol start="\d+">/g;

function assertHarmless(markdown: string): void {
  for (const written of [safeMarkdown(markdown), safeMarkdownLine(markdown)]) {
    const html = editor.render(written);
    assert.doesNotMatch(html.replace(allowed, ""), /<[a-z/!?]/i, `${JSON.stringify(markdown)} is ${html}`);
  }
}

describe("the description of a schema", () => {
  it("keeps emphasis, code, paragraphs and lists", () => {
    for (const [written, shown] of [
      [
        "One *two* **three** `four`.\n\nFive",
        /<em>two<\/em> <strong>three<\/strong> <code>four<\/code>.*<\/p>\n<p>Five/,
      ],
      ["- a\n- b\n  1. c\n  2. d", /<ul>\n<li>a\n<\/li>\n<li>b\n<ol>\n<li>c\n<\/li>\n<li>d/],
      ["3. a\n4. b", /<ol start="3">\n<li>a\n<\/li>\n<li>b/],
      ['```json\n{ "a": [1] }\n```', /<pre><code>\{ &quot;a&quot;: \[1\] \}\n<\/code>/],
      ["`` a`b ``", /<code>a`b<\/code>/],
    ] as const)
      assert.match(
        editor.render(safeMarkdown(written)).replace(/<li>\n<p>(.*)<\/p>/g, "<li>$1"),
        shown,
        written,
      );
  });

  it("shows links and images by their words, and HTML as it is written", () => {
    for (const [written, shown] of [
      ["[words](https://host.example)", "<p>words</p>\n"],
      ["![words](https://host.example/track.png?who=you)", "<p>words</p>\n"],
      ["[words][one]\n\n[one]: command:run", "<p>words</p>\n"],
      ["<b onclick=x>words</b>", "<p>&lt;b onclick=x&gt;words&lt;/b&gt;</p>\n"],
      ["# words", "<p>words</p>\n"],
    ] as const)
      assert.equal(editor.render(safeMarkdown(written)), shown);
  });

  it("requests no address, however it is written", () => {
    for (const hostile of [
      "Use `a\nb`![x](https://HOST/track.png?who=you)` now",
      "``a\n\nb`` ![x](https://HOST/)",
      "- `a\n- b` ![x](https://HOST/)",
      "<https://HOST/> and https://HOST/ and www.HOST.example and a@host.example",
      "[a]: https://HOST/ 'x'\n\n![a]",
      "\\![x](https://HOST/)",
      "&#33;[x](https://HOST/)",
      "<img src=https://HOST/><script>x</script><!-- x -->",
      "    ![x](https://HOST/)\n\n\t<a href=x>",
      // Without the link the backticks of both spans join.
      "`a`[`` b`![x](https://HOST/track.png?who=you) ``](y)",
      "`a`![`` b`[x](https://HOST/) ``](y)",
    ])
      assertHarmless(hostile);
    const piece = fc.constantFrom(
      ...["`", "``", "\n", "\n\n", "![x](https://h.example/)", "[x](command:y)", "<img src=x>", "<a href=x>"],
      ...[
        "\\",
        "*",
        "**",
        "_",
        "- ",
        "1. ",
        "    ",
        "\t",
        "> ",
        "```",
        "~~~",
        "[a]: http://h.example",
        "[a]",
        "[",
        "](y)",
        " ",
        "!",
      ],
      ...[
        "&lt;",
        "&#60;",
        "https://h.example",
        "www.h.example",
        "a@h.example",
        "word",
        "(",
        ")",
        "|",
        "---",
        "<!--",
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => assertHarmless(pieces.join(""))),
      { numRuns: cases(10_000) },
    );
  });
});
