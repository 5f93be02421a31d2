import assert from "node:assert/strict";
import { changedJson } from "../support/registryFaults";
import { eventually } from "../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../support/referenceRegistry";
import { inPage } from "./inPage";
import { keepMachineSettings } from "./machineSettings";
import { sharedWindow } from "./openWindow";
import { answerSignIn, showRegistry, signIn } from "./signIn";

describe("a person with two registries, one of which has strange links", () => {
  let registry: ReferenceRegistry;
  let other: ReferenceRegistry;
  after(async () => {
    // Removing a registry with a sign-in would ask what becomes of it, in the window of the next tests.
    await window.workbench.runCommand("Registry: Sign Out");
    await row(/^Registry Other registry.*Carrow/).waitFor({ state: "detached" });
  });
  const changeSettings = keepMachineSettings();
  after(async () => {
    await Promise.all([registry.stop(), other.stop()]);
  });
  const window = sharedWindow();

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();
  const details = () => window.workbench.panel;

  function configure(registries: readonly { readonly name: string; readonly url: string }[]): void {
    changeSettings({ "analysesRegistry.registries": registries });
  }

  before(async () => {
    [registry, other] = await Promise.all([startReferenceRegistry(), startReferenceRegistry()]);
    configure([{ name: "Own registry", url: registry.url }]);
    await showRegistry(window.workbench);
    await window.workbench.statusBar.getByText("Own registry").waitFor();
  });

  it("opens the address of a document letter by letter as the registry gives it, and none that is not https", async () => {
    const { page } = window.workbench;
    const person = registry.content.people.get("11143");
    const [role] = person?.documentRoles ?? [];
    assert.ok(person && role);
    const address = "https://journal.example/a%2Fb?q=a%26b%3Dc";
    const links = new Map<unknown, string>([
      ["Sound", address],
      ["Insecure", address.replace("https", "http")],
      ["Slashes", "https:////journal.example/"],
    ]);
    const documentRoles = Array.from(links.keys(), (title) => ({
      ...role,
      document: { ...role.document, title: String(title) },
    }));
    registry.content.people.put({ ...person, documentRoles });
    const withLink = (_key: string, value: unknown) => {
      const isRecord = typeof value === "object" && value !== null && "title" in value;
      return isRecord && links.has(value.title) ? { ...value, link: links.get(value.title) } : value;
    };
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
    // A link that is not https is rendered as text, with its address visible.
    const shown = details().getByRole("link");
    await details().getByText("https:////journal.example/").first().waitFor();
    assert.equal(await shown.filter({ hasText: "journal.example" }).count(), 0);
    const opened = page.context().waitForEvent("page");
    await shown.filter({ hasText: "Sound" }).click();
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

  it("sees in the search which of them a group is of, for both may have the same", async () => {
    const { workbench } = window;
    configure([
      { name: "Own registry", url: registry.url },
      { name: "Other registry", url: other.url },
    ]);
    await row(/^Registry Other registry/).waitFor();
    const found = (registryName: string) =>
      workbench.quickInputRows
        .filter({ hasText: "Agia Petra Associate Centre" })
        .filter({ hasText: registryName });
    await workbench.typeInto("Registry: Search", "agia petra associate", found("Own registry"));
    await found("Other registry").waitFor();
    await window.screenshot("search of two registries");
    await found("Other registry").hover();
    await found("Other registry").getByRole("button", { name: "Show Details" }).click();
    await details().getByRole("button", { name: "Sign In" }).waitFor();
    await details().getByRole("button", { name: "Sign In" }).click();
    await answerSignIn(workbench, "reviewer", "reviewer-password");
    await details()
      .getByRole("link", { name: `${other.url}/rest/groups/` })
      .waitFor();
  });

  it("keeps what is typed in the search when Enter finds nothing", async () => {
    const { workbench } = window;
    const found = workbench.quickInputRows.filter({ hasText: "Agia Petra Associate Centre" }).first();
    await workbench.typeInto("Registry: Search", "agia", found);
    await workbench.quickInputBox.fill("qqq xxx zzz");
    await workbench.quickInputRows.first().waitFor({ state: "detached" });
    await workbench.page.keyboard.press("Enter");
    await workbench.quickInputBox.fill("agia petra associate");
    await found.waitFor();
    await workbench.page.keyboard.press("Escape");
  });
});
