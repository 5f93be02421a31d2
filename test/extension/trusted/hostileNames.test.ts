import assert from "node:assert/strict";
import * as vscode from "vscode";
import { checkMessage } from "@analyses/client/commands/references";
import { copiedText } from "@analyses/client/details/detailsView";
import { detailOf, textOf } from "@analyses/client/language/statusItems";
import {
  choose,
  chooseSeveral,
  confirm,
  showError,
  showInformation,
  showWarning,
  withCancellableProgress,
  withStatusBarProgress,
} from "@analyses/client/platform/editor";
import { describeRegistryError } from "@analyses/client/registryClient/registryError";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { registryInSettings } from "../support/registryTree";
import { replacing } from "../support/reader";

/** Names that take effect if a view interprets them as markup or commands. */
const hostileNames: Readonly<Record<string, string>> = {
  commands: '[Press](command:workbench.action.quit) <img src=x onerror="alert(1)"></h1> $(error) \\$(check)',
  addresses: "https://evil.example/?a=b www.evil.example me@evil.example ![x](https://evil.example/x.png)",
  markup: "# **bold** _it_ ~~no~~ `code` | table\n\n---\n> quote &lt;b&gt; &#x3c;b&#x3e; &amp; ${x} {{y}} %s",
  "characters that are not seen":
    "first\r\nsecond\u0000\u0007\u001b[31m\u2028third \u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c קבוצת",
  "ten thousand characters without an end of a pair": "😀".repeat(5_000),
  "letters that combine without end": `Z${"\u0301".repeat(2_000)}`,
  "nothing but blanks": " \u00a0 ",
};

const oneLine = /^[^\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;

for (const [title, name] of Object.entries(hostileNames)) {
  describe(`a name of the registry that holds ${title}`, () => {
    const { registry, setting } = registryInSettings({ isShared: true });

    before(async () => {
      const { groups, groupTypes, people, users } = registry.content;
      const [group] = groups.values();
      const [groupType] = groupTypes.values();
      const person = people.get("11143");
      const user = users.get("20417");
      assert.ok(group && groupType && person && user);
      const [groupRole] = person.groupRoles;
      const [documentRole] = person.documentRoles;
      assert.ok(groupRole && documentRole);
      groups.put({ ...group, name, status: name, email: name, website: name });
      groupTypes.put({ ...groupType, name });
      users.put({ ...user, firstName: name });
      people.put({
        ...person,
        firstName: name,
        skypeName: name,
        primaryGroup: { ...group },
        groupRoles: [{ ...groupRole, name, group: { ...group } }],
        documentRoles: [{ ...documentRole, name, document: { ...documentRole.document, title: name } }],
      });
      await setting.signIn();
    });

    /** Rows of every kind that contain the name. */
    async function rows(): Promise<readonly TreeNode[]> {
      const mine = await setting.open("Me");
      const below = await Promise.all(mine.map((row) => setting.rows(row)));
      const types = await setting.open("Group types");
      const groups = await setting.open("Groups");
      const people = await setting.open("People");
      return [...(await setting.rows()), ...mine, ...below.flat(), ...types, ...groups, ...people];
    }

    it("is one line of text in every row, for eyes and for screen readers", async () => {
      const kinds = new Set<string>();
      for (const row of await rows()) {
        const { description, accessibilityInformation } = setting.tree.getTreeItem(row);
        kinds.add(row.kind);
        const label = setting.label(row);
        assert.notEqual(label.trim(), "");
        for (const text of [label, String(description ?? "")]) {
          assert.match(text, oneLine);
          assert.ok(text.length <= 300, text);
          assert.doesNotMatch(text, /\p{Cs}/u);
        }
        assert.match(accessibilityInformation?.label ?? "", oneLine);
      }
      for (const kind of [
        "me",
        "group",
        "groupType",
        "person",
        "user",
        "groupRole",
        "documentRole",
        "document",
      ]) {
        assert.ok(kinds.has(kind), kind);
      }
    });

    it("is only text in tooltips", async () => {
      for (const row of await rows()) {
        const { tooltip } = setting.tree.resolveTreeItem(setting.tree.getTreeItem(row), row);
        assert.ok(tooltip instanceof vscode.MarkdownString);
        assert.ok(tooltip.isTrusted !== true && tooltip.supportHtml !== true);
        assert.ok(tooltip.supportThemeIcons !== true);
        const ownMarkup = tooltip.value
          .replace(/^\*\*/, "")
          .replace(/\*\*(?=\n|$)/, "")
          .replace("Identifier: ", "");
        assert.doesNotMatch(ownMarkup.replaceAll(/\\[^a-zA-Z0-9\s]/g, ""), /[\\`*_{}[\]()#<>~&$:@|!.]/);
      }
    });
  });
}

/** Records the messages passed to VS Code instead of showing them. */
async function shownMessages(show: () => Promise<void>): Promise<readonly string[]> {
  const shown: string[] = [];
  const take = (message: string, options?: unknown) => {
    shown.push(message);
    if (typeof options === "object" && options !== null && "detail" in options)
      shown.push(String(options.detail));
    return Promise.resolve(undefined);
  };
  const messages = { showErrorMessage: take, showInformationMessage: take, showWarningMessage: take };
  const withProgress = ({ title }: vscode.ProgressOptions) => take(title ?? "");
  await replacing({ ...messages, withProgress }, show);
  return shown;
}

const command = "[Press](command:workbench.action.reloadWindow) $(error)";

describe("an authority's name that an untrusted certificate gives itself", () => {
  it("is no link and no command in the messages that name it", async () => {
    const error = { kind: "certificateNotTrusted", problem: "unknownAuthority", authority: command } as const;
    const message = describeRegistryError(error, "Test registry", vscode.l10n.t);
    const report = { uri: "file:///a.analyses.json", version: 1, checked: 0, otherRegistry: 0 };
    const notChecked = [{ registry: "Test registry", reason: "notReachable", message, count: 1 }] as const;
    const shown = await shownMessages(async () => {
      await showError(message, "Retry");
      await showWarning(message);
      await showInformation(checkMessage({ ...report, notChecked }));
      await confirm(message, "Yes", message);
      await withCancellableProgress(message, () => Promise.resolve());
      await withStatusBarProgress(message, () => Promise.resolve());
    });
    assert.equal(shown.length, 7);
    for (const text of shown) {
      assert.match(text, /Press/);
      assert.ok(!text.includes("]("), text);
    }
  });
});

describe("lines of a prompt", () => {
  it("are lines of their own, and a name in one begins no other", async () => {
    const shown = await shownMessages(async () => {
      await confirm("Sure?", "Yes", ["Lost: 1.1 A\nB", "Lost: 1.2"]);
    });
    assert.ok(shown.includes("Lost: 1.1 A B\nLost: 1.2"), shown.join("; "));
  });
});

describe("an identifier of the registry", () => {
  const { registry, setting } = registryInSettings();

  it("ends no line where what is copied of it is pasted", async () => {
    const [group] = registry.content.groups.values();
    assert.ok(group);
    registry.content.groups.put({ ...group, groupId: "3\ncalc\r\u001b[A", name: "\u0001 A group" });
    const rows = await setting.open("Groups");
    const hostile = rows.find((row) => row.subject?.id.includes("calc"));
    assert.ok(hostile);
    await vscode.commands.executeCommand("analysesRegistry.copyId", hostile);
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /calc/);
    assert.match(copied, oneLine);
    assert.ok(hostile.subject?.kind === "group");
    const page = { record: hostile.subject, json: "" };
    assert.equal(copiedText("copyId", page, ""), copied);
  });
});

describe("a text of a document", () => {
  it("draws no icon in any row that is offered", async () => {
    const rows: vscode.QuickPickItem[] = [];
    const showQuickPick = async (items: PromiseLike<readonly vscode.QuickPickItem[]>) => {
      rows.push(...(await items));
    };
    const names = { label: "$(error) a", description: "$(error) b", detail: "$(error) c" };
    await replacing({ showQuickPick }, async () => {
      assert.equal(await choose([names], {}), undefined);
      assert.equal(await chooseSeveral([names], {}), undefined);
    });
    assert.deepEqual(
      rows.map(({ label, description, detail }) => [label, description, detail]),
      [names, names].map(() => ["\\$(error) a", "\\$(error) b", "\\$(error) c"]),
    );
  });
});

describe("a schema's name that a document or a workspace gives it", () => {
  it("is no link and no icon in the language status", () => {
    const none = { uri: "file:///a.analyses.json", identifier: "unknown" } as const;
    const itemSchemas = [
      { kind: "ready", uri: "file:///s.json", title: command },
      { kind: "unavailable", uri: "file:///s.json", reason: command },
    ] as const;
    for (const itemSchema of itemSchemas) {
      const schemas = { ...none, documentSchema: command, itemSchema };
      for (const text of [textOf(schemas), detailOf(schemas)]) {
        assert.match(text, /Press/);
        assert.ok(!text.includes("]("), text);
        assert.doesNotMatch(text, /(?<!\\)\$\(/);
      }
    }
  });
});
