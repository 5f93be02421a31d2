import assert from "node:assert/strict";
import * as vscode from "vscode";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { checkMessage } from "@analyses/client/commands/references";
import { ReferenceStatusItem } from "@analyses/client/language/statusItems";
import type { NotCheckedCount, ReferenceCheckReport } from "@analyses/protocol/referenceMessages";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { TreeSetting } from "../support/registryTree";

const signedOut: NotCheckedCount = {
  registry: "Test registry",
  reason: "signedOut",
  message: "Sign in to Test registry to read people.",
  count: 3,
};

describe("the report on references that could not be checked", () => {
  let items: vscode.LanguageStatusItem[];
  let status: ReferenceStatusItem;

  beforeEach(() => {
    items = [];
    status = new ReferenceStatusItem(() => {
      const item = vscode.languages.createLanguageStatusItem(`test.references.${items.length}`, "analyses");
      items.push(item);
      return item;
    });
  });
  afterEach(async () => {
    status.dispose();
    await closeAllEditors();
  });

  const report = (uri: vscode.Uri, notChecked: readonly NotCheckedCount[] = []): ReferenceCheckReport => ({
    uri: uri.toString(),
    version: 1,
    checked: 2,
    otherRegistry: 0,
    notChecked,
  });

  it("is one status of the document at hand, with the number, and the reason in its detail", async () => {
    const { document } = await openWithCaret("status.analyses.json", "{}|");
    status.update(report(document.uri, [signedOut]));
    status.update(report(document.uri, [signedOut]));
    const [item, ...others] = items;
    assert.equal(others.length, 0);
    assert.equal(item?.text, "References that could not be checked: 3 of 5");
    assert.equal(item.detail, signedOut.message);
    assert.equal(item.severity, vscode.LanguageStatusSeverity.Warning);
    status.update(report(document.uri));
    assert.equal(items.length, 1);
    assert.equal(item.text, "References checked: 2");
    assert.equal(item.detail, "");
    assert.equal(item.severity, vscode.LanguageStatusSeverity.Information);
  });

  it("is not shown for other documents, and comes back with its own", async () => {
    const first = await openWithCaret("status-one.analyses.json", "{}|");
    status.update(report(first.document.uri, [signedOut]));
    assert.equal(items.length, 1);
    const second = await openWithCaret("status-two.analyses.json", "{}|");
    status.update({ ...report(second.document.uri), checked: 0 });
    await vscode.window.showTextDocument(first.document);
    await eventually(() => assert.equal(items.length, 2));
    assert.equal(items[1]?.text, "References that could not be checked: 3 of 5");
  });

  it("is one message with the reason for all of them, after a check by command", () => {
    const uri = vscode.Uri.parse("file:///asked.analyses.json");
    assert.equal(
      checkMessage(report(uri, [signedOut])),
      "References checked: 2. Where one differs, the Problems view says so. Not checked: 3. Sign in to Test registry to read people.",
    );
    assert.equal(
      checkMessage({ ...report(uri), otherRegistry: 4 }),
      "References checked: 2. Where one differs, the Problems view says so. Of registries that you have not added: 4.",
    );
    assert.equal(
      checkMessage({ ...report(uri, [signedOut]), checked: 0 }),
      "Not checked: 3. Sign in to Test registry to read people.",
    );
    assert.equal(
      checkMessage({ ...report(uri), checked: 0 }),
      "The document has no references to a registry.",
    );
  });
});

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

  it("cause one question, whose answer is remembered", async () => {
    says = true;
    const uri = "file:///many.analyses.json";
    assert.deepEqual(await Promise.all([many(uri), many(uri)]), [true, true]);
    says = false;
    assert.equal(await many(uri), true);
    assert.deepEqual(questions, [{ uri, count: 501 }]);
  });

  it("cause the question again when the user runs a check", async () => {
    says = false;
    const uri = "file:///many.analyses.json";
    assert.equal(await many(uri), false);
    says = true;
    assert.equal(await answers.checkAnew(vscode.Uri.parse(uri), () => many(uri)), true);
  });
});
