import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { knownClient } from "../../registry/src/authorizationServer";
import { authorizationFaults } from "../../registry/src/faults";
import type { RegistryRequest } from "../../registry/src/http";
import { eventually } from "../support/eventually";
import type { ReferenceRegistry } from "../support/referenceRegistry";
import { startReferenceRegistry } from "../support/referenceRegistry";
import { dataFolder, openWindow, trustFlag } from "./openWindow";
import { enterCode, showRegistry } from "./signIn";

const settingsFile = join(dataFolder, "data/Machine/settings.json");

type FaultName = keyof typeof authorizationFaults;

describe("a person whose organisation's sign-in page has its faults", () => {
  let office: ReferenceRegistry;
  let fault: FaultName | undefined;
  /** How many requests the fault has met. */
  let met = 0;
  before(async () => {
    const intercept = (request: RegistryRequest) => {
      const answer = fault && authorizationFaults[fault](request);
      if (answer !== undefined) met += 1;
      return answer;
    };
    office = await startReferenceRegistry({ oauth: { intercept, tokenSeconds: 12 } });
    setOAuth({ issuer: office.issuer, clientId: knownClient.client_id, scopes: ["statistics"] });
  });
  const settings = readFileSync(settingsFile, "utf8");
  const window = openWindow("en", () => [trustFlag(office.ca)]);

  /** The user's own settings, with this registry alone. */
  function setOAuth(oauth: unknown): void {
    const registries = [{ name: "Office", url: office.url, oauth }];
    const own = JSON.parse(settings) as Record<string, unknown>;
    writeFileSync(settingsFile, JSON.stringify({ ...own, "analysesRegistry.registries": registries }));
  }

  before(async () => {
    await showRegistry(window.workbench);
    await row(/^Sign in,/).waitFor();
  });

  after(async () => {
    writeFileSync(settingsFile, settings);
    await office.stop();
  });

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();
  const notification = (text: string | RegExp) =>
    window.workbench.notifications.filter({ hasText: text }).first();
  const take = (text: string, step: string) => notification(text).getByRole("button", { name: step }).click();
  const have = (now: FaultName | undefined) => {
    [fault, met] = [now, 0];
  };
  /** Looks at the records again until a text is there. */
  const refreshUntil = (shown: { count(): Promise<number> }) =>
    eventually(async () => {
      await window.workbench.runCommand("Registry: Refresh");
      assert.ok((await shown.count()) > 0);
    }, 45_000);

  it("is told why there is no sign-in, and tries again by a click", async () => {
    const { workbench } = window;
    const host = new URL(office.issuer).host;
    const rows: readonly [FaultName, string][] = [
      ["metadataOfAnother", `The sign-in to Office is broken off: what ${host} answers is not safe`],
      ["denied", `You did not sign in at ${host}. Nothing was kept.`],
    ];
    have("metadataOfAnother");
    await workbench.chooseFrom("Registry: Sign In", "Sign in with your browser");
    await workbench.page.getByRole("dialog").getByRole("button", { name: "Sign In There" }).click();
    for (const [index, [, sentence]] of rows.entries()) {
      await workbench.told(notification(sentence));
      have(rows[index + 1]?.[0] ?? "slowDown");
      await take(sentence, "Try Again");
    }
    // The server wants to be asked less often, and then gives what it is asked for, which opens no record.
    await enterCode(workbench, office, "reviewer");
    await eventually(() => assert.ok(met > 0), 20_000);
    have(undefined);
    const scopes = "Your sign-in to Office was not given access to this.";
    await notification(scopes).waitFor();
    // What was offered goes with the sign-in.
    await workbench.quickInput.getByText("Enter the code").first().waitFor({ state: "hidden" });
    await workbench.runCommand("Notifications: Clear All Notifications");
    await row(/^Sign in,/).waitFor();
  }).timeout(120_000);

  it("reads that the settings name no way to sign in, and is not kept from the others", async () => {
    const { workbench } = window;
    setOAuth({ issuer: office.issuer, clientId: knownClient.client_id, scopes: ['"records"'] });
    await eventually(async () => {
      await workbench.page.keyboard.press("Escape");
      await row(/^Sign in,/).click();
      assert.ok((await notification("is no way to sign in with your browser").count()) > 0);
    });
    await workbench.quickInputRows.filter({ hasText: "Access token" }).first().waitFor();
    await workbench.page.keyboard.press("Escape");
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("reads that the sign-in is not renewed while the server is down, and why it has ended, and signs in anew by a click", async () => {
    const { workbench } = window;
    setOAuth({ issuer: office.issuer, clientId: knownClient.client_id });
    await eventually(async () => {
      await workbench.page.keyboard.press("Escape");
      await workbench.runCommand("Notifications: Clear All Notifications");
      await workbench.chooseFrom("Registry: Sign In", "Sign in with your browser");
      assert.equal(await notification("is no way to sign in").count(), 0);
    });
    await enterCode(workbench, office, "reviewer");
    await notification("Signed in to Office as").waitFor();
    await row(/^Me, Eleanor Carrow/).click();
    await row(/^reviewer, user account/).waitFor();
    have("downtime");
    const host = new URL(office.issuer).host;
    const sentence = `Your access token for Office is at its end, and ${host} does not renew it now. Retry in a moment.`;
    await refreshUntil(row(new RegExp(`^${sentence.replaceAll(".", "\\.")}`)));
    await row(/^Me, Eleanor Carrow/).waitFor();

    have("renewalRefused");
    const ended = `Your sign-in to Office has ended: ${host} does not renew it any more`;
    await refreshUntil(row(/^Sign in again, your sign-in to Office has ended/));
    assert.equal(met, 1, "what was refused is not sent again");
    // The message may have gone to the list of notifications meanwhile.
    await workbench.runCommand("Notifications: Show Notifications");
    await notification(ended).waitFor();
    have(undefined);
    await take(ended, "Sign In");
    await workbench.choose("Sign in with your browser");
    await enterCode(workbench, office, "reviewer");
    await notification("Signed in to Office as").waitFor();
    await row(/^Me, Eleanor Carrow/).waitFor();
  }).timeout(120_000);
});
