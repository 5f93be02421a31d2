import assert from "node:assert/strict";
import { createDocument, updateDocument } from "@analyses/server/document/analysesDocument";
import { formatDocument, withoutYielding } from "@analyses/json";
import { findingsIn } from "../../support/findings";
import { ofRevman, revmanExamples } from "../../support/revmanExamples";
import { fixing } from "../features/support/fixing";
import { contextOf, storeWith } from "../schema/support/store";

/** Doubles as Java prints them: with `E`, and before Java 19 with a superfluous digit. */
const numbersOfJava = [
  ...["6.5E-4", "1.0000000000000002", "0.9999999999999997", "3.1424117404341715E-38", "14.17", "4.9E-324"],
  ...["-1.1802114840975264E-10", "5.6843418860808015E-14", "2.2250738585072014E-308", "1.0E7", "8.26E-33"],
];

/** A JSON text without white space between its values. */
const withoutSpace = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");

describe("a file as RevMan writes it, on one line", () => {
  it("has no number with too many digits where Java has written it", async () => {
    const weights = numbersOfJava.map((number) => `{ "weight": ${number} }`).join(", ");
    const text = ofRevman(`{ "data-rows": [ ${weights} ] }`);
    const schemas = await contextOf(storeWith(new Map()), { text });
    const codes = (await findingsIn(text, schemas)).map(({ code }) => code);
    assert.ok(codes.includes("missing-property") && !codes.includes("number-precision"), codes.join());
    // A digit beyond a double's precision is still reported.
    const lost = await findingsIn(text.replace("1.0000000000000002", "1.000000000000000234"), schemas);
    assert.ok(lost.some(({ code }) => code === "number-precision"));
  });

  for (const { name, text } of revmanExamples())
    it(`is formatted with every character that is no white space as it was: ${name}`, () => {
      const document = createDocument("file:///a", "analyses", 1, text);
      const edits = withoutYielding(formatDocument(document, { tabSize: 2, insertSpaces: true }));
      const formatted = updateDocument(
        document,
        edits.toReversed().map(({ range, newText }) => ({ range, text: newText })),
        2,
      ).text.toString();
      assert.ok(formatted.split("\n").length > 100);
      assert.ok(formatted.includes(String.raw`https:\/\/assets.cochrane.org`));
      assert.equal(withoutSpace(formatted), text.trimEnd());
    });

  it("is mended at the place of the problem, and nowhere else", async () => {
    const [example] = revmanExamples().filter(({ name }) => name.startsWith("minimal"));
    assert.ok(example);
    const broken = example.text.replace('"cases":19,', '"cases":"19",');
    const { findings, after } = await fixing(broken);
    const [finding] = findings.filter(({ code }) => code === "wrong-type");
    assert.equal(finding?.start, broken.indexOf('"19"'));
    assert.equal(after("Replace by 19"), example.text);
  });
});
