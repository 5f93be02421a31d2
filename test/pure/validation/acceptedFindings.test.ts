import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type AcceptedFinding,
  entriesOf,
  readFindingToAccept,
  withEntry,
} from "@analyses/protocol/acceptedFindings";
import {
  acceptedIn,
  findingKey,
  unfinishedEntry,
  withoutAccepted,
} from "@analyses/server/validation/acceptedFindings";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { evidenceCodes } from "@analyses/protocol/diagnosticCodes";
import { each } from "../../support/each";
import { analysesWith, counts, documentWith } from "../../support/evidenceTexts";
import { defaultSettings, findingsIn } from "../../support/findings";
import { fixing } from "../features/support/fixing";
import { schemaContext } from "../features/support/schemas";

const uri = "file:///review/stroke%20drugs.analyses.json";
const schemas = schemaContext(undefined);
const signed = { by: "R. Okonkwo", on: "2026-03-31", reason: "It is the same trial's second part." };

async function keysIn(text: string) {
  const document = createDocument(uri, "analyses", 1, text);
  const findings = await findingsIn(document, schemas);
  const keys = findings.flatMap((finding) => findingKey(document, finding) ?? []);
  return { document, findings, keys };
}

async function leftIn(text: string, accepted: readonly AcceptedFinding[]) {
  const { document, findings } = await keysIn(text);
  const { findings: left, stale } = withoutAccepted(document, findings, accepted, defaultSettings);
  return { codes: left.map(({ code }) => code), stale };
}

describe("a finding that the team accepts", () => {
  for (const [code, analyses] of Object.entries(analysesWith)) {
    if (code === "fragile-result" || code === "zero-cells") continue;
    it(`is not reported while its numbers stay: ${code}`, async () => {
      const text = documentWith(analyses);
      const { keys } = await keysIn(text);
      assert.equal(keys.length, 1);
      const file = keys.reduce<string | undefined>(
        (all, key) => withEntry(all, { ...key, ...signed }),
        undefined,
      );
      assert.ok(file !== undefined);
      assert.deepEqual(await leftIn(text, acceptedIn(file, uri)), { codes: [], stale: [] });
    });
  }

  it("is back when one of its numbers changes, and the entry is reported as accepting nothing", async () => {
    const text = documentWith(analysesWith["impossible-data"] ?? []);
    const { keys } = await keysIn(text);
    const entries = keys.map((key) => ({ ...key, ...signed }));
    const { codes, stale } = await leftIn(text.replace("152", "153"), entries);
    assert.deepEqual(codes, ["impossible-data"]);
    assert.deepEqual(stale, entries);
  });

  it("leaves what it explained as a finding of its own, which can be accepted too", async () => {
    const studies = [
      counts("A", 20, 200, 50, 200),
      counts("B", 15, 150, 35, 150),
      counts("C", 15, 150, 35, 150),
    ];
    const text = documentWith([{ measure: "RR", studies, result: { participants: 700 } }]);
    const { findings, keys } = await keysIn(text);
    each(keys, ({ code }) => code, ["duplicate-row"]);
    const entries = keys.map((key) => ({ ...key, ...signed }));
    assert.deepEqual(await leftIn(text, entries), { codes: ["result-mismatch"], stale: [] });
    const document = createDocument(uri, "analyses", 1, text);
    const [mismatch] = withoutAccepted(document, findings, entries, defaultSettings).findings;
    const key = mismatch && findingKey(document, mismatch);
    assert.ok(key);
    const both = [...entries, { ...key, ...signed }];
    assert.deepEqual(await leftIn(text, both), { codes: [], stale: [] });
    assert.deepEqual(await leftIn(text, both.slice(1)), { codes: ["duplicate-row"], stale: [] });
  });

  it("is not another one of the same study or pool", async () => {
    const heavy = [counts("A", 10, 400, 30, 400), counts("B", 5, 50, 6, 50), counts("C", 4, 40, 5, 40)];
    const none = counts("N", 0, 20, 0, 20);
    const keysOf = async (code: "fragile-result" | "zero-cells", studies: readonly object[]) => {
      const document = createDocument(uri, "analyses", 1, documentWith([{ measure: "RR", studies }]));
      const settings = { ...defaultSettings, severity: { [code]: "hint" } as const };
      const findings = await findingsIn(document, schemas, settings);
      return findings.map((finding) => JSON.stringify(findingKey(document, finding)?.numbers));
    };
    const ofA = await keysOf("fragile-result", heavy);
    assert.equal(ofA.length, 2, "without it the interval includes no effect, and it has most of the weight");
    assert.equal(new Set(ofA).size, 2);
    const zero = [...heavy, counts("Z", 0, 30, 2, 30)];
    const [before, after] = [await keysOf("zero-cells", zero), await keysOf("zero-cells", [...zero, none])];
    assert.deepEqual([before.length, after.length], [1, 1]);
    assert.notEqual(before[0], after[0]);
  });

  it("needs a reason", async () => {
    const text = documentWith(analysesWith["duplicate-row"] ?? []);
    const { keys } = await keysIn(text);
    const file = JSON.stringify({ accepted: keys.map((key) => ({ ...key, ...signed, reason: " " })) });
    assert.deepEqual((await leftIn(text, acceptedIn(file, uri))).codes, ["duplicate-row"]);
  });

  it("counts in its own document only", () => {
    const key = {
      document: "other.analyses.json",
      analysis: "1.1",
      code: "unit-slip",
      numbers: [1],
    } as const;
    assert.deepEqual(acceptedIn(JSON.stringify({ accepted: [{ ...key, ...signed }] }), uri), []);
  });

  it("is never lost to a file that cannot be read", () => {
    const key = { document: "a", analysis: "1.1", code: "unit-slip", numbers: [1] } as const;
    for (const text of ["{", "[]", '{"accepted": {}}', "1"]) {
      assert.equal(withEntry(text, { ...key, ...signed }), undefined);
      assert.deepEqual(acceptedIn(text, uri), []);
    }
  });
});

describe("the file of accepted findings", () => {
  const entry = (
    analysis: string,
    study: string,
    numbers: readonly (number | string)[],
  ): AcceptedFinding => ({
    document: "stroke.analyses.json",
    analysis,
    study,
    code: "duplicate-row",
    numbers,
    ...signed,
  });

  it("is sorted as the document is read, and grows in a diff by what is new", () => {
    let text = withEntry(undefined, entry("1.2", "B", [1, 2, 3]));
    text = withEntry(text, entry("1.10", "A", [1]));
    const before = text?.split("\n") ?? [];
    text = withEntry(text, entry("1.2", "A", []));
    const order = (entriesOf(text ?? "") ?? []).map((one) => {
      const { analysis, study } = Object(one) as AcceptedFinding;
      return `${analysis} ${study ?? ""}`;
    });
    assert.deepEqual(order, ["1.2 A", "1.2 B", "1.10 A"]);
    const added = (text ?? "").split("\n").filter((line) => !before.includes(line));
    assert.ok(added.length <= 3, added.join("\n"));
    assert.match(text ?? "", /"numbers": \[1, 2, 3\]/);
  });

  it("names no schema, which an editor would fetch from there instead of taking the extension's", () => {
    assert.deepEqual(
      Object.keys(JSON.parse(withEntry(undefined, entry("1.2", "B", [1])) ?? "{}") as object),
      ["accepted"],
    );
  });

  it("takes a new reason in the place of the one for the numbers before", () => {
    const text = withEntry(withEntry(undefined, entry("1.2", "B", [1])), entry("1.2", "B", [2]), [[1]]);
    assert.equal(entriesOf(text ?? "")?.length, 1);
  });

  it("keeps what is accepted of the same study and code, and is found still", () => {
    const first = withEntry(undefined, entry("1.2", "B", [1]));
    const second = withEntry(first, entry("1.2", "B", [2]));
    const again = withEntry(second, { ...entry("1.2", "B", [1]), reason: "It was asked of the authors." });
    assert.equal(entriesOf(second ?? "")?.length, 2);
    assert.equal(entriesOf(again ?? "")?.length, 2);
    assert.match(again ?? "", /asked of the authors/);
    // An entry without a reason accepts nothing.
    const unfinished = withEntry(undefined, { ...entry("1.2", "B", [1]), reason: "" });
    assert.equal(entriesOf(withEntry(unfinished, entry("1.2", "B", [2])) ?? "")?.length, 1);
  });

  it("keeps what it does not know", () => {
    const text = withEntry('{"note": "ours", "accepted": [{"x": 1}]}', entry("1.2", "B", [1])) ?? "";
    assert.match(text, /"note": "ours"/);
    assert.match(text, /"x": 1/);
  });

  it("follows its schema, which knows every code", () => {
    const schema = JSON.parse(readFileSync("schemas/accepted-findings.schema.json", "utf8")) as object;
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    for (const code of evidenceCodes) {
      const text = withEntry(undefined, { ...entry("1.2", "B", [1, "MH"]), code });
      assert.ok(isValid(JSON.parse(text ?? "")), JSON.stringify(isValid.errors));
    }
    assert.ok(!isValid({ accepted: [{ ...entry("1.2", "B", []), reason: "" }] }));
  });

  it("is written nowhere else, whichever client calls the command", () => {
    const key = { document: "a", analysis: "1.1", code: "unit-slip", numbers: [1] };
    assert.equal(readFindingToAccept({ file: "file:///etc/passwd", key }), undefined);
    assert.equal(readFindingToAccept({ file: "file:///a/accepted-findings.json", key: 1 }), undefined);
    assert.ok(readFindingToAccept({ file: "file:///a/accepted-findings.json", key }));
  });
});

describe("the quick fix “Accept with a reason…”", () => {
  const text = documentWith(analysesWith["duplicate-row"] ?? []);
  const file = "file:///accepted-findings.json";
  const acceptIn = async (accept: Parameters<typeof fixing>[2] extends infer More ? More : never) => {
    const { actions } = await fixing(text, undefined, accept);
    return actions.find(({ title }) => title === "Accept with a reason…");
  };

  it("tells the command what to write, and where", async () => {
    const action = await acceptIn({ accept: { file, stale: [], command: "accept" } });
    assert.equal(action?.command?.command, "accept");
    assert.ok(readFindingToAccept(action.command.arguments?.[0]));
  });

  it("is not there where findings cannot be accepted", async () =>
    assert.equal(await acceptIn({}), undefined));
});

describe("an entry that is still to be filled in", () => {
  const file = "file:///accepted-findings.json";
  const key = { document: "a", analysis: "1.1", code: "unit-slip", numbers: [1, 2] } as const;
  const added = (text: string | undefined): string | undefined => {
    const entry = unfinishedEntry({ file, key, stale: [] }, text, "2026-03-31");
    return entry && TextDocument.applyEdits(TextDocument.create(file, "json", 0, text ?? ""), [entry.edit]);
  };

  it("is written as all entries are, into a new file, an empty list or one with entries", () => {
    const entry = { ...key, by: "", on: "2026-03-31", reason: "" };
    const other = { document: "z", analysis: "1.1", code: "unit-slip", numbers: [1], ...signed } as const;
    const others = withEntry(undefined, other);
    const alone = withEntry(undefined, entry);
    for (const text of [undefined, "", '{\n  "accepted": []\n}\n']) assert.equal(added(text), alone);
    assert.equal(added(others), withEntry(others, entry));
  });

  it("is not written into a file that cannot be read", () => {
    for (const text of ["{", "[]", '{"accepted": {}}', "1"]) assert.equal(added(text), undefined);
  });
});
