import assert from "node:assert/strict";
import { htmlText } from "@analyses/evidence";

describe("the text of what RevMan keeps as HTML", () => {
  it("has the characters that entities stand for, and no tags", () => {
    for (const [written, text] of [
      ["Falls &lt;with injury&gt; &amp; fractures", "Falls <with injury> & fractures"],
      ["Vitamin B<sub>12</sub>", "Vitamin B12"],
      ["Pain&nbsp;at 12&nbsp;months", "Pain at 12 months"],
      ["<p>First.</p><p>Second<br>line.</p>", "First. Second line."],
      ["&#8804; 5 &#x2265; 3 &plusmn; &eacute;", "≤ 5 ≥ 3 ± é"],
      ["&amp;lt;", "&lt;"],
      ["a <b>bold</b> word<!-- not shown -->", "a bold word"],
    ] as const)
      assert.equal(htmlText(written), text);
  });

  it("leaves everything else as it is", () => {
    for (const text of [
      "n < 5 and p > 0.05",
      "R&D",
      "&unknown;",
      "&#0; &#xD800; &#9999999;",
      "  two  spaces ",
      "ă’≤",
    ])
      assert.equal(htmlText(text), text);
  });
});
