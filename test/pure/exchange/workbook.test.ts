import assert from "node:assert/strict";
import type { Review } from "@analyses/exchange";
import { outcomeOf, readOf, refusalOf } from "../../support/exchangeFiles";
import { zipOf } from "../../support/zipFiles";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Builds a workbook with one sheet, or two if `other` is given. */
function workbook(
  sheet: string,
  shared: readonly string[] = [],
  other?: string,
): { readonly name: string; readonly bytes: Uint8Array } {
  const second = other === undefined ? "" : '<sheet name="Other" sheetId="2" r:id="rId2"/>';
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/>${second}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
    "xl/sharedStrings.xml": `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": `<worksheet>${sheet}</worksheet>`,
    ...(other === undefined ? {} : { "xl/worksheets/sheet2.xml": `<worksheet>${other}</worksheet>` }),
    "xl/vbaProject.bin": "never unpacked",
  };
  const files = Object.entries(parts).map(([name, text]) => ({ name, bytes: encoded(text) }));
  return {
    name: "data.xlsx",
    bytes: zipOf(files.map((file) => (file.name.endsWith(".bin") ? { ...file, crc: 1 } : file))),
  };
}

const cell = (at: string, value: string | number, more = ""): string =>
  typeof value === "number"
    ? `<c r="${at}"${more}><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

const row = (line: number, values: readonly (string | number)[], more = ""): string =>
  `<row r="${line}"${more}>${values.map((value, index) => cell(`${"ABCDEFGH"[index]}${line}`, value)).join("")}</row>`;

function rowsIn({ groups }: Review): readonly string[] {
  return groups.flatMap(({ analyses }) =>
    analyses.flatMap(({ rows, subgroups }) =>
      rows.map(({ study, subgroup, numbers }) =>
        [
          subgroup === null ? "" : `${subgroups[subgroup]?.name.value}:`,
          study.value,
          ...["experimental-events", "experimental-total", "comparator-events", "comparator-total"].map(
            (role) => Object.entries(numbers).find(([name]) => name === role)?.[1].value,
          ),
        ]
          .join(" ")
          .trim(),
      ),
    ),
  );
}

const headings = ["study", "ai", "n1i", "ci", "n2i"];

describe("a workbook", () => {
  it("is a table, with shared texts and stored results of formulas", () => {
    const shared = ["Aalund 2011"];
    const formula =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><f>SUM(A1)</f><v>12</v></c>' +
      cell("C2", 148) +
      cell("D2", 19) +
      cell("E2", 151) +
      "</row>";
    const { review } = readOf(workbook(`<sheetData>${row(1, headings)}${formula}</sheetData>`, shared));
    assert.deepEqual(rowsIn(review), ["Aalund 2011 12 148 19 151"]);
  });

  it("has merged cells in each of their rows, and two rows of headings as one", () => {
    const sheet = `<sheetData>${row(1, ["Subgroup", "Study", "Experimental", "", "Control", ""])}${row(2, ["Subgroup", "Study", "events", "total", "events", "total"])}${row(3, ["Adults", "Aalund 2011", 12, 148, 19, 151])}<row r="4">${cell("B4", "Brekke 2014")}${cell("C4", 20)}${cell("D4", 180)}${cell("E4", 24)}${cell("F4", 179)}</row></sheetData><mergeCells><mergeCell ref="C1:D1"/><mergeCell ref="E1:F1"/><mergeCell ref="A3:A4"/></mergeCells>`;
    const { review } = readOf(workbook(sheet));
    assert.deepEqual(rowsIn(review), [
      "Adults: Aalund 2011 12 148 19 151",
      "Adults: Brekke 2014 20 180 24 179",
    ]);
  });

  it("has hidden rows as well, which are reported, and errors as nothing", () => {
    const error = `<row r="3"><c r="A3" t="inlineStr"><is><t>B 2002</t></is></c>${cell("B3", 1)}<c r="C3" t="e"><v>#DIV/0!</v></c>${cell("D3", 2)}${cell("E3", 10)}</row>`;
    const sheet = `<sheetData>${row(1, headings)}${row(2, ["A 2001", 1, 10, 2, 10], ' hidden="1"')}${error}</sheetData>`;
    const { review, items } = readOf(workbook(sheet));
    assert.deepEqual(rowsIn(review), ["A 2001 1 10 2 10", "B 2002 1  2 10"]);
    assert.ok(items.some(({ message }) => message.includes("hidden rows or columns")));
    assert.ok(items.some(({ code, place }) => code === "row-incomplete" && place?.line === 3));
  });

  it("is refused where it made a date of a number, with the cell named", () => {
    const date = `<row r="2">${cell("A2", "A 2001")}${cell("B2", 44_000, ' s="1"')}${cell("C2", 10)}${cell("D2", 2)}${cell("E2", 10)}</row>`;
    assert.match(
      refusalOf(workbook(`<sheetData>${row(1, headings)}${date}</sheetData>`)),
      /data\.xlsx: Data, line 2, “ai”: a spreadsheet made a date of a number: 2020-06-18/,
    );
  });

  it("with several tables asks which sheet to read, and reads the chosen one", () => {
    const table = (study: string): string =>
      `<sheetData>${row(1, headings)}${row(2, [study, 1, 10, 2, 10])}</sheetData>`;
    const book = workbook(table("A 2001"), [], table("B 2002"));
    const outcome = outcomeOf(book);
    assert.ok(outcome.kind === "questions");
    assert.deepEqual(
      outcome.questions.questions.map(({ key, choices, isNeeded }) => [key, choices, isNeeded]),
      [["sheet", ["Data", "Other"], true]],
    );
    const { review } = readOf(book, { answers: { columns: new Map(), sheet: "Other" } });
    assert.deepEqual(rowsIn(review), ["B 2002 1 10 2 10"]);
    const notes = workbook(table("A 2001"), [], `<sheetData>${row(1, ["Read me"])}</sheetData>`);
    assert.deepEqual(rowsIn(readOf(notes).review), ["A 2001 1 10 2 10"]);
  });

  it("lists its sheets if the requested one does not exist", () => {
    const book = workbook(`<sheetData>${row(1, headings)}${row(2, ["A 2001", 1, 10, 2, 10])}</sheetData>`);
    assert.equal(outcomeOf(book, { answers: { columns: new Map(), sheet: "Data" } }).kind, "read");
    assert.match(
      refusalOf(book, { answers: { columns: new Map(), sheet: "Other" } }),
      /no sheet “Other”; there are Data/,
    );
  });

  it("is refused where merged cells would fill more than is read", () => {
    const sheet = `<sheetData>${row(1, headings)}${row(2, ["A 2001", 1, 10, 2, 10])}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`;
    assert.match(refusalOf(workbook(sheet)), /more cells than are read/);
  });
});
