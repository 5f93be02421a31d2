import assert from "node:assert/strict";
import * as vscode from "vscode";
import { EmptyNode } from "@analyses/client/tree/nodes/messageNodes";
import type { TreeNode } from "@analyses/client/tree/nodes/treeNode";
import { dimmedRow } from "@analyses/client/tree/registryTree";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { idsOf } from "../support/failureRows";
import { keepRegistrySettings, TreeSetting, registryInSettings } from "../support/registryTree";

/** Appearance of a row. */
interface Look {
  readonly label: string;
  readonly description: string | undefined;
  readonly icon: string;
  readonly said: string;
  readonly context: string;
  readonly opens: boolean;
}

describe("each kind of row in the tree of a registry", () => {
  const { registry, setting } = registryInSettings({ isShared: true });
  const me = { name: "Eleanor Carrow", id: "11143" };
  before(() => setting.signIn());

  function look(node: TreeNode | undefined): Look {
    assert.ok(node);
    const item = setting.tree.getTreeItem(node);
    assert.ok(item.iconPath instanceof vscode.ThemeIcon);
    assert.equal(item.id, node.id);
    assert.equal(item.tooltip, undefined, "tooltips are made when they are asked for");
    return {
      label: setting.label(node),
      description: typeof item.description === "string" ? item.description : undefined,
      icon: item.iconPath.id,
      said: item.accessibilityInformation?.label ?? "",
      context: item.contextValue ?? "",
      opens: item.collapsibleState !== vscode.TreeItemCollapsibleState.None,
    };
  }

  function tooltip(node: TreeNode): string {
    const { tooltip: made } = setting.tree.resolveTreeItem(setting.tree.getTreeItem(node), node);
    assert.ok(made instanceof vscode.MarkdownString);
    assert.ok(made.isTrusted !== true && made.supportHtml !== true && made.supportThemeIcons !== true);
    return made.value.replaceAll(/\\(.)/g, "$1");
  }

  const ofKind = (rows: readonly TreeNode[], kind: TreeNode["kind"]) =>
    rows.filter((row) => row.kind === kind);

  it("the parts of the only registry are the top level, each with its count once it is known", async () => {
    await setting.open("Group types");
    await setting.open("Groups");
    const rows = await setting.rows();
    assert.deepEqual(
      rows
        .map((row) => look(row))
        .map(({ label, description, icon, opens }) => [label, description, icon, opens]),
      [
        ["Me", me.name, "account", true],
        ["Group types", String(registry.content.groupTypes.size), "symbol-class", true],
        ["Groups", String(registry.content.groups.size), "organization", true],
        ["People", "none known yet", "person", true],
      ],
    );
  });

  it("a group type opens to its groups, and shows their number", async () => {
    const type = await setting.row("Group types", "Centre");
    const groups = await setting.rows(type);
    assert.ok(groups.length > 1 && groups.every((row) => row.kind === "group"));
    assert.deepEqual(look(type), {
      label: "Centre",
      description: String(groups.length),
      icon: "symbol-class",
      said: `Centre, group type, ${groups.length}`,
      context: "groupType record id link web refreshable",
      opens: true,
    });
  });

  it("a group shows its type and, once read, its status; it opens to people and groups of its own", async () => {
    const parent = [...registry.content.groups.values()].find(
      ({ subgroups, contactPerson }) => subgroups.length > 1 && contactPerson.personId !== "",
    );
    assert.ok(parent);
    const row = await setting.row("Groups", parent.name);
    const type = registry.content.groupTypes.get(parent.groupType.groupTypeId)?.name;
    assert.equal(look(row).description, type);
    const below = await setting.rows(row);
    assert.deepEqual(look(row), {
      label: parent.name,
      description: `${type}, ${parent.status}`,
      icon: "organization",
      said: `${parent.name}, group, ${type}, ${parent.status}`,
      context: "group record id link web reference unpinned refreshable",
      opens: true,
    });
    const [contact] = ofKind(below, "person");
    assert.equal(look(contact).description, "contact person");
    const subgroups = ofKind(below, "group");
    assert.equal(subgroups.length, parent.subgroups.length);
    assert.ok(look(subgroups[0]).description?.startsWith("subgroup"));
    const [firstSubgroup] = subgroups;
    assert.ok(firstSubgroup);
    const [parentRow] = (await setting.rows(firstSubgroup)).filter((each) =>
      look(each).description?.startsWith("parent group"),
    );
    assert.equal(parentRow && setting.label(parentRow), parent.name);
    const made = tooltip(row);
    for (const part of [parent.name, parent.groupId, `${registry.url}/rest/groups/`]) {
      assert.ok(made.includes(part), made);
    }
  });

  it("the caller opens to person, account, primary group, group roles and document roles", async () => {
    const rows = await setting.open("Me");
    const record = registry.content.people.get(me.id);
    assert.ok(record);
    const [person] = ofKind(rows, "person");
    assert.deepEqual(look(person), {
      label: "Eleanor Bríd Carrow",
      description: "you",
      icon: "person",
      said: "Eleanor Bríd Carrow, person, you",
      context: "person record id link web reference unpinned refreshable",
      opens: true,
    });
    const [user] = ofKind(rows, "user");
    assert.deepEqual(look(user), {
      label: "reviewer",
      description: "user account",
      icon: "account",
      said: "reviewer, user account",
      context: "user record id link web",
      opens: false,
    });
    const [primary] = ofKind(rows, "group");
    assert.ok(look(primary).description?.startsWith("primary group"));
    assert.equal(ofKind(rows, "groupRole").length, record.groupRoles.length);
    assert.equal(ofKind(rows, "documentRole").length, record.documentRoles.length);
  });

  it("a role shows its group or document, dimmed where it is no longer held, and opens to the group", async () => {
    const roles = ofKind(await setting.open("Me"), "groupRole");
    const isDimmed = (row: TreeNode) =>
      setting.tree.getTreeItem(row).resourceUri?.scheme === dimmedRow.scheme;
    const held = roles.find((row) => !isDimmed(row));
    const past = roles.find(isDimmed);
    assert.ok(held && past);
    const heldLook = look(held);
    assert.equal(heldLook.label, "Contact Person");
    assert.equal(heldLook.icon, "briefcase");
    assert.doesNotMatch(heldLook.said, /inactive/);
    assert.match(look(past).said, /^(Managing Editor|Peer Reviewer), group role, .*, inactive$/);
    const [group, ...others] = await setting.rows(past);
    assert.equal(group?.kind, "group");
    assert.deepEqual(others, []);
    assert.ok(look(past).description?.startsWith(setting.label(group)));
  });

  it("a document role opens to the document, whose link can be opened and copied, and to its group", async () => {
    const [role] = ofKind(await setting.open("Me"), "documentRole");
    assert.ok(role);
    const title = "Cognitive behavioural therapy for type 2 diabetes";
    const { label, description, icon, context } = look(role);
    assert.deepEqual(
      [label, description, icon, context],
      ["Author", title, "book", "documentRole id link web"],
    );
    const [document, group] = await setting.rows(role);
    assert.deepEqual(look(document), {
      label: title,
      description: "document",
      icon: "file",
      said: `${title}, document`,
      context: "document id link web",
      opens: false,
    });
    assert.ok(look(group).description?.startsWith("group of the document"));
    assert.ok(document && tooltip(document).includes(`${registry.url}/rest/reviews/R142814/metadata`));
  });

  it("a listed person has a reason, and opens to the linked records", async () => {
    const people = await setting.open("People");
    assert.ok(people.every((row) => row.kind === "person"));
    const reasons = people.map((row) => look(row).description);
    assert.ok(reasons.includes("you"), reasons.join("; "));
    const contact = people.find((row) => look(row).description?.startsWith("contact person of "));
    assert.ok(contact, reasons.join("; "));
    assert.ok(
      (await setting.rows(contact)).every((row) => row.kind !== "message" || row instanceof EmptyNode),
    );
  });

  it("keep their identifiers when all is read anew, so that selection and expansion stay", async () => {
    const paths = [[], ["Me"], ["Group types"], ["Group types", "Centre"], ["Groups"], ["People"]];
    const before = await Promise.all(paths.map(async (path) => idsOf(await setting.open(...path))));
    for (const ids of before) assert.equal(new Set(ids).size, ids.length);
    registry.clearLog();
    setting.tree.refresh(undefined);
    const now = await Promise.all(paths.map(async (path) => idsOf(await setting.open(...path))));
    assert.deepEqual(now, before);
    assert.ok(registry.requests.length > 0);
  });
});

describe("the tree of several registries", () => {
  const configure = keepRegistrySettings();
  let test: ReferenceRegistry;
  let production: ReferenceRegistry;
  let setting: TreeSetting;

  before(async () => {
    [test, production] = await Promise.all([startReferenceRegistry(), startReferenceRegistry()]);
    await configure([
      { name: "Test", url: test.url },
      { name: "Production", url: production.url },
    ]);
    setting = new TreeSetting();
  });

  after(async () => {
    setting.dispose();
    await Promise.all([test.stop(), production.stop()]);
  });

  it("has each by the name that the user gave it, with the account or the address, opened", async () => {
    await setting.signIn("reviewer", setting.registries.all[1]);
    const items = (await setting.rows()).map((row) => setting.tree.getTreeItem(row));
    const { host } = new URL(test.url);
    assert.deepEqual(
      items.map(({ description, accessibilityInformation, collapsibleState }) => [
        accessibilityInformation?.label,
        description,
        collapsibleState,
      ]),
      [
        [`Registry Test, ${host}`, host, vscode.TreeItemCollapsibleState.Expanded],
        ["Registry Production, Eleanor Carrow", "Eleanor Carrow", vscode.TreeItemCollapsibleState.Expanded],
      ],
    );
  });

  it("sends requests only to the one that is opened, and keeps identifiers apart", async () => {
    test.clearLog();
    production.clearLog();
    const ofTest = await setting.open("Test", "Groups");
    assert.equal(test.requests.length, 1);
    assert.equal(production.requests.length, 0);
    const ofProduction = await setting.open("Production", "Groups");
    const all = [...idsOf(ofTest), ...idsOf(ofProduction)];
    assert.equal(new Set(all).size, all.length);
  });
});
