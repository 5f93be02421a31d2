import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { registry, sharedWindow } from "./openWindow";
import { showRegistry } from "./signIn";

const centre = { id: "01559025210114063105144523439061", name: "Australia Centre" };
const link = `${registry}/rest/groups/${centre.id}`;

/** A document with the centre under the given name, and the mark in that name. */
function team(name: string): string {
  return JSON.stringify({ team: { groupId: centre.id, name, link } }, undefined, 2).replace(name, `|${name}`);
}

function analyses(name: string): string {
  const group = {
    number: 1,
    name: "1 Drug versus placebo",
    analyses: [{ team: { groupId: centre.id, name, link } }],
  };
  const document = { "risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [group] };
  return JSON.stringify(document, undefined, 2).replace(name, `|${name}`);
}

interface AnalysesText {
  readonly "analysis-groups": readonly { readonly analyses: readonly unknown[] }[];
}

interface Team {
  readonly team: { readonly name: string };
}

const documents = {
  "dragged.json": '{\n  "groups": [|]\n}\n',
  "pasted.json": '{\n  "lead": |\n}\n',
  "moved.md": "See [a](https://test.example/rest/groups/2), |https://test.example/rest/people/7.\n",
  "typed.analyses.json": JSON.stringify({ "analysis-groups": [{ analyses: [{ team: { groupId: "|" } }] }] }),
  "of-one-team.json": team("Name in one document"),
  "of-another-team.json": team("Name in another document"),
  "not-to-change.json": team("Name that stays"),
};

/** A folder whose item schema has two properties that reference a group. */
const ofTwoTeams = {
  name: "asked.analyses.json",
  text: analyses("Name").replace(/"team": \{[^}]*\}/, '"outcome": "Pain"'),
};

function writeTwoTeams(folder: string): void {
  const group = { type: "object", required: ["groupId", "name", "link"] };
  const schema = {
    properties: { outcome: {}, sponsor: group, "responsible-group": group },
    additionalProperties: false,
  };
  mkdirSync(folder);
  for (const [file, content] of [
    ["two-teams.schema.json", JSON.stringify(schema)],
    ["analyses.config.json", '{ "itemSchema": "two-teams.schema.json" }'],
    [ofTwoTeams.name, ofTwoTeams.text],
  ] as const)
    writeFileSync(join(folder, file), content);
}

describe("a person who refers to the registry in documents", () => {
  const window = sharedWindow();

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();

  /** Opens a document and puts the cursor at its mark `|`. */
  async function open(name: keyof typeof documents): Promise<void> {
    const { workbench } = window;
    const before = documents[name].slice(0, documents[name].indexOf("|")).split("\n");
    await workbench.openFile(name);
    await workbench.goTo(before.length, (before.at(-1)?.length ?? 0) + 1);
  }

  before(() => {
    for (const [name, marked] of Object.entries(documents)) {
      writeFileSync(join(window.folder, name), marked.replace("|", ""));
    }
    writeTwoTeams(join(window.folder, "teams"));
  });

  it("drags a row into the text with Shift held, and it goes in where it is let go", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await open("dragged.json");
    await showRegistry(workbench);
    await workbench.setExpanded(/^Groups/, true);
    await row(/^Agia Petra Associate Centre/).hover();
    await page.mouse.down();
    const line = workbench.editor.locator(".view-line", { hasText: "groups" }).locator("> span");
    const box = await line.boundingBox();
    assert.ok(box);
    const text = '  "groups": []';
    // Between the brackets, computed from the character width: the font is monospaced.
    const end = { x: box.x + (box.width * (text.length - 1)) / text.length, y: box.y + box.height / 2 };
    await page.mouse.move(end.x - 20, end.y, { steps: 5 });
    await page.keyboard.down("Shift");
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await window.screenshot("dragging");
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await workbench.editor.getByText('"groupId"').first().waitFor();
    await window.screenshot("dropped");
    await window.saved("dragged.json", /"name": "Agia Petra Associate Centre"/);
    assert.deepEqual(
      Object.keys((JSON.parse(window.text("dragged.json")) as { groups: object[] }).groups[0] ?? {}),
      ["groupId", "name", "link"],
    );
  });

  it("pastes a copied link, which becomes a reference where JSON takes a value", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("pasted.json");
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(link)})`);
    await page.keyboard.press("Control+V");
    await workbench.editor.getByText(centre.name).first().waitFor();
    await window.screenshot("pasted");
    await window.saved("pasted.json", new RegExp(`"groupId": "${centre.id}"`));
    assert.doesNotThrow(() => void JSON.parse(window.text("pasted.json")));
  });

  it("is offered groups while a name is typed where an identifier stands, and takes the whole of the one chosen", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await open("typed.analyses.json");
    const offered = page.locator(".suggest-widget").getByText(centre.name).first();
    await page.keyboard.type("Austr");
    // The extension may still be reading the list of groups; typing again requests suggestions again.
    const typeAgain = async () => {
      await page.keyboard.press("Backspace");
      await page.keyboard.type("r");
    };
    await workbench.until(offered, typeAgain);
    await window.screenshot("reference completion");
    // A click, not keys: VS Code may request the suggestions again, and then arrow keys move the caret.
    const inserted = workbench.editor.getByText(link).first();
    await workbench.again(async () => {
      if (await inserted.isVisible()) return;
      if (!(await offered.isVisible())) await typeAgain();
      await offered.click({ timeout: 3_000 });
      await inserted.waitFor({ timeout: 10_000 });
    });
    await window.saved(
      "typed.analyses.json",
      new RegExp(`"groupId":"${centre.id}", "name": "${centre.name}", "link"`),
    );
  });

  it("updates the documents of the workspace that are ticked in a preview, and one undo takes all back", async () => {
    const { workbench } = window;
    const { page } = workbench;
    const ticked = ["of-one-team.json", "of-another-team.json"] as const;
    const before = (name: keyof typeof documents) => documents[name].replace("|", "");
    await open("of-one-team.json");
    await workbench.chooseFrom("Registry: Update References", "All documents of the workspace");
    await workbench.choose("Preview and choose");
    const preview = page.locator(".bulk-edit-panel");
    for (const name of ticked) {
      await preview.locator(".monaco-list-row", { hasText: name }).locator(".monaco-checkbox").click();
    }
    await window.screenshot("refactor preview of the workspace");
    await preview.getByRole("button", { name: "Apply" }).click();
    await eventually(() => {
      for (const name of ticked) assert.equal((JSON.parse(window.text(name)) as Team).team.name, centre.name);
    });
    assert.equal(window.text("not-to-change.json"), before("not-to-change.json"));
    await open("of-one-team.json");
    await page.keyboard.press("Control+Z");
    for (const name of ticked) {
      await open(name);
      await page.keyboard.press("Control+S");
      await eventually(() => assert.equal(window.text(name), before(name)));
    }
  });

  it("chooses which of several properties gets a reference, and nothing is written without a choice", async () => {
    const { workbench } = window;
    const { name, text } = ofTwoTeams;
    const lines = text.split("\n");
    const line = lines.findIndex((each) => each.includes('"Pain"'));
    await workbench.openFile(name);
    await workbench.goTo(line + 1, (lines[line] ?? "").length + 1);
    const question = workbench.quickInput.getByText("Which property gets the reference?");
    const ask = async () => {
      const found = workbench.quickInputRows.filter({ hasText: centre.name }).first();
      await workbench.typeInto("Registry: Insert Group Reference", centre.name, found);
      await found.getByRole("checkbox").click();
      await workbench.quickInput.getByRole("button", { name: "OK" }).click();
      await question.waitFor();
    };
    await ask();
    await window.screenshot("which property");
    await workbench.page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    await ask();
    await workbench.choose("responsible-group");
    await workbench.editor.getByText(centre.name).first().waitFor();
    await window.saved(join("teams", name), /"groupId"/);
    const expected = {
      outcome: "Pain",
      "responsible-group": { groupId: centre.id, name: centre.name, link },
    };
    const written = JSON.parse(window.text(join("teams", name))) as AnalysesText;
    assert.deepEqual(written["analysis-groups"][0]?.analyses, [expected]);
  });

  it("rewrites the links of a test host to the registry's own, and one undo takes that back", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await open("moved.md");
    await workbench.chooseFrom("Registry: Rewrite Links to Another Registry", "This document");
    await workbench.quickInputRows.filter({ hasText: "https://test.example" }).first().waitFor();
    await window.screenshot("rewrite links");
    await page.keyboard.press("Enter");
    await workbench.choose("Make all changes");
    await workbench.editor.getByText(registry.replace("https://", "")).first().waitFor();
    await window.saved(
      "moved.md",
      new RegExp(`^See \\[a\\]\\(${registry}/rest/groups/2\\), .*${registry}/rest/people/7\\.`),
    );
    await page.keyboard.press("Control+Z");
    await window.saved("moved.md", /^See \[a\]\(https:\/\/test\.example\/rest\/groups\/2\), /);
  });
});
