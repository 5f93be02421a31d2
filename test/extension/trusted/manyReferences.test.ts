import assert from "node:assert/strict";
import * as vscode from "vscode";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { TreeSetting } from "../support/registryTree";

describe("a document with more than 500 references", () => {
  let setting: TreeSetting;
  let addresses: PublicAddresses;
  let answers: ReferenceAnswers;
  let questions: { readonly uri: string; readonly count: number }[];
  let says: boolean;

  beforeEach(() => {
    questions = [];
    setting = new TreeSetting();
    addresses = new PublicAddresses(setting.registries, setting.memento);
    answers = new ReferenceAnswers(setting.registries, addresses, (uri, count) => {
      questions.push({ uri: uri.toString(), count });
      return Promise.resolve(says);
    });
  });
  afterEach(() => {
    for (const part of [answers, addresses, setting]) part.dispose();
  });

  const many = (uri: string) => answers.mayCheckMany({ uri, count: 501 });

  for (const answer of [true, false]) {
    it(`cause one question, and "${answer ? "yes" : "no"}" is remembered`, async () => {
      says = answer;
      const uri = "file:///many.analyses.json";
      assert.deepEqual(await Promise.all([many(uri), many(uri)]), [answer, answer]);
      says = !answer;
      assert.equal(await many(uri), answer);
      assert.deepEqual(questions, [{ uri, count: 501 }]);
    });
  }

  it("cause a question for each document", async () => {
    says = false;
    await many("file:///one.analyses.json");
    says = true;
    assert.equal(await many("file:///two.analyses.json"), true);
    assert.equal(await many("file:///one.analyses.json"), false);
    assert.equal(questions.length, 2);
  });

  it("cause the question again when the user runs a check", async () => {
    says = false;
    const uri = "file:///many.analyses.json";
    assert.equal(await many(uri), false);
    says = true;
    assert.equal(await answers.checkAnew(vscode.Uri.parse(uri), () => many(uri)), true);
  });
});
