import assert from "node:assert/strict";
import { changedJson } from "../support/registryFaults";
import { eventually } from "../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../support/referenceRegistry";
import { inPage } from "./inPage";
import { keepMachineSettings } from "./machineSettings";
import { sharedWindow } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

describe("a person with details of a registry open", () => {
  let registry: ReferenceRegistry;
  const changeSettings = keepMachineSettings();
  after(() => registry.stop());
  const window = sharedWindow();

  const row = (label: RegExp) => window.workbench.row(label);
  const details = () => window.workbench.panel;

  before(async () => {
    registry = await startReferenceRegistry();
    changeSettings({ "analysesRegistry.registries": [{ name: "Own registry", url: registry.url }] });
    await showRegistry(window.workbench);
    await window.workbench.statusBar.getByText("Own registry").waitFor();
  });

  it("opens the address of a document letter by letter as the registry gives it", async () => {
    const { page } = window.workbench;
    const person = registry.content.people.get("11143");
    const [role] = person?.documentRoles ?? [];
    assert.ok(person && role);
    const address = "https://journal.example/a%2Fb?q=a%26b%3Dc";
    const document = { ...role.document, title: "Sound" };
    registry.content.people.put({ ...person, documentRoles: [{ ...role, document }] });
    const withLink = (_key: string, value: unknown) =>
      typeof value === "object" && value !== null && "title" in value ? { ...value, link: address } : value;
    registry.faults.use(
      changedJson((answer) => JSON.parse(JSON.stringify(answer), withLink) as unknown),
      { target: /\/people\// },
    );
    await page.context().route("https://journal.example/**", (route) => route.fulfill({ body: "read" }));
    await signIn(window.workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).click();
    await row(/^Eleanor Bríd Carrow/).hover();
    await row(/^Eleanor Bríd Carrow/)
      .getByRole("button", { name: "Show Details" })
      .click();
    const opened = page.context().waitForEvent("page");
    await details().getByRole("link").filter({ hasText: "Sound" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
    const tab = await opened;
    await eventually(() => assert.equal(tab.url(), address));
    await tab.close();
  });

  it("has a page that blocks all loading, code and styles that a text might inject", async () => {
    const address = "http://127.0.0.1:9/blocked";
    const injected = `<img src="${address}"><iframe src="${address}"></iframe><video src="${address}"></video>
      <b style="color: red" onclick="blocked.push('ran')"></b>`;
    await inPage(
      details(),
      `globalThis.blocked = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => blocked.push(effectiveDirective));
      const part = document.body.appendChild(document.createElement("div"));
      part.innerHTML = ${JSON.stringify(injected)};
      part.querySelector("b").click();
      for (const [tag, more] of Object.entries({
        script: { textContent: "blocked.push('ran')" },
        style: { textContent: "p { color: red }" },
        base: { href: ${JSON.stringify(address)} },
      }))
        part.append(Object.assign(document.createElement(tag), more));
      fetch(${JSON.stringify(address)}).catch(() => undefined)`,
    );
    await eventually(async () => {
      const blocked = await inPage<readonly string[]>(details(), "blocked");
      assert.deepEqual([...new Set(blocked)].sort(), [
        ...["base-uri", "connect-src", "frame-src", "img-src", "media-src"],
        ...["script-src-attr", "script-src-elem", "style-src-attr", "style-src-elem"],
      ]);
    });
  });

  it("sees nothing of a person's details any more once signed out", async () => {
    await details()
      .getByRole("button", { name: /^Show Home/ })
      .click();
    await details().getByText("Flat 18").waitFor();
    await window.workbench.runCommand("Registry: Sign Out");
    await details().getByRole("button", { name: "Sign In" }).waitFor();
    for (const text of ["Flat 18", "Carrow"]) assert.equal(await details().getByText(text).count(), 0, text);
    assert.equal(await window.workbench.page.getByRole("tab", { name: /Carrow/ }).count(), 0);
    await row(/^Me/).waitFor({ state: "detached" });
    await window.screenshot("signed out");
  });
});
