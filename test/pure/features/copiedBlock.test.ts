import assert from "node:assert/strict";
import { analysis, contrast, header, inOrder, labels, noSchema, paste, two } from "./support/pasting";

describe("the lines of a block that is copied from a spreadsheet", () => {
  it("takes a first study whose cells are no plain numbers for no heading", () => {
    const berg = "Berg 2015\t7\t92\t11\t90";
    const names = (lines: string) =>
      paste(analysis("[|]"), lines, inOrder).rows.map((row) => String(row).split(" ").slice(0, 2).join(" "));
    for (const cells of [
      "12 (8%)\t148 pts\t19 (13%)\t151 pts",
      "NR\t-\tNR\t-",
      "not reported\t148 pts\tunclear\t",
      "not reported\tunclear\t\t",
      ...["NE", "NC", "n.e."].map((said) => Array(4).fill(said).join("\t")),
    ])
      assert.deepEqual(names(`Abara 2014\t${cells}\n${berg}`), ["Abara 2014", "Berg 2015"], cells);
    assert.deepEqual(names(`Abara\tNR\t-\tn/a\t-\n${berg}`)[0]?.startsWith("Abara"), true);
    for (const headings of [
      "Study\tEvents\tTotal\tEvents\tTotal",
      "Studies 2014\tEvents 1\tTotal 1\tEvents 2\tTotal 2",
      "\tDrug\t\tPlacebo\t\nWer\tEvents\tTotal\tEvents\tTotal",
    ])
      assert.deepEqual(names(`${headings}\n${berg}`), ["Berg 2015"], headings);
    const { made } = paste(analysis("[|]"), `Alpha\tlacking\tn/a\t\t\n${berg}`, inOrder);
    assert.deepEqual(made?.kind === "edits" && made.linesLeftOut, ["Alpha"], "it is said");
  });

  it("leaves out what stands below the studies of a table that was copied whole", () => {
    const below = [
      "Subtotal\t12\t148\t19\t151",
      "Subtotal (95% CI)\t\t148\t\t151",
      "Total events\t12\t\t19\t",
    ];
    const said = ["Heterogeneity: I² = 0%", "Test for overall effect: Z = 1.2 (P = 0.2)\t\t\t\t"];
    const lines = ["Study\tEvents\tTotal\tEvents\tTotal", "Abara 2014\t12\t148\t19\t151", ...below, ...said];
    assert.deepEqual(paste(analysis("[|]"), lines.join("\n")).rows, ["Abara 2014 12 148 19 151"]);
    const numbers = "7\t92\t11\t90";
    const studies = [
      "Totaro 2015",
      "TOTAL trial 2010",
      "Total Hip 2003",
      "Subtotal trial 2001",
      "Total events 2",
    ];
    const more = studies.map((study) => `${study}\t${numbers}`);
    assert.equal(paste(analysis("[|]"), [...lines, ...more].join("\n")).rows.length, 6, "may be studies");
  });

  it("leaves out sums in any language, with or without headings, and notes below them, and says so", () => {
    const numbers = "\t19\t240\t30\t241";
    const sums = [
      "Total",
      "TOTAL (95% CI)",
      "Subtotal [95 %-KI]",
      "Total 95 % CI",
      "Gesamt",
      "Insgesamt",
      "Summe:",
      "Zwischensumme (Männer)",
      "Heterogenität: I² = 0 %",
      "Heterogeneidad: I² = 0 %",
    ];
    const lines = [
      ...sums.map((sum) => sum + numbers),
      "Test auf Gesamteffekt: Z = 1\t\t\t\t",
      "* unpublished",
    ];
    const rows = ["Abara 2014 12 148 19 151", "Bergström 2016 7 92 11 90"];
    const left = [...sums, "Test auf Gesamteffekt: Z = 1", "* unpublished"];
    for (const [heading, columns, leftAbove] of [
      ["", inOrder, []],
      [header, null, []],
      ["Studie\tEreignisse\tGesamt\tEreignisse\tGesamt\n", inOrder, ["Studie"]],
    ] as const) {
      const pasted = paste(analysis("[|]", labels), heading + two + lines.join("\n"), columns);
      assert.deepEqual(pasted.rows, rows, heading);
      assert.deepEqual(pasted.made?.kind === "edits" && pasted.made.linesLeftOut, [...leftAbove, ...left]);
    }
    const unnamed = paste(analysis("[|]"), `${two}Gesamt${numbers}`, [null, ...inOrder.slice(1)]);
    assert.equal(unnamed.rows.length, 2, "also where the names are left out");
    const lacking = `${two}Cho 2017\t\t\t\t`;
    assert.equal(paste(analysis("[|]"), lacking, inOrder).made?.kind, "edits");
    assert.match(paste(analysis("[|]"), lacking, inOrder).text, /"Cho 2017"/, "a study without numbers");
  });

  it("takes a first line without values above such as have them for headings", () => {
    const ratios = contrast('[{ "study": "A", "estimate": 1, "se": 1 }|]');
    const one = paste(
      ratios,
      "Study\tHR (95% CI)\nOne 2001\t0.75 (0.6 to 0.9)",
      ["study", "estimate"],
      noSchema,
    );
    assert.deepEqual([one.text.match(/"study": "[^"]*"/g)?.length, one.text.includes('"Study"')], [2, false]);
    const arms = "Study\tDrug n/N\tPlacebo n/N\nAbara 2014\t12/148\t19/151";
    const columns = ["study", "experimental-events", "comparator-events"];
    const { made, text } = paste(analysis("[|]", labels), arms, columns);
    assert.deepEqual([made?.kind === "edits" && made.linesLeftOut, text.includes('"Study"')], [[], false]);
    const titled = paste(analysis("[|]"), `Table 2\t\t\t\t\nWer\tA\tB\tC\tD\n${two}`, inOrder);
    assert.equal(titled.rows.length, 2);
  });

  it("offers no limit of an interval as a standard error, and says which headings it asks about", () => {
    const asked = (headings: string) => {
      const { made } = paste(
        contrast('[{ "study": "A", "estimate": 1, "se": 1 }|]'),
        `${headings}\nOne 2001\t0.75\t0.6\t0.9`,
        null,
        noSchema,
      );
      assert.ok(made?.kind === "columns", headings);
      assert.deepEqual(made.headings, headings.split("\t"));
      return made.guess;
    };
    for (const limits of [
      "Lower CI\tUpper CI",
      "CI low\tCI high",
      "Lower\tUpper",
      "LCL\tUCL",
      "Lower 95% CI\t95% CI",
      "KI untere Grenze\tKI obere Grenze",
      "Límite inferior\tLímite superior",
      "IC 95% inf.\tIC 95% sup.",
    ])
      assert.deepEqual(asked(`Trial\tHazard Ratio\t${limits}`), ["study", "estimate", null, null], limits);
    assert.deepEqual(asked("Etude\tRapport\tErreur\tN"), ["study", "estimate", "standard-error", null]);
    assert.deepEqual(asked("Trial\tHazard Ratio\tCI\tError"), ["study", "estimate", null, "standard-error"]);
  });

  it("gives the names of both lines of headings that it asks about", () => {
    const { made } = paste(analysis("[|]"), `\tWalking\t\tRunning\t\nWer\tA\tB\tC\tD\n${two}`);
    const headings = ["", "Walking", "", "Running", "", "Wer", "A", "B", "C", "D"];
    assert.deepEqual(made?.kind === "columns" && made.headings, headings);
    const none = paste(analysis("[|]"), two).made;
    assert.deepEqual(none?.kind === "columns" && none.headings, []);
  });

  it("gives its years to new studies that have a place for them", () => {
    const { text, made } = paste(
      analysis(
        '[{ "study": "A 2001", "year": "2001", "experimental": { "events": 1, "total": 9 }, "comparator": { "events": 1, "total": 9 } }|]',
        labels,
      ),
      header.replace("Study", "Study\tYear") + "Xu\t2011\t1\t10\t2\t20",
    );
    assert.deepEqual(made?.kind === "edits" && made.columnsLeftOut, []);
    assert.match(text, /"study": "Xu", "year": "2011"/);
  });
});
