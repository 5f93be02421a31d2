import assert from "node:assert/strict";
import { itemsOfDocument } from "@analyses/evidence";
import { documentOf } from "./support/documents";
import type { ChangeOfRow, PanelOfText } from "./support/evidencePanels";
import { binding, cell, flat, loadPanel, sample } from "./support/evidencePanels";
import { sampleSchemas } from "./support/schemas";

let after: PanelOfText["after"];
let tableEdits: PanelOfText["tableEdits"];
let view: PanelOfText["view"];
before(async () => ({ after, tableEdits, view } = await loadPanel()));

describe("the evidence panel: rows", () => {
  const names = (text: string) => [...text.matchAll(/"study": "(\w*)/g)].map(([, name]) => name);

  it("are added, duplicated and removed in the layout of the others", () => {
    assert.equal(
      after(flat, { kind: "add", row: "/studies/0" }),
      flat.replace(
        "151 },",
        '151 },\n    { "study": "", "events1": null, "total1": null, "events2": null, "total2": null },',
      ),
    );
    assert.match(
      after(sample, { kind: "add", row: "/studies/4" }),
      /\n {12}\},\n {12}\{\n {14}"study": "",\n {14}"experimental": \{\n {16}"events": null,\n {16}"total": null\n {14}\},\n/,
    );
    const twice = after(flat, { kind: "duplicate", row: "/studies/1" });
    assert.deepEqual(
      names(twice),
      ["Abara", "Bergström", "Bergström", "Cho"].map((name) => /^\w*/.exec(name)?.[0]),
    );
    assert.equal(after(twice, { kind: "remove", row: "/studies/1" }), flat);
    assert.equal(
      after(flat, { kind: "remove", row: "/studies/2" }),
      flat.replace(/,\s+\{ "study": "Cho".*\}/, ""),
    );
  });

  it("say which arm is which where the others do, so that no number changes its arm", () => {
    const document = (arms: object) =>
      JSON.stringify({
        "analysis-groups": [
          { number: 1, name: "G", analyses: [{ name: "Falls", studies: [{ study: "A", ...arms }] }] },
        ],
      });
    const control = { events: 5, total: 22 };
    const drug = { events: 3, total: 20 };
    for (const arms of [
      {
        arms: [
          { name: "Placebo", ...control },
          { name: "Treatment", ...drug },
        ],
      },
      {
        arms: [
          { group: "control", ...control },
          { group: "intervention", ...drug },
        ],
      },
      { intervention: drug, placebo: control },
    ]) {
      const text = document(arms);
      const added = after(text, { kind: "add", row: "/studies/0" });
      const cells = [["B", "1", "10", "2", "11"]];
      const filled = after(added, { kind: "paste", row: "/studies/1", part: "study", cells });
      const [, row] = itemsOfDocument(JSON.parse(filled), binding)[0]?.evidence.content.rows ?? [];
      assert.deepEqual(
        row?.numbers.map(([, number]) => number),
        [1, 10, 2, 11],
        filled,
      );
      const begun = { kind: "paste", row: "/studies/0", part: "study", cells: [["A"], ...cells] } as const;
      const [, pasted] =
        itemsOfDocument(JSON.parse(after(text, begun)), binding)[0]?.evidence.content.rows ?? [];
      assert.deepEqual(pasted?.numbers, row.numbers, "rows that come with a block too");
    }
  });

  it("have all arms of a list as others have them, with a sum of both, whichever number comes first", () => {
    const inStudies = (...studies: readonly string[]) =>
      `{ "analysis-groups": [ { "number": 1, "name": "G", "analyses": [ { "studies": [ ${studies.join(", ")} ] } ] } ] }`;
    const cells = ["A 3 20 5 22", "B 6 31 7 30"].map((line) => line.split(" "));
    const drug = (more: string) => `{ "arm": "Intervention"${more} }`;
    const sum = (more: string) => `{ "arm": "Total"${more} }`;
    const control = (more: string) => `{ "arm": "Control"${more} }`;
    for (const order of [
      [drug, sum, control],
      [sum, drug, control],
      [drug, control],
    ]) {
      const study = (name: string, numbers: ReadonlyMap<unknown, string>) =>
        `{ "study": "${name}", "arms": [ ${order.map((arm) => arm(numbers.get(arm) ?? "")).join(", ")} ] }`;
      const [own, other] = [', "events": 3, "n": 20', ', "events": 5, "n": 22'];
      const first = study(
        "A",
        new Map([
          [drug, own],
          [sum, ', "events": 8, "n": 42'],
          [control, other],
        ]),
      );
      const grown = after(inStudies(first), { kind: "paste", row: "/studies/0", part: "study", cells });
      const numbers = new Map([
        [drug, ', "events": 6, "n": 31'],
        [control, ', "events": 7, "n": 30'],
      ]);
      assert.equal(grown, inStudies(first, study("B", numbers)));
      const typed = after(inStudies(first, '{ "study": "B" }'), cell(1, "experimental-events", "6"));
      assert.equal(typed, inStudies(first, study("B", new Map([[drug, ', "events": 6']]))));
      const both = after(typed, cell(1, "comparator-events", "7"));
      assert.equal(
        both,
        inStudies(
          first,
          study(
            "B",
            new Map([
              [drug, ', "events": 6'],
              [control, ', "events": 7'],
            ]),
          ),
        ),
      );
    }
  });

  it("are moved and sorted as they stand", () => {
    assert.deepEqual(names(after(flat, { kind: "move", row: "/studies/2", by: -1 })), [
      "Abara",
      "Cho",
      "Bergstr",
    ]);
    const isEdge = (row: number, by: -1 | 1) => after(flat, { kind: "move", row: `/studies/${row}`, by });
    assert.match(isEdge(0, -1), /“Abara” is the first study/);
    assert.match(isEdge(2, 1), /“Cho” is the last study/);
    const sorted = after(flat, { kind: "sort", part: "experimental-events", descending: false });
    assert.deepEqual(names(sorted), ["Cho", "Bergstr", "Abara"]);
    assert.equal(after(sorted, { kind: "sort", part: "study", descending: false }), flat);
  });

  const grouped = flat
    .replace('"studies": [', '"subgroups": [ { "name": "Old", "studies": [')
    .replace(/\{ "study": "Cho".*\}\n/, (cho) => `] }, { "name": "Young", "studies": [ ${cho.trim()}\n`)
    .replace("},\n    ] }", "}\n    ] }")
    .replace("]\n} ]", "] } ]\n} ]");

  it("come back into a subgroup that was emptied, as its others have them", () => {
    const emptied = after(grouped, { kind: "remove", row: "/subgroups/1/studies/0" });
    assert.match(emptied, /"Young", "studies": \[\s*\]/);
    const { figure } = view(documentOf(emptied));
    assert.ok(
      figure?.marks.some(({ key }) => key === "subgroup 1 name"),
      "it stays in the figure",
    );
    const first = after(emptied, { kind: "addFirst", subgroup: 1 });
    assert.match(
      first,
      /"Young", "studies": \[\s*\{ "study": "", "events1": null, "total1": null, "events2": null, "total2": null \}\s*\]/,
    );
    const other = emptied.replace(/"studies": \[\s*\] \}/, '"studies": 3 }');
    assert.notEqual(other, emptied);
    assert.match(after(other, { kind: "addFirst", subgroup: 1 }), /Neither the schema nor another study/);
  });

  it("begin an analysis as the schema has them, where no other study says what one looks like", () => {
    // The first analysis and its only list become empty.
    const empty = sample.replace(/("studies": )\[(?:[^[\]]|\[[^\]]*\])*\]/, "$1[]");
    assert.notEqual(empty, sample);
    const first = after(empty, { kind: "addFirst", subgroup: null }, sampleSchemas);
    assert.match(
      first,
      /"studies": \[\n {12}\{\n {14}"study": "",\n {14}"experimental": \{\n {16}"events": null,/,
    );
    assert.match(after(empty, { kind: "addFirst", subgroup: null }), /Neither the schema nor another study/);
  });

  it("come after the comment on the study before them, which stays on its line", () => {
    const noted = flat
      .replace("151 },", "151 }, // checked, twice")
      .replace("90 },", "90 } /* so far */,")
      .replace("41 }", "41 } // [last");
    for (const [row, comment] of [
      ["/studies/0", "151 }, // checked, twice"],
      ["/studies/1", "90 } /* so far */,"],
      ["/studies/2", "41 }, // [last"],
    ] as const) {
      const grown = after(noted, { kind: "duplicate", row });
      assert.ok(grown.includes(`${comment}\n    { "study"`), grown);
      const plain: unknown = JSON.parse(grown.replace(/\/\/.*|\/\*.*?\*\//g, ""));
      assert.deepEqual(plain, JSON.parse(after(flat, { kind: "duplicate", row })));
    }
  });

  it("leave the comment of an empty list or arm where it is", () => {
    const withdrawn = grouped.replace(/(\[ )\{ "study": "Cho"[^}]*\}/, "$1/* Cho, withdrawn */ // [1]\n");
    assert.match(
      after(withdrawn, { kind: "addFirst", subgroup: 1 }),
      /"Young", "studies": \[ \/\* Cho, withdrawn \*\/ \/\/ \[1\]\n\s+\{ "study": "", [^}]*\}\s*\]/,
    );
    const arms = sample.replace(/("comparator": \{)[^{}]*/, "$1 /* not reported yet */ ");
    assert.notEqual(arms, sample);
    assert.match(
      after(arms, cell(0, "comparator-events", "8"), sampleSchemas),
      /"comparator": \{ \/\* not reported yet \*\/\s+"events": ?8\s+\}/,
    );
  });

  it("have no more spaces than the others, in a text of one line too", () => {
    const oneLine = JSON.stringify(JSON.parse(flat));
    const added = after(oneLine, { kind: "add", row: "/studies/2" });
    const study = { study: "", events1: null, total1: null, events2: null, total2: null };
    assert.equal(added, oneLine.replace("}]}]}]}", `},${JSON.stringify(study)}]}]}]}`));
    const grown = after(oneLine.replace(',"total2":90', ""), cell(1, "comparator-total", "90"));
    assert.equal(grown, oneLine);
  });

  it("stay in the subgroup that they name, and move past the studies that the table shows next to them", () => {
    const named = flat
      .replace(/"events1"/g, '"subgroup": "A", "events1"')
      .replace('"A", "events1": 7', '"B", "events1": 7');
    assert.match(
      after(named, { kind: "add", row: "/studies/1" }),
      /"total2": 90 \},\s+\{ "study": "", "subgroup": "B", "events1": null/,
    );
    assert.deepEqual(names(after(named, { kind: "move", row: "/studies/0", by: 1 })), [
      "Cho",
      "Bergstr",
      "Abara",
    ]);
    assert.match(after(named, { kind: "move", row: "/studies/1", by: 1 }), /is the last study/);
    assert.match(after(grouped, { kind: "move", row: "/subgroups/0/studies/1", by: 1 }), /is the last study/);
  });

  it("have what is pasted of an arm in one object, where they lack it", () => {
    const arms = (lacking: string) =>
      `{ "analysis-groups": [ { "number": 1, "analyses": [ { "number": 1, "studies": [
        { "study": "A", "experimental": { "events": 1, "total": 10 }, "comparator": { "events": 2, "total": 11 } },
        ${lacking}
      ] } ] } ] }`;
    const paste = (lacking: string, part: string, cells: readonly string[]) =>
      after(arms(lacking), { kind: "paste", row: "/studies/1", part, cells: [cells] });
    const numbers =
      '"experimental": { "events": 3, "total": 40 }, "comparator": { "events": 5, "total": 41 }';
    assert.equal(
      paste('{ "study": "B" }', "experimental-events", ["3", "40", "5", "41"]),
      arms(`{ "study": "B", ${numbers} }`),
    );
    assert.equal(
      paste('{ "study": "B", "comparator": { "total": 9 } }', "experimental-events", ["3", "40", "5", "41"]),
      arms(
        '{ "study": "B", "comparator": { "total": 41, "events": 5 }, "experimental": { "events": 3, "total": 40 } }',
      ),
    );
    const written = paste("{ }", "study", ["B", "3", "40", "5", "41"]);
    assert.deepEqual(JSON.parse(written), JSON.parse(arms(`{ "study": "B", ${numbers} }`)));
  });

  it("are pasted over and sorted as they are seen, where they name their subgroups", () => {
    const mixed = (events: readonly number[], order = "ABCD") =>
      `{ "analysis-groups": [ { "number": 1, "analyses": [ { "number": 1, "studies": [\n${Array.from(order)
        .map((study) => {
          const at = "ABCD".indexOf(study);
          const subgroup = at % 2 === 0 ? "x" : "y";
          const more = `"subgroup": "${subgroup}", "events1": ${events[at]}, "total1": 90, "events2": 1, "total2": 90`;
          return `{ "study": "${study}", ${more} }`;
        })
        .join(",\n")}\n] } ] } ] }`;
    const pasted = {
      kind: "paste",
      row: "/studies/0",
      part: "experimental-events",
      cells: [["7"], ["8"]],
    } as const;
    assert.equal(after(mixed([4, 3, 2, 1]), pasted), mixed([7, 3, 8, 1]));
    const sorted = after(mixed([4, 3, 2, 1]), {
      kind: "sort",
      part: "experimental-events",
      descending: false,
    });
    assert.equal(sorted, mixed([4, 3, 2, 1], "CDAB"));
  });

  it("are pasted from a spreadsheet, with decimal commas, thousands and a line of headings", () => {
    const paste = (part: string, row: number, cells: string[][]): ChangeOfRow => ({
      kind: "paste",
      row: `/studies/${row}`,
      part,
      cells,
    });
    const pasted = after(
      flat,
      paste("study", 1, [
        ["Study", "Events", "Total"],
        ["Xu", "1", "1.204"],
        ["Yao", "2", "98"],
        ["Zeller", "5", "77"],
      ]),
    );
    const [item] = itemsOfDocument(JSON.parse(pasted), binding);
    const roles = ["experimental-events", "experimental-total", "comparator-events"] as const;
    assert.deepEqual(
      item?.evidence.content.rows?.map((row) => [
        row.study,
        ...roles.map((role) => row.number(role) ?? null),
      ]),
      [
        ["Abara", 12, 148, 19],
        ["Xu", 1, 1204, 11],
        ["Yao", 2, 98, 9],
        ["Zeller", 5, 77, null],
      ],
    );
    const made = tableEdits(
      flat,
      paste("study", 2, [
        ["Study", "Events", "Total"],
        ["Cho", "7", "1 204"],
        ["Dal", "8", "77"],
      ]),
    );
    assert.deepEqual(made.kind === "edits" ? made.rows : made, [
      {
        study: "Cho",
        cells: [
          { part: "study", before: "Cho", after: "Cho" },
          { part: "experimental-events", before: "3", after: "7" },
          { part: "experimental-total", before: "40", after: "1204" },
        ],
        isMixed: false,
      },
      {
        study: null,
        cells: [
          { part: "study", before: "", after: "Dal" },
          { part: "experimental-events", before: "", after: "8" },
          { part: "experimental-total", before: "", after: "77" },
        ],
        isMixed: false,
      },
    ]);
    assert.match(
      after(flat, paste("comparator-total", 0, [["1", "2"]])),
      /2 columns; from here the table has 1/,
    );
    assert.match(after(flat, paste("comparator-total", 0, [["1"], ["x1"]])), /“x1” in row 2 is no number/);
  });

  it("are reported where another study's name comes to data that a block does not have", () => {
    const judged = flat.replace('"study": "Abara"', '"study": "Abara", "rob": { "overall": "LOW" }');
    const empty = judged.replace("LOW", "");
    const mixed = (text: string, ...cells: string[]) => {
      const made = tableEdits(text, { kind: "paste", row: "/studies/0", part: "study", cells: [cells] });
      return made.kind === "edits" && made.rows.map(({ isMixed }) => isMixed);
    };
    const numbers = ["1", "10", "2", "11"];
    assert.deepEqual(mixed(judged, "Xu", ...numbers), [true]);
    assert.deepEqual(mixed(judged, "Abara", ...numbers), [false], "the same study");
    assert.deepEqual(mixed(empty, "Xu", ...numbers), [false]);
    assert.deepEqual(mixed(flat, "Xu", ...numbers), [false]);
    assert.deepEqual(mixed(flat, "Xu", "1", "10"), [true], "numbers of the other arm");
  });
});
