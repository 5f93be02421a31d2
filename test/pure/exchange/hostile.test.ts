import { runYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { english } from "@analyses/evidence";
import fc from "fast-check";
import { readSource } from "@analyses/exchange";
import { bytesOf, example, outcomeOf, readOf, refusalOf } from "../../support/exchangeFiles";
import { cases } from "../../support/size";
import { zipOf } from "../../support/zipFiles";

describe("files that are made to do harm", () => {
  it("have no entities but XML's own", () => {
    assert.match(refusalOf(example("hostile/entities.rm5")), /undefined entity/);
  });

  it("are refused where they do not end, or are another program's dialect", () => {
    assert.match(refusalOf(example("hostile/not-closed.rm5")), /unclosed tag/);
    assert.match(refusalOf(example("hostile/invented-dialect.rm5")), /DICH_DATA in a comparison \(line 2\)/);
    assert.match(refusalOf(example("hostile/diagnostic-test-accuracy.rm5")), /diagnostic accuracy/);
  });

  it("are refused where elements stand too deep in each other", () => {
    const deep = `<COCHRANE_REVIEW>${"<A>".repeat(100)}${"</A>".repeat(100)}</COCHRANE_REVIEW>`;
    assert.match(refusalOf(bytesOf(deep)), /nested deeper/);
  });

  it("are refused where an archive unpacks to more than is read, whatever size it states", () => {
    const zeros = new Uint8Array(100 * 2 ** 20);
    const bomb = zipOf([{ name: "X-data-rows.csv", bytes: zeros, statedSize: 100, crc: 1 }]);
    assert.match(refusalOf({ name: "bomb.zip", bytes: bomb }), /unpack to more/);
  });

  it("are refused where an archive is damaged or encrypted", () => {
    const rows = { name: "X-data-rows.csv", bytes: new TextEncoder().encode("Analysis group\n") };
    assert.match(refusalOf({ name: "a.zip", bytes: zipOf([{ ...rows, crc: 1 }]) }), /damaged/);
    assert.match(refusalOf({ name: "a.zip", bytes: zipOf([{ ...rows, isEncrypted: true }]) }), /encrypted/);
    assert.match(refusalOf({ name: "a.zip", bytes: zipOf([rows]).subarray(0, 40) }), /damaged/);
  });

  it("are refused where an archive is of another form, has too many entries, or packs zeros too well", () => {
    const rows = { name: "X-data-rows.csv", bytes: new TextEncoder().encode("Analysis group\n") };
    const large = zipOf([rows]);
    // Sizes of all ones in the directory refer to 64-bit fields.
    const directory = large.length - 22 - (46 + rows.name.length);
    large.fill(0xff, directory + 20, directory + 28);
    assert.match(refusalOf({ name: "a.zip", bytes: large }), /archive of a form that is not read/);
    const many = Array.from({ length: 2_001 }, (_, index) => ({ ...rows, name: `${index}.txt` }));
    assert.match(refusalOf({ name: "a.zip", bytes: zipOf(many) }), /unpack to more/);
    const packed = zipOf([{ name: "X-data-rows.csv", bytes: new Uint8Array(3 * 2 ** 20) }]);
    assert.match(refusalOf({ name: "a.zip", bytes: packed }), /unpack to more/);
  });

  it("are read or refused, whatever is changed in a review, a package or an archive of one", () => {
    const inner = (name: string) => ({ ...example(`data-package-v3/${name}`), name });
    const parts = ["data-rows", "overall-estimates-and-settings", "subgroup-estimates"];
    const package3 = [
      ...parts.map((part) => inner(`XX900003-analysis-data/XX900003-${part}.csv`)),
      inner("XX900003-analysis-data/XX900003-analysis-data.json"),
      inner("XX900003-study-data/XX900003-risk-of-bias.csv"),
    ];
    const words = [
      "",
      '"',
      ",",
      "\n",
      "<",
      "</",
      "&",
      "-1",
      "1e999",
      "null",
      "[]",
      "{}",
      "\0",
      "PK\u0001\u0002",
    ];
    const edit = fc.record({
      file: fc.nat(),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(30),
      word: fc.constantFrom(...words).map((word) => new TextEncoder().encode(word)),
    });
    const isZipped = fc.boolean();
    const sources = fc.constantFrom(package3, [example("made-up.rm5")], [example("made-up-v1.zip")]);
    fc.assert(
      fc.property(
        sources,
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        isZipped,
        (source, edits, zipped) => {
          const files = [...source];
          for (const { file, at, length, word } of edits) {
            const index = file % files.length;
            const { name = "", bytes = word } = files[index] ?? {};
            const from = Math.floor(at * bytes.length);
            const changed = [...bytes.subarray(0, from), ...word, ...bytes.subarray(from + length)];
            files[index] = { name, bytes: Uint8Array.from(changed) };
          }
          const { kind } = outcomeOf(zipped ? { name: "a.zip", bytes: zipOf(files) } : files);
          assert.ok(["read", "refused", "questions"].includes(kind), kind);
        },
      ),
      { numRuns: cases(600) },
    );
  });

  it("unpack nothing whose name is not known", () => {
    const bytes = zipOf([
      { name: "../../etc/passwd", bytes: new Uint8Array(100), crc: 1 },
      {
        name: "a/X-data-rows.csv",
        bytes: new TextEncoder().encode("Analysis group,Analysis number,Applicability\n"),
      },
    ]);
    assert.equal(readOf({ name: "a.zip", bytes }).counts.rows, 0);
  });

  it("may call a column or a study __proto__ or constructor", () => {
    const text =
      "study,ai,n1i,ci,n2i,__proto__,constructor\n__proto__ 2001,1,10,2,10,3,4\nconstructor,1,10,2,10,3,4\n";
    const { review } = readOf(bytesOf(text));
    const names = review.groups[0]?.analyses[0]?.rows.map(({ study }) => study.value);
    assert.deepEqual(names, ["__proto__ 2001", "constructor"]);
    assert.equal(({} as Record<string, unknown>)["3"], undefined);
  });

  it("are refused where a table is too long, too wide, or has a cell that does not end", () => {
    assert.match(
      refusalOf(bytesOf(`study,ai\n${"A,1\n".repeat(200_001)}`)),
      /more rows than are read: 200000/,
    );
    assert.match(refusalOf(bytesOf(`study${",a".repeat(1_001)}\nA,1\n`)), /larger than a table/);
    assert.match(refusalOf(bytesOf('study,ai\n"A,1\nB,2\n')), /line 2: a quoted cell does not end/);
    assert.match(refusalOf(bytesOf(`study,ai\n"${"x".repeat(2 ** 20 + 1)}",1\n`)), /larger than a table/);
  });

  it("have cells with line breaks and quotes, of which the lines are counted", () => {
    const text =
      'study,ai,n1i,ci,n2i\n"A\n\n""2001""",1,10,2,10\nB 2002,x-Dec,10,2,10\nC 2003,1-Dec,10,2,10\n';
    assert.match(refusalOf(bytesOf(text, "t.csv")), /t\.csv, line 6/);
  });
});

describe("reading", () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `Study ${index},1,10,2,10`);
  const large = bytesOf(`study,ai,n1i,ci,n2i\n${rows.join("\n")}\n`, "large.csv");

  it("lets other work go first after each analysis of a table", () => {
    const outcomes = rows.map((row, index) => `${row},Outcome ${index % 1_000}`);
    const table = `study,ai,n1i,ci,n2i,outcome\n${outcomes.join("\n")}\n`;
    const work = readSource([bytesOf(table, "large.csv")], { translate: english });
    let steps = 0;
    while (work.next().done !== true) steps++;
    assert.ok(steps > 1_000, String(steps));
  });

  it("is given up when it is cancelled, within 5,000 rows", async () => {
    let [looks, time] = [0, 0];
    const outcome = await runYielding(readSource([large], { translate: english }), {
      isCancelled: () => ++looks > 5,
      pause: () => Promise.resolve(),
      now: () => (time += 1_000),
    });
    assert.equal(outcome, "cancelled");
  });
});
