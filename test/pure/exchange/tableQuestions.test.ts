import assert from "node:assert/strict";
import { answersAsJson, readAnswers } from "@analyses/exchange";
import { bytesOf, outcomeOf, readOf, refusalOf } from "../../support/exchangeFiles";
import { asked, read } from "../../support/exchangeTables";

describe("which arm of a table is the comparator", () => {
  const arms = (first: string, second: string): string =>
    `Study,Arm,Events,N\nAalund,${first},19,151\nAalund,${second},12,148\n`;

  for (const often of [
    "Usual care",
    "Sham",
    "Waitlist",
    "Wait list",
    "No treatment",
    "Standard care",
    "Kontrolle",
  ])
    it(`is a question where arms are called by what people compare with, and not by a word for it: ${often}`, () => {
      assert.deepEqual(asked(arms(often, "Drug")), [["comparator", [often, "Drug"]]]);
      assert.deepEqual(asked(arms("Drug", often)), [["comparator", ["Drug", often]]]);
    });

  for (const word of ["Control", "Comparator", "placebo", "Control group"])
    it(`is the one that is called so: ${word}`, () => {
      assert.deepEqual(read(arms(word, "Drug")), [`Drug / ${word} | t | Aalund 12 148 19 151`]);
      assert.deepEqual(read(arms("Drug", word)), [`Drug / ${word} | t | Aalund 19 151 12 148`]);
    });

  it("is not the one that is left next to an intervention, and is a question where two are called so", () => {
    assert.deepEqual(asked(arms("Intervention", "Usual care")), [
      ["comparator", ["Intervention", "Usual care"]],
    ]);
    assert.deepEqual(asked(arms("Placebo", "Control")), [["comparator", ["Placebo", "Control"]]]);
  });

  it("is a question until each study has one, which may be another one than before", () => {
    const text = `${arms("Drug", "Usual care")}Brekke,Drug,3,30\nBrekke,Sham,5,31\n`;
    assert.deepEqual(asked(text), [["comparator", ["Drug", "Usual care", "Sham"]]]);
    assert.deepEqual(asked(text, { comparator: ["Usual care"] }), [["comparator", ["Drug", "Sham"]]]);
    assert.deepEqual(read(text, { comparator: ["Usual care", "Sham"] }), [
      "Drug / Usual care | t | Aalund 19 151 12 148",
      "Drug / Sham | t | Brekke 3 30 5 31",
    ]);
  });

  it("stands once next to each other arm, each pair in an analysis of its own whatever the comparison is called", () => {
    const text =
      "Study,Comparison,Arm,Events,N\nAalund,Drug or not,Placebo,19,151\nAalund,Drug or not,Low,12,148\nAalund,Drug or not,High,9,150\n";
    assert.deepEqual(read(text), [
      "Drug or not: Low / Placebo | t | Aalund 12 148 19 151",
      "Drug or not: High / Placebo | t | Aalund 9 150 19 151",
    ]);
  });

  it("is reported as missing of a study with one arm", () => {
    const { items } = readOf(bytesOf(`${arms("Drug", "Placebo")}Brekke,Placebo,5,31\n`, "t.csv"));
    assert.deepEqual(
      items.map(({ severity, message }) => [severity, message]),
      [["lost", "“Brekke” has no arm to compare with: it was left out."]],
    );
  });

  it("is read from columns for each arm as well", () => {
    const wide =
      "Study,T.1,R.1,N.1,T.2,R.2,N.2,T.3,R.3,N.3\nAalund,Placebo,19,151,Low,12,148,High,9,150\nBrekke,Low,3,30,Placebo,5,31,,,\n";
    assert.deepEqual(read(wide), [
      "Low / Placebo | t | Aalund 12 148 19 151",
      "Low / Placebo | t | Brekke 3 30 5 31",
      "High / Placebo | t | Aalund 9 150 19 151",
    ]);
    assert.deepEqual(asked(wide.replaceAll("Placebo", "Sham")), [["comparator", ["Sham", "Low", "High"]]]);
  });

  it("is a question where a name next to numbered columns contradicts the number", () => {
    const text = (first: string, second: string): string =>
      `study,group1,events1,total1,group2,events2,total2\nAalund,${first},19,151,${second},12,148\n`;
    assert.deepEqual(read(text("Drug", "Usual care")), ["t | t | Aalund 19 151 12 148"]);
    assert.deepEqual(asked(text("Placebo", "Drug")), [["comparator", ["Placebo", "Drug"]]]);
    assert.deepEqual(read(text("Placebo", "Drug"), { comparator: ["Placebo"] }), [
      "t | t | Aalund 12 148 19 151",
    ]);
    const both = `${text("Drug", "Other")}Brekke,Other,3,30,Drug,5,31\n`;
    assert.deepEqual(asked(both), [["comparator", ["Drug", "Other"]]]);
    assert.deepEqual(read(both, { comparator: ["Other"] }), [
      "t | t | Aalund 19 151 12 148",
      "t | t | Brekke 5 31 3 30",
    ]);
  });

  it("cannot be turned round in an estimate: the line is named", () => {
    const text = "study,group1,group2,yi,sei\nAalund,Placebo,Drug,0.7,0.1\n";
    const answers = {
      columns: new Map(),
      comparator: ["Placebo"],
      effectMeasure: "odds-ratio",
      scale: "log",
    } as const;
    assert.match(refusalOf(bytesOf(text, "t.csv"), { answers }), /t\.csv, line 2: an estimate compares/);
  });
});

describe("what else a table leaves open", () => {
  const counts = "study,ai,n1i,ci,n2i";

  it("is a question which of two columns counts that may be the same number, and differ", () => {
    const text = "study,events.e,cases.e,n.e,events.c,n.c\nAalund,12,13,148,19,151\n";
    assert.deepEqual(asked(text), [["columns", []]]);
    assert.deepEqual(asked(text.replace(",13,", ",12,")), []);
    assert.deepEqual(asked(text, { columns: new Map([["cases.e", "ignored"]]) }), []);
  });

  it("is where the standard deviations are, with the reason why standard errors are none", () => {
    const text =
      "Study,Drug mean,Drug SE,Drug n,Control mean,Control SE,Control n\nAalund,5.2,0.18,50,6.1,0.2,48\n";
    const outcome = outcomeOf(bytesOf(text, "t.csv"));
    const [question] = outcome.kind === "questions" ? outcome.questions.questions : [];
    assert.match(question?.message ?? "", /“Drug SE” has standard errors; means need standard deviations/);
  });

  it("is which word leaves a study out that is neither a yes nor a no", () => {
    const text = `${counts},excluded\nAalund,1,10,2,10,Ja\nBrekke,3,30,5,31,Nein\nCorvo,1,9,2,9,\n`;
    assert.deepEqual(asked(text), [["leftOut", ["Ja", "Nein", ""]]]);
    assert.deepEqual(read(text, { leftOut: ["Ja"] }), [
      "t | t | Aalund 1 10 2 10 out",
      "t | t | Brekke 3 30 5 31",
      "t | t | Corvo 1 9 2 9",
    ]);
    assert.deepEqual(
      read(text.replace("Ja", "yes").replace("Nein", "no"))[0],
      "t | t | Aalund 1 10 2 10 out",
    );
    const included = text.replace("excluded", "Include study").replace("Ja", "Yes").replace("Nein", "No");
    assert.match(read(included)[1] ?? "", /out$/);
  });

  it("is of whom the standard errors of ratios are", () => {
    const text = "study,yi,sei\nAalund,0.7,0.1\nBrekke,0.8,0.2\n";
    const known = { effectMeasure: "hazard-ratio" } as const;
    assert.deepEqual(asked(text, known), [["scale", ["log", "natural", "natural-log-error"]]]);
    const logs = read(text, { ...known, scale: "natural-log-error" });
    assert.match(logs[0] ?? "", /Aalund -0\.3566\d+ 0\.1$/);
    const withIntervals = "study,TE,lower,upper\nAalund,0.7,0.5,0.9\n";
    assert.deepEqual(asked(withIntervals, known), [["scale", ["log", "natural"]]]);
    assert.deepEqual(asked("study,TE,lower,upper\nAalund,0.1,-0.2,0.4\n", known), []);
  });

  it("is not the level of intervals that their headings say", () => {
    const text = "study,estimate,90% CI lower,90% CI upper\nAalund,0.1,-0.2,0.4\n";
    const columns = new Map([
      ["90% CI lower", "interval-low"],
      ["90% CI upper", "interval-high"],
    ] as const);
    const { review, items } = readOf(bytesOf(text, "t.csv"), {
      answers: { columns, effectMeasure: "mean-difference" },
    });
    assert.equal(review.groups[0]?.analyses[0]?.choices["confidence-level"]?.value, 0.9);
    assert.ok(items.some(({ severity, message }) => severity === "changed" && /of 90 %/.test(message)));
  });

  it("is nothing that rows say themselves: measures and units that differ are not pooled unseen", () => {
    const rows = (first: string, second: string): string =>
      `${counts},measure\nAalund,1,10,2,10,${first}\nBrekke,3,30,5,31,${second}\n`;
    const { review } = readOf(bytesOf(rows("OR", "OR"), "t.csv"));
    assert.equal(review.groups[0]?.analyses[0]?.choices["effect-measure"]?.value, "odds-ratio");
    assert.match(refusalOf(bytesOf(rows("OR", "RR"), "t.csv")), /different effect measures \(OR, RR\)/);
    const means = "study,m1i,sd1i,n1i,m2i,sd2i,n2i,unit\nAalund,1,2,10,2,2,10,kg\nBrekke,3,2,30,5,2,31,lb\n";
    assert.match(readOf(bytesOf(means, "t.csv")).items[0]?.message ?? "", /different units \(kg, lb\)/);
    const answers = { columns: new Map(), effectMeasure: "mean-difference" } as const;
    assert.match(refusalOf(bytesOf(means, "t.csv"), { answers }), /no mean differences/);
  });

  it("is not what a comma separates in people, who are whole, but in means", () => {
    const people = "Study,Events treatment,N treatment,Events control,N control\n";
    assert.deepEqual(read(`${people}Aalund,12,"1,234",19,"1,151"\n`), ["t | t | Aalund 12 1234 19 1151"]);
    const means = 'study,m1i,sd1i,n1i,m2i,sd2i,n2i\nAalund,"1,234",300,134,1250,310,151\n';
    assert.deepEqual(asked(means), [["decimal", [".", ","]]]);
  });

  it("is no number that the table's own decimal sign makes another one", () => {
    const means = "study;m1i;sd1i;n1i;m2i;sd2i;n2i\n";
    assert.deepEqual(read(`${means}Aalund;5,2;1.25;50;6,1;1.5;48\n`), [
      "t | t | Aalund 50 5.2 1.25 48 6.1 1.5",
    ]);
    assert.deepEqual(read(`${means}Aalund;5,2;1,25;1.250;6,1;1,5;48\n`), [
      "t | t | Aalund 1250 5.2 1.25 48 6.1 1.5",
    ]);
    assert.deepEqual(read(`${means}Aalund;5.2;1.25;1.250;6.1;1.5;48\n`), [
      "t | t | Aalund 5.2 1.25 48 6.1 1.5",
    ]);
  });

  it("is nothing of outcomes and points in time: each of both is an analysis", () => {
    const text = `${counts},outcome,timepoint\nAalund,1,10,2,10,Pain,1 month\nAalund,3,10,5,10,Pain,1 year\n`;
    assert.deepEqual(read(text), [
      "t | Pain, 1 month | Aalund 1 10 2 10",
      "t | Pain, 1 year | Aalund 3 10 5 10",
    ]);
  });

  it("says which columns it does not read", () => {
    const { items } = readOf(bytesOf(`${counts},Country,Empty\nAalund,1,10,2,10,Norway,\n`, "t.csv"));
    assert.deepEqual(
      items.map(({ severity, message }) => [severity, message]),
      [["note", "Columns that were not read: Country."]],
    );
  });

  it("is answered in JSON, where lists may be one text", () => {
    const written = {
      Arm: "arm",
      comparator: "Sham",
      leftOut: ["Ja", "x"],
      scale: "natural-log-error",
      sheet: "Data",
    };
    const answers = readAnswers(written);
    assert.ok(answers.kind === "read");
    assert.deepEqual(answers.answers, {
      columns: new Map([["Arm", "arm"]]),
      comparator: ["Sham"],
      leftOut: ["Ja", "x"],
      scale: "natural-log-error",
      sheet: "Data",
    });
    assert.deepEqual(readAnswers(JSON.parse(answersAsJson(answers.answers))), answers);
    assert.deepEqual(readAnswers({ comparator: 3 }), { kind: "wrong", name: "comparator", allowed: [] });
  });
});
