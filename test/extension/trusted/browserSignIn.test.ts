import assert from "node:assert/strict";
import { get } from "node:http";
import * as vscode from "vscode";
import { signInByBrowser } from "../../../client/src/registries/browserSignIn";
import { signInPlaceKey } from "../../../client/src/registries/storedSignIns";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { openLoopback } from "../../../client/src/registryClient/transport/loopback";
import { eventually } from "../../support/eventually";
import { transportTrusting } from "../../support/requests";
import { MemoryMemento } from "../support/memoryMemento";
import { keepRegistrySettings, TreeSetting } from "../support/registryTree";

describe("a sign-in in the browser, at a server that the user's settings name", () => {
  const configure = keepRegistrySettings();
  let office: ReferenceRegistry;
  let setting: TreeSetting;
  let memory: MemoryMemento;

  beforeEach(async () => {
    office = await startReferenceRegistry({ oauth: {} });
    await configure([{ name: "Office", url: office.url }]);
    setting = new TreeSetting();
    memory = new MemoryMemento();
  });
  afterEach(async () => {
    setting.dispose();
    await office.stop();
  });

  /** @param visit what a person does with the address that is opened */
  const signIn = (clientId: string, visit: (address: string) => Promise<string>) => {
    const browser = {
      platform: { transport: transportTrusting(office.caFile), openLoopback },
      isLocal: true,
      memory,
      open: async (address: string) => {
        const redirect = await visit(address);
        await new Promise((resolve, reject) => {
          get(redirect, { agent: false }, (response) => resolve(response.resume())).on("error", reject);
        });
      },
    };
    const oauth = { issuer: office.issuer, clientId };
    return signInByBrowser(browser, { name: "Office", client: setting.registry.client, oauth }, []);
  };
  const noted = () => memory.get(signInPlaceKey(setting.registry.client.address));

  it("asks with the client ID letter by letter, and does not hold on to one that led nowhere", async () => {
    const clientId = "a&b=c#d%20e+f";
    const outcome = signIn(clientId, (address) => {
      const { searchParams } = new URL(address);
      assert.equal(searchParams.get("client_id"), clientId);
      const answer = { error: "access_denied", state: searchParams.get("state") ?? "", iss: office.issuer };
      const back = searchParams.get("redirect_uri") ?? "";
      return Promise.resolve(`${back}?${String(new URLSearchParams(answer))}`);
    });
    await eventually(() => assert.deepEqual(noted(), { issuer: office.issuer, clientId: "" }));
    await vscode.commands.executeCommand("notifications.clearAll");
    assert.equal(await outcome, undefined);
  });
});
