import assert from "node:assert/strict";
import type { Answers } from "@analyses/exchange";
import { bytesOf, outcomeOf, readOf } from "../../support/exchangeFiles";
import { asked, read } from "../../support/exchangeTables";

const counts = "Study,Events treatment,N treatment,Events control,N control";

/** What the report of a table says, without the places. */
function said(text: string, answers: Partial<Answers> = {}): readonly string[] {
  const { items } = readOf(bytesOf(text, "t.csv"), { answers: { columns: new Map(), ...answers } });
  return items.map(({ severity, message }) => `${severity}: ${message}`);
}

/** The labels and the choices of a table's only analysis. */
function settings(text: string): readonly string[] {
  const [group] = readOf(bytesOf(text, "t.csv")).review.groups;
  const { labels, choices } = group?.analyses[0] ?? assert.fail();
  return [...Object.values(labels), ...Object.values(choices)].map(({ value }) => String(value));
}

describe("the lines of a table as people make them", () => {
  const two = ["t | t | Aalund 2011 12 148 19 151", "t | t | Brekke 2014 20 180 24 179"];

  it("have two lines of headings, arms above parts, and totals and titles that are no studies", () => {
    const text =
      "Table 1,,,,,\n,,Intervention,,Control,\nStudy,Year,Events,Total,Events,Total\n" +
      "Aalund 2011,2011,12,148,19,151\n,,,,,\nBrekke 2014,2014,20,180,24,179\n" +
      "Total (95% CI),,32,328,43,330\nNote: all trials,,,,,\n";
    assert.deepEqual(read(text), two);
    assert.deepEqual(said(text), [
      "note: “Table 1” above the headings was not read.",
      "note: “Total (95% CI)” is a total, which is not read.",
      "note: “Note: all trials” below the studies was not read.",
    ]);
    assert.deepEqual(settings(text).slice(0, 2), ["Intervention", "Control"]);
  });

  it("have a title, which is the analysis's name unless another one is answered, and is reported", () => {
    const text = `Table 2. Pain at 6 weeks,,,,\nSource: own data,,,,\n${counts}\nAalund 2011,12,148,19,151\n`;
    assert.deepEqual(read(text), ["t | Pain at 6 weeks | Aalund 2011 12 148 19 151"]);
    assert.deepEqual(said(text), [
      "note: The analysis is called “Pain at 6 weeks”, as in the line above the headings.",
      "note: “Source: own data” above the headings was not read.",
    ]);
    assert.deepEqual(read(text, { analysisName: "Pain" }), ["t | Pain | Aalund 2011 12 148 19 151"]);
    const outcome = outcomeOf(bytesOf(text, "t.csv"), { asksAll: true });
    const [question] = outcome.kind === "questions" ? outcome.questions.questions : [];
    assert.deepEqual(
      [question?.key, question?.choices, question?.proposed],
      ["analysisName", ["Pain at 6 weeks", "t"], "Pain at 6 weeks"],
    );
  });

  it("have a line of units, which is no study", () => {
    const text = `${counts}\n,n,n,n,n\nAalund 2011,12,148,19,151\n`;
    assert.deepEqual(read(text), two.slice(0, 1));
    assert.deepEqual(said(text), ["note: “n” names no study and has no numbers: it was not read."]);
  });

  it("have headings of subgroups between the studies: what they are is a question", () => {
    const text = `${counts}\nAdults,,,,\nAalund 2011,12,148,19,151\nSubtotal,12,148,19,151\nChildren,,,,\nBrekke 2014,20,180,24,179\n`;
    assert.deepEqual(asked(text), [["titleLines", ["subgroup", "ignored"]]]);
    const answers = { columns: new Map(), titleLines: "subgroup" } as const;
    const [group] = readOf(bytesOf(text, "t.csv"), { answers }).review.groups;
    const [analysis] = group?.analyses ?? [];
    assert.deepEqual(
      analysis?.rows.map(({ study, subgroup }) => [
        study.value,
        analysis.subgroups[subgroup ?? -1]?.name.value,
      ]),
      [
        ["Aalund 2011", "Adults"],
        ["Brekke 2014", "Children"],
      ],
    );
    assert.deepEqual(read(text, { titleLines: "ignored" }), two);
  });

  it("have a study's name once, above its other lines: whose they are is a question", () => {
    const arms = "Study,Arm,Events,N\nAalund,Drug,12,148\n,Placebo,19,151\n";
    assert.deepEqual(asked(arms), [["unnamedLines", ["above", "own"]]]);
    assert.deepEqual(read(arms, { unnamedLines: "above" }), ["Drug / Placebo | t | Aalund 12 148 19 151"]);
  });

  it("have marks at numbers, which are left out, and words and signs that are no numbers, which are listed", () => {
    const text = `${counts}\nAalund 2011,12*,148,19,151\nBrekke 2014,NR,180,<5,179\n`;
    assert.deepEqual(read(text), [two[0], "t | t | Brekke 2014 180 179"]);
    assert.deepEqual(said(text), [
      "note: “12*” was read as 12, without its mark.",
      "lost: “Brekke 2014”: “<5” (Events control) is no number.",
      "changed: “Brekke 2014” lacks a number: it is still to be filled in.",
    ]);
  });
});

describe("columns of several numbers", () => {
  it("have events and participants in one cell", () => {
    const rows = "Aalund 2011,12/148,19 / 151 (13%)\nBrekke 2014,20/180,24 of 179\n";
    const two = ["t | t | Aalund 2011 12 148 19 151", "t | t | Brekke 2014 20 180 24 179"];
    assert.deepEqual(read(`Study,Intervention n/N,Control n/N\n${rows}`), two);
    const named = `Study,Drug n/N,Sham n/N\n${rows}`;
    const columns = new Map([
      ["Drug Events", "experimental-events"],
      ["Drug Total", "experimental-total"],
      ["Sham Events", "comparator-events"],
      ["Sham Total", "comparator-total"],
    ] as const);
    assert.deepEqual(read(named, { columns }), two);
  });

  it("have a standard deviation in brackets where the heading says so, else the reader asks what it is", () => {
    const row = "Aalund 2011,5.2 (1.3),50,6.1 ± 1.4,48\n";
    assert.deepEqual(
      read(`Study,Intervention mean (SD),Intervention N,Control mean (SD),Control N\n${row}`),
      ["t | t | Aalund 2011 50 5.2 1.3 48 6.1 1.4"],
    );
    assert.deepEqual(asked(`Study,Intervention mean,Intervention N,Control mean,Control N\n${row}`), [
      ["columns", []],
    ]);
  });

  for (const [language, study, arms, events, mean, of] of [
    ["German", "Studie", ["Intervention", "Kontrolle"], "Ereignisse", "Mittelwert (SD)", "von"],
    ["German", "Studie", ["Interventionsgruppe", "Kontrollgruppe"], "Ereignisse", "MW ± SD", "/"],
    ["Spanish", "Estudio", ["Intervención", "Control"], "Eventos", "Media (DE)", "de"],
    ["Spanish", "Estudio", ["Grupo de intervención", "Grupo control"], "eventos", "media (DE)", "/"],
  ] as const)
    it(`have ${language} headings, whose arms keep their names: ${arms.join(", ")}, ${events}, ${mean}`, () => {
      const table = (...parts: readonly string[]): string =>
        [study, ...arms.flatMap((arm) => parts.map((part) => `${arm}: ${part}`))].join(";");
      const rows = `Aalund 2011;12 ${of} 148;19 / 151 (13 %)\nBrekke 2014;20/180;24 ${of} 179\n`;
      const two = ["t | t | Aalund 2011 12 148 19 151", "t | t | Brekke 2014 20 180 24 179"];
      for (const part of [`${events} / N`, "n/N", "n / N (%)"]) {
        const text = `${table(part)}\n${rows}`;
        assert.deepEqual(read(text), two, part);
        assert.deepEqual(settings(text).slice(0, 2), arms, part);
      }
      const shares = `${table(`${events} (%)`, "N")}\nAalund 2011;12 (8,1 %);148;19 (12,6 %);151\n`;
      assert.deepEqual(read(shares), two.slice(0, 1));
      const means = `${table(mean, "N")}\nAalund 2011;5,2 (1,3);50;6,1 ± 1,4;48\n`;
      assert.deepEqual(read(means), ["t | t | Aalund 2011 50 5.2 1.3 48 6.1 1.4"]);
    });

  it("have a cell of the first number alone, as in totals", () => {
    const text = `Study,Drug n (%),Drug N,Control n (%),Control N\nAalund 2011,12 (8%),148,19 (13%),151\nTotal,12,148,19,151\n`;
    assert.deepEqual(read(text), ["Drug / Control | t | Aalund 2011 12 148 19 151"]);
  });

  for (const name of ["Author (year)", "First author, year", "Study (year)", "Studie (Jahr)", "Reference"])
    it(`have the studies' names under ${name}, and means as M (SD)`, () => {
      const text = `"${name}",Drug M (SD),Drug n,Control M (SD),Control n\nAalund (2011),5.2 (1.3),50,6.1 (1.4),48\n`;
      assert.deepEqual(read(text), ["Drug / Control | t | Aalund (2011) 50 5.2 1.3 48 6.1 1.4"]);
    });

  it("have percentages, which are not read", () => {
    for (const count of ["events (%)", "n (%)", "No. (%)", "N (%)", "events n (%)"]) {
      const plain = `Study,Treatment ${count},Treatment N,Control ${count},Control N\n`;
      assert.deepEqual(
        read(`${plain}Aalund 2011,12 (8.1%),148,19 (12.6%),151\n`),
        ["t | t | Aalund 2011 12 148 19 151"],
        count,
      );
    }
  });

  it("have estimates with their intervals, whose measure the heading names", () => {
    const brackets = 'Study,HR (95% CI)\nAalund 2011,"0.85 [0.6, 1.2]"\nBrekke 2014,0.90 (0.7 to 1.3)\n';
    const apart = 'Study,HR,95% CI\nAalund 2011,0.85,"0.6, 1.2"\nBrekke 2014,0.90,0.7-1.3\n';
    const commas = brackets.replace("0.90 (0.7 to 1.3)", `"0.90 [0.7, 1.3]"`);
    for (const text of [brackets, apart, commas, commas.replaceAll(", ", ",")]) {
      assert.deepEqual(read(text), ["t | t | Aalund 2011 0.85 0.6 1.2", "t | t | Brekke 2014 0.9 0.7 1.3"]);
      assert.deepEqual(settings(text).slice(-3), ["hazard-ratio", "inverse-variance", "natural"]);
    }
  });

  it("have estimates whose heading has the measure in brackets", () => {
    const text = "Study,Effect size (SMD),Standard error\nAalund 2011,-0.66,0.21\n";
    assert.deepEqual(settings(text), ["contrast", "standardized-mean-difference", "inverse-variance"]);
  });

  it("are columns of one name, of which each can be named in an answer", () => {
    const text = "Study,Events,Total,Events,Total\nAalund 2011,12,148,19,151\n";
    assert.deepEqual(asked(text), [["columns", []]]);
    const columns = new Map([
      ["Events", "experimental-events"],
      ["Total", "experimental-total"],
      ["Events (column 4)", "comparator-events"],
      ["Total (column 5)", "comparator-total"],
    ] as const);
    assert.deepEqual(read(text, { columns }), ["t | t | Aalund 2011 12 148 19 151"]);
  });

  for (const [language, headings] of [
    [
      "German",
      "Erstautor;Jahr;Ereignisse Intervention;Patienten Intervention;Ereignisse Kontrolle;Patienten Kontrolle",
    ],
    [
      "Spanish",
      "Autor;Año;Eventos intervención;Pacientes intervención;Eventos grupo control;Pacientes grupo control",
    ],
  ] as const)
    it(`have columns that are named in ${language}`, () => {
      const text = `${headings}\nAalund;2011;12;148;19;151\nBrekke;2014;20;180;24;179\n`;
      assert.deepEqual(asked(text), []);
      assert.deepEqual(read(text), ["t | t | Aalund 12 148 19 151", "t | t | Brekke 20 180 24 179"]);
    });
});
