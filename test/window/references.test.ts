import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { registry, sharedWindow } from "./openWindow";
import { showRegistry } from "./signIn";

const centre = { id: "01559025210114063105144523439061", name: "Australia Centre" };
const link = `${registry}/rest/groups/${centre.id}`;

const documents = {
  "dragged.json": '{\n  "groups": [|]\n}\n',
  "pasted.json": '{\n  "lead": |\n}\n',
};

describe("a person who refers to the registry in documents", () => {
  const window = sharedWindow();

  /** Opens a document and puts the cursor at its mark `|`. */
  async function open(name: keyof typeof documents): Promise<void> {
    const { workbench } = window;
    const before = documents[name].slice(0, documents[name].indexOf("|")).split("\n");
    await workbench.openFile(name);
    await workbench.goTo(before.length, (before.at(-1)?.length ?? 0) + 1);
  }

  before(() => {
    for (const [name, marked] of Object.entries(documents))
      writeFileSync(join(window.folder, name), marked.replace("|", ""));
  });

  it("drags a row into the text with Shift held, and it goes in where it is let go", async () => {
    const { workbench } = window;
    await open("dragged.json");
    await showRegistry(workbench);
    await workbench.setExpanded(/^Groups/, true);
    const line = workbench.editor.locator(".view-line", { hasText: "groups" }).locator("> span");
    const box = await line.boundingBox();
    assert.ok(box);
    const text = '  "groups": []';
    // Between the brackets, computed from the character width: the font is monospaced.
    const place = { x: box.x + (box.width * (text.length - 1)) / text.length, y: box.y + box.height / 2 };
    const group = workbench.row(/^Agia Petra Associate Centre/);
    await workbench.dropOnText(group, place, workbench.editor.getByText('"groupId"').first());
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
});
