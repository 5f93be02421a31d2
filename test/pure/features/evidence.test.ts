import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { MarkupContent, MarkupKind } from "vscode-languageserver-types";
import { documentSymbols } from "@analyses/server/features/structure";
import {
  evidenceHints,
  evidenceHover,
  evidenceLenses,
  readLensData,
  resolveEvidenceLens,
} from "@analyses/server/features/evidenceInText";
import { loadFigures } from "@analyses/server/evidence/reportEvidence";
import { pooledEffects } from "@analyses/server/evidence/evidenceWords";
import { roleBinding } from "@analyses/server/evidence/analysisEvidence";
import { updateDocument } from "@analyses/server/document/analysesDocument";
import { setLocale } from "@analyses/server/localisation/translate";
import { withCaret } from "../../support/caret";
import { each } from "../../support/each";
import { openCase, testCases } from "../../support/textCases";
import { documentOf } from "./support/documents";
import { schemaContext } from "./support/schemas";

const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
const binding = roleBinding(schemaContext(), { roles: {} });

const lensTitles = (text: string): readonly string[] => {
  const document = documentOf(text);
  return evidenceLenses(document).map((lens) => {
    const data = readLensData(lens.data);
    assert.ok(data);
    return resolveEvidenceLens(document, lens, data, binding, undefined).command?.title ?? "";
  });
};

/** The hover at the first occurrence of a text. */
const hoverAt = async (
  text: string,
  at: string,
  options: { markdown?: boolean; images?: boolean } = {},
): Promise<string> => {
  const offset = text.indexOf(at);
  assert.notEqual(offset, -1, at);
  return hoverAtOffset(text, offset, options);
};
const hoverAtOffset = async (
  text: string,
  offset: number,
  options: { markdown?: boolean; images?: boolean },
): Promise<string> => {
  const document = documentOf(text);
  const { markdown = true, images = true } = options;
  const format = markdown ? MarkupKind.Markdown : MarkupKind.PlainText;
  const position = document.text.positionAt(offset);
  const shown = { format, showsImages: images };
  const hover = await evidenceHover(document, null, position, binding, shown, loadFigures);
  return hover !== null && MarkupContent.is(hover.contents) ? hover.contents.value : "";
};
const plain = { markdown: false, images: false };
const documentWith = (...items: readonly unknown[]): string =>
  JSON.stringify({ "analysis-groups": [{ number: 1, name: "Drug", analyses: items }] }, undefined, 2);
const dichotomous = {
  name: "Falls",
  type: "DICHOTOMOUS",
  "effect-measure": "RR",
  method: "MH",
  studies: [
    { study: "Abara 2014", events1: 1200, total1: 14800, events2: 1900, total2: 15100 },
    { study: "Osei `x` 2020", events1: 0, total1: 20, events2: 3, total2: 21 },
    { study: "No events", events1: 0, total1: 20, events2: 0, total2: 21 },
  ],
};

afterEach(() => setLocale("en", new Map()));

describe("what analyses come to, in the text", () => {
  it("stands above each analysis, in the words of a forest plot", () => {
    assert.deepEqual(lensTitles(sample), [
      "RR 0.67 [0.50, 0.89] · 5 studies · 1,857 participants · I² 0 %",
      "MD -10.58 [-13.69, -7.47] · 4 studies · 1,633 participants · I² 62 %",
      "HR 1.26 [1.11, 1.42] · 2 studies · I² 0 %",
      "Peto OR 0.23 [0.05, 1.04] · 2 studies · 411 participants · I² 0 %",
      "RD 0.00 [-0.05, 0.05] · 2 studies · 411 participants · I² 0 %",
    ]);
  });

  it("says in the lens why there is no result, and follows an edit of the one analysis", () => {
    const text = documentWith(dichotomous, {}, 5);
    assert.deepEqual(lensTitles(text), [
      "RR 0.64 [0.60, 0.69] · 2 studies · 29,982 participants · I² 0 %",
      "The role “studies” is missing: no list of studies was found.",
      "The role “studies” is missing: no list of studies was found.",
    ]);
    const document = documentOf(text);
    const [first] = evidenceLenses(document);
    const at = document.text.positionAt(text.indexOf('"events1": 1200') + '"events1": 1'.length);
    const to = { line: at.line, character: at.character + 1 };
    const edited = updateDocument(document, [{ range: { start: at, end: to }, text: "4" }], 2);
    const data = readLensData(first?.data);
    assert.ok(first && data);
    const command = "analysesRegistry.showEvidence";
    const resolved = resolveEvidenceLens(edited, first, data, binding, command);
    assert.match(resolved.command?.title ?? "", /^RR 0\.75 /);
    assert.deepEqual(resolved.command?.arguments, [document.uri, { line: 6, character: 8 }]);
    assert.equal(readLensData({ uri: 5 }), undefined);
  });

  it("is in the hover on an analysis of the sample, with interval and subgroups", async () => {
    const pain = await hoverAt(sample, "Pain at end", plain);
    assert.match(pain, /^Prediction interval: \[-16\.29, -4\.86\] \(z\)$/m);
    assert.match(pain, /^Test for subgroup differences: Chi² = 5\.48, df = 1 \(P = 0\.02\), I² = 82%$/m);
    assert.match(pain, /between-study variance by DerSimonian-Laird, interval by Wald/);
  });

  it("has no sign of the editor's drawn by a document's words", () => {
    const [title = ""] = lensTitles(documentWith({ ...dichotomous, "effect-measure": "$(trash)$(bell) no" }));
    assert.match(title, /trash.*bell/);
    assert.doesNotMatch(title, /\$\(/);
  });

  it("quotes the document's own words where choices do not fit, in lens and hover, in each language", async () => {
    const means = { mean1: 1, sd1: 1, total1: 9, mean2: 2, sd2: 1, total2: 9 };
    const text = documentWith(
      { ...dichotomous, name: "Both", "effect-measure": "MD" },
      { name: "Silent", measure: "RR", studies: [{ study: "S", ...means }] },
    );
    const expected = {
      en: [
        "“MD” (effect measure) does not fit “DICHOTOMOUS” (data type): they cannot be pooled like this.",
        "“RR” (effect measure) does not fit “continuous” (data type): they cannot be pooled like this.",
      ],
      de: [
        "„MD“ (Effektmaß) passt nicht zu „DICHOTOMOUS“ (Datentyp): So lässt sich nicht zusammenfassen.",
        "„RR“ (Effektmaß) passt nicht zu „stetig“ (Datentyp): So lässt sich nicht zusammenfassen.",
      ],
      es: [
        "«MD» (medida del efecto) no encaja con «DICHOTOMOUS» (tipo de datos): así no se puede combinar.",
        "«RR» (medida del efecto) no encaja con «continuos» (tipo de datos): así no se puede combinar.",
      ],
    };
    for (const [locale, sentences] of Object.entries(expected)) {
      const bundle = locale === "en" ? "" : `.${locale}`;
      const texts = JSON.parse(readFileSync(`l10n/bundle.l10n${bundle}.json`, "utf8")) as Record<
        string,
        string
      >;
      setLocale(locale, new Map(Object.entries(texts)));
      assert.deepEqual(lensTitles(text), sentences);
      for (const [index, name] of ["Both", "Silent"].entries())
        assert.ok((await hoverAt(text, `"${name}"`, plain)).includes(sentences[index] ?? "-"), locale);
    }
  });

  it("is in the hover on a study's name or its opening, with the pool without it", async () => {
    const told =
      "Abara 2014\n\n0.64 [0.32, 1.28] · 17.2%\n\nWithout it: RR 0.67 [0.49, 0.92] · 4 studies · I² 0 %";
    assert.equal(await hoverAt(sample, "Abara 2014", plain), told);
    assert.equal(await hoverAt(sample, '{\n              "study": "Abara 2014"', plain), told);
  });

  it("draws a row for each study in one image, where the editor draws images", async () => {
    const markdown = await hoverAt(sample, "Pain at end");
    const images = [...markdown.matchAll(/!\[(.+)\]\(data:image\/svg\+xml;base64,([\w+/=]+)\)/g)];
    assert.equal(images.length, 1);
    const svg = Buffer.from(images[0]?.[2] ?? "", "base64").toString("utf8");
    for (const text of ["Bergström 2016", "Low dose", "-5.60 [-11.85, 0.65]", "Total"])
      assert.ok(svg.includes(text), text);
    assert.doesNotMatch(svg, /<rect width="100%"|<script|href/, "the ground is the editor's");
    assert.match(
      await hoverAt(sample, "Pain at end", { images: false }),
      /```text\nLow dose\n {2}Abara 2014/,
    );
    const studies = Array.from({ length: 3000 }, (_, index) => ({
      ...dichotomous.studies[0],
      study: `Study ${index} ${"x".repeat(300)}`,
    }));
    const long = await hoverAt(documentWith({ ...dichotomous, studies }), '"Falls"');
    assert.ok(long.length < 90_000, "an editor shows 100,000 characters");
    assert.ok(
      Buffer.from(/base64,([^)]+)/.exec(long)?.[1] ?? "", "base64").includes("and 2942 more studies"),
    );
  });

  it("takes names as texts, never as markup", async () => {
    const study = { ...dichotomous.studies[0], study: "[x](command:y) `![a](b)` <b>" };
    const markdown = await hoverAt(
      documentWith({ ...dichotomous, name: "**Falls** ![x](y)", studies: [study] }),
      '"**Falls',
    );
    assert.match(markdown, /^\*\*1\\\.1 \\\*\\\*Falls/);
    assert.equal(markdown.match(/(?<!\\)!\[/g)?.length, 1, "only the project's own image");
    assert.doesNotMatch(
      await hoverAt(documentWith({ ...dichotomous, studies: [study] }), '"[x]'),
      /(?<!\\)\[x/,
    );
  });

  it("follows each study as effect and weight, only where it is visible", () => {
    const document = documentOf(sample);
    const line = (words: string) => document.text.positionAt(sample.indexOf(words)).line;
    const start = { line: line("Bergström 2016"), character: 0 };
    const end = { line: line("Okafor 2019") - 2, character: 0 };
    assert.deepEqual(evidenceHints(document, { start, end }, binding), [
      {
        position: { line: start.line - 1, character: 13 },
        label: "0.62 [0.25, 1.53] · 10.0%",
        paddingLeft: true,
      },
      {
        position: { line: line("Delgado 2018") - 1, character: 13 },
        label: "0.68 [0.44, 1.05] · 42.6%",
        paddingLeft: true,
      },
    ]);
    const oneLine = documentOf(documentWith(dichotomous).replace(/\s+/g, " "));
    const hints = evidenceHints(
      oneLine,
      { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
      binding,
    );
    each(hints, ({ position, label }) => [oneLine.text.toString()[position.character - 1], label], [
      ["}", "0.64 [0.60, 0.69] · 99.8%"],
      ["}", "0.15 [0.01, 2.73] · 0.2%"],
      ["}", "Not estimable"],
    ]);
  });

  it("stands in the outline, of what is known already and of as much more as there is time for", () => {
    const document = documentOf(sample);
    const detailsOf = (hasTime: () => boolean) =>
      documentSymbols(document, pooledEffects(document, binding, hasTime)).flatMap(({ children }) =>
        (children ?? []).map(({ detail }) => detail),
      );
    assert.deepEqual(
      detailsOf(() => false),
      [undefined, undefined, undefined, undefined, undefined],
    );
    let left = 2;
    assert.deepEqual(detailsOf(() => left-- > 0).slice(0, 3), [
      "RR 0.67 [0.50, 0.89]",
      "MD -10.58 [-13.69, -7.47]",
      undefined,
    ]);
    assert.equal(detailsOf(() => false)[1], "MD -10.58 [-13.69, -7.47]");
  });

  it("is written as its reader writes numbers, but for Cochrane's sentence", async () => {
    const texts = new Map([
      ["{0} studies", "{0} Studien"],
      ["{0} participants", "{0} Teilnehmende"],
    ]);
    setLocale("de", texts);
    assert.equal(lensTitles(sample)[0], "RR 0,67 [0,50; 0,89] · 5 Studien · 1.857 Teilnehmende · I² 0 %");
    const told = await hoverAt(sample, "Pain at end", plain);
    assert.match(told, /Abara 2014 +-8,60 \[-13,02; -4,18\] +22,8%/);
    assert.match(told, /Chi² = 7,90, df = 3 \(P = 0,05\)/);
    assert.match(told, /\nMD -10\.58, 95% CI -13\.69 to -7\.47; I² = 62%; 4 studies, 1,633 participants$/m);
  });
});

describe("the evidence of an analysis in its lens and in the hover at a place:", () => {
  testCases("test/fixtures/evidenceHover/analyses.txt", async (one) => {
    const { text, offset } = withCaret(openCase(one).text);
    const hover = await hoverAtOffset(text, offset, plain);
    const lines = hover === "" ? [] : hover.split("\n").map((line) => `//= ${line}`.trimEnd());
    const written = [...one.text, ...lensTitles(text).map((title) => `//@ ${title}`), ...lines];
    return { written, complaints: [] };
  });
});
