import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type MergeAnswer, type MergeParams, mergeRequest } from "@analyses/protocol/customMessages";
import { each } from "../support/each";
import { LspClient } from "./support/lspClient";

const base = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
const ours = base
  .replace('"events": 12,', '"events": 21,')
  .replace("Drug versus placebo", "Drug and placebo");
const theirs = base.replace('"events": 12,', '"events": 22,').replace('"total": 402', '"total": 403');
const place = "1.1 Mortality at 12 months, Abara 2014, experimental, events";
const uri = "file:///review.analyses.json";

describe("the versions of a document in Git's index", () => {
  let server: LspClient;
  before(async () => {
    server = await LspClient.start();
    // As Git without the driver leaves it: what stands there is not read.
    await server.open(uri, `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`);
  });
  after(() => server.stop());
  const merge = async (decisions: MergeParams["decisions"]) => {
    const source = { kind: "versions", base, ours, theirs } as const;
    const params: MergeParams = { textDocument: { uri }, source, decisions };
    const answer = await server.connection.sendRequest<MergeAnswer | null>(mergeRequest.method, params);
    if (answer?.kind !== "merged") assert.fail(answer?.kind);
    return answer;
  };

  it("leave one question for the cell that both changed, with the result of either answer", async () => {
    const { conflicts, text } = await merge([]);
    each(conflicts, ({ place, base: was, ours: own, theirs: other }) => [place, was, own, other], [
      [place, "12", "21", "22"],
    ]);
    const [conflict] = conflicts;
    assert.match(conflict?.ourResult ?? "", /^RR 0\.\d\d \[0\.\d\d, \d\.\d\d\]$/);
    assert.notEqual(conflict?.ourResult, conflict?.theirResult);
    assert.equal(text.match(/<<<<<<</g)?.length, 1);
    assert.match(text, /Drug and placebo[^]*"total": 403/);
  });

  it("become one text with the answer", async () => {
    const answered = ours.replace('"total": 402', '"total": 403');
    for (const [take, text, wanted] of [
      ["ours", null, answered],
      ["theirs", null, answered.replace('"events": 21,', '"events": 22,')],
      ["base", null, answered.replace('"events": 21,', '"events": 12,')],
      ["other", "21.50", answered.replace('"events": 21,', '"events": 21.50,')],
    ] as const) {
      const merged = await merge([{ place, ours: "21", theirs: "22", take, text }]);
      assert.equal(merged.text, wanted);
      each(merged.conflicts, ({ isDecided }) => isDecided, [true]);
    }
  });
});
