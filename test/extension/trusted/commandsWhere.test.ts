import assert from "node:assert/strict";
import * as vscode from "vscode";
import { registryContext } from "@analyses/client/registries/registryStatus";
import type { AccountState } from "@analyses/client/registryClient/records";
import { DocumentRoleNode } from "@analyses/client/tree/nodes/recordNodes";
import { type TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { wrongType } from "../../support/registryFaults";
import { TreeSetting, registryInSettings } from "../support/registryTree";

/** Values of the context keys in a `when` clause; missing keys are undefined. */
type ContextKeys = Readonly<Record<string, string | boolean>>;

interface Entry {
  readonly command: string;
  readonly when?: string;
}

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
  readonly menus: Readonly<Record<"view/item/context" | "view/title" | "commandPalette", readonly Entry[]>>;
  readonly keybindings: readonly Entry[];
  readonly views: Readonly<
    Record<"analysesRegistry", readonly { readonly id: string; readonly when?: string }[]>
  >;
}

const prefix = "analysesRegistry.";
const view = { view: "analysesRegistry.registry", focusedView: "analysesRegistry.registry" };
const withEditor = { activeEditor: "workbench.editors.files.textFileEditor" };
const configured = { "config.analysesRegistry.registries": "[…]", "analysesRegistry.hasRegistry": true };
const unconfigured = { "config.analysesRegistry.registries": "[]" };

/** The context keys for these account states. */
function accountsAre(kinds: readonly AccountState["kind"][], isRestored = true): ContextKeys {
  const keys = Object.entries(registryContext(kinds, isRestored));
  return { ...configured, ...Object.fromEntries(keys.map(([name, value]) => [prefix + name, value])) };
}

/**
 * Evaluates a `when` clause, for the operators that package.json uses: `!key`, `key`, `key == value`, `key != value`,
 * `key =~ /pattern/flags`, joined by `&&` and `||` (VS Code, "when clause contexts").
 */
function holds(clause: string | undefined, keys: ContextKeys): boolean {
  return (clause ?? "true")
    .split("||")
    .some((any) => any.split("&&").every((one) => holdsPart(one.trim(), keys)));
}

function holdsPart(part: string, keys: ContextKeys): boolean {
  if (part === "true") return true;
  const comparison = /^([\w.]+) (==|!=|=~) (.+)$/.exec(part);
  if (comparison === null) {
    const [, negation, key = ""] = /^(!?)([\w.]+)$/.exec(part) ?? unreadable(part);
    return isSet(keys[key]) === (negation === "");
  }
  const [, key = "", operator, operand = ""] = comparison;
  const value = String(keys[key] ?? "");
  if (operator === "=~") {
    const [, pattern = "", flags] = /^\/(.*)\/(\w*)$/.exec(operand) ?? unreadable(part);
    return new RegExp(pattern, flags).test(value);
  }
  return (value === operand.replace(/^'(.*)'$/, "$1")) === (operator === "==");
}

function isSet(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false && value !== "";
}

function unreadable(part: string): never {
  throw new Error(`This test does not understand ${part}.`);
}

/** Names, without the prefix, of the menu's visible and enabled commands. */
function offered(entries: readonly Entry[], keys: ContextKeys): readonly string[] {
  const { commands } = contributions();
  const names = entries
    .filter(({ command, when }) => {
      const { enablement } = commands.find((each) => each.command === command) ?? {};
      return holds(when, keys) && holds(enablement, keys);
    })
    .map(({ command }) => command.replace(prefix, ""));
  return [...new Set(names)].sort();
}

function contributions(): Contributions {
  const extension = vscode.extensions.getExtension<unknown>("analyses-registry.analyses-registry");
  assert.ok(extension);
  return (extension.packageJSON as { readonly contributes: Contributions }).contributes;
}

const onEveryRecord = ["copyId", "copyLink", "copyMarkdownLink", "openInBrowser"];
const onReference = [...onEveryRecord, "copyReference", "insertReference", "pin", "refresh", "showDetails"];

describe("the commands on a row of the tree", () => {
  const { registry, setting } = registryInSettings({ isShared: true });

  function on(row: TreeNode | undefined, keys: ContextKeys = withEditor): readonly string[] {
    assert.ok(row);
    const viewItem = setting.tree.getTreeItem(row).contextValue ?? "";
    const state = {
      ...configured,
      ...view,
      "analysesRegistry.hasAccount": true,
      "analysesRegistry.isReading": true,
    };
    return offered(contributions().menus["view/item/context"], { ...state, viewItem, ...keys });
  }

  const ofKind = (rows: readonly TreeNode[], kind: TreeNode["kind"]) => rows.find((row) => row.kind === kind);

  it("are those that can do something with it", async () => {
    assert.deepEqual(on(await setting.row("Sign in")), ["signIn"]);
    await setting.signIn();
    const me = await setting.row("Me");
    assert.deepEqual(on(me), ["refresh", "signOut"]);
    for (const part of ["Group types", "Groups"]) assert.deepEqual(on(await setting.row(part)), ["refresh"]);
    assert.deepEqual(on(await setting.row("People")), []);

    const mine = await setting.rows(me);
    assert.deepEqual(on(ofKind(mine, "person")), [...onReference].sort());
    assert.deepEqual(on(ofKind(mine, "group")), [...onReference].sort());
    assert.deepEqual(on(ofKind(mine, "user")), [...onEveryRecord, "showDetails"].sort());
    assert.deepEqual(on(ofKind(mine, "groupRole")), []);
    const documentRole = ofKind(mine, "documentRole");
    assert.deepEqual(on(documentRole), [...onEveryRecord].sort());
    assert.ok(documentRole);
    assert.deepEqual(on(ofKind(await setting.rows(documentRole), "document")), [...onEveryRecord].sort());

    const type = ofKind(await setting.open("Group types"), "groupType");
    assert.deepEqual(on(type), [...onEveryRecord, "refresh", "showDetails"].sort());
  });

  it("insert with a text or a panel in front, but not with a notebook or nothing", async () => {
    const [group] = await setting.open("Groups");
    assert.ok(!on(group, {}).includes("insertReference"));
    assert.ok(!on(group, { activeEditor: "workbench.editor.notebook" }).includes("insertReference"));
    assert.ok(on(group, { activeEditor: "WebviewEditor" }).includes("insertReference"));
  });

  it("neither open nor copy a link that is not https", async () => {
    for (const link of ["http://registry.example/rest/reviews/1", "javascript:alert(1)", "command:evil"]) {
      const takeAway = registry.faults.use(wrongType("/documentRoles/0/document/link", link));
      const other = new TreeSetting();
      await other.signIn();
      const rows = await other.open("Me");
      const role = rows.find((row) => row instanceof DocumentRoleNode && row.role.document.link === link);
      assert.deepEqual(on(role), ["copyId"], link);
      other.dispose();
      takeAway();
    }
  });
});

describe("the title bar of the registry view", () => {
  const inTitle = (keys: ContextKeys) => offered(contributions().menus["view/title"], { ...view, ...keys });

  it("has what can be done now", () => {
    assert.deepEqual(inTitle(unconfigured), ["addRegistry", "forgetSignIns", "showLog"]);
    const always = "addRegistry editRegistry forgetSignIns refresh removeRegistry search showLog".split(" ");
    for (const [kinds, more] of [
      [["signedOut"], ["signIn"]],
      [["rejected"], ["signIn", "signOut"]],
      [
        ["signedOut", "signedIn"],
        ["openPerson", "openUser", "signOut"],
      ],
    ] as const)
      assert.deepEqual(inTitle(accountsAre(kinds)), [...always, ...more].sort(), kinds.join());
    const reading = inTitle({ ...configured, "analysesRegistry.isReading": true });
    assert.ok(reading.includes("cancelRefresh") && !reading.includes("refresh"));
    assert.deepEqual(offered(contributions().menus["view/title"], { ...configured, view: "explorer" }), []);
  });
});

describe("the view that offers a sign-in", () => {
  const shows = (keys: ContextKeys) => {
    const [account] = contributions().views.analysesRegistry.filter(({ id }) => id === `${prefix}account`);
    assert.ok(account);
    return holds(account.when, keys);
  };

  it("is there while the user is signed out", () => {
    assert.ok(shows(accountsAre(["signedOut", "signedOut"])));
    assert.ok(shows(accountsAre(["rejected"])));
    assert.ok(!shows(accountsAre(["signedOut", "signedIn"])));
    assert.ok(!shows(accountsAre([])));
  });

  it("does not show for a moment at the start to a user whose sign-in is stored", () => {
    assert.ok(!shows(accountsAre(["signedOut"], false)));
  });
});

describe("the keys of the registry view", () => {
  const byKey = (keys: ContextKeys) =>
    offered(contributions().keybindings, { ...configured, ...withEditor, ...keys });

  it("work in the view that has the focus, whatever is selected: they are about the row with the focus", () => {
    assert.deepEqual(byKey(view), ["insertReference", "search", "showDetails"]);
    assert.deepEqual(byKey({ ...view, activeEditor: "workbench.editor.notebook" }), [
      "search",
      "showDetails",
    ]);
    assert.deepEqual(byKey({ focusedView: "workbench.explorer.fileView" }), []);
    assert.deepEqual(byKey({ ...view, inputFocus: true }), ["search"]);
  });
});
