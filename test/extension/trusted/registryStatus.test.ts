import assert from "node:assert/strict";
import { registryStatus } from "@analyses/client/registries/registryStatus";
import { failing } from "../../support/registryFaults";
import { registryInSettings } from "../support/registryTree";

describe("the registry in the status bar", () => {
  const { registry, setting, configure, startAgain } = registryInSettings({ name: "Test $(error) registry" });

  function status() {
    const said = registryStatus(setting.registries.all);
    assert.ok(said);
    return said;
  }

  const focus = "analysesRegistry.registry.focus";

  it("is nothing where there is no registry", async () => {
    await configure([]);
    assert.equal(registryStatus(setting.registries.all), undefined);
  });

  it("is the registry's name, without icons in it, and that the user is signed out", () => {
    const { text, tooltip, message: said, needsAttention, command } = status();
    assert.equal(text, "$(organization) Test \\$(error) registry");
    assert.equal(tooltip, "Test $(error) registry: not signed in");
    assert.equal(said, `Registry ${tooltip}`);
    assert.equal(needsAttention, false);
    assert.equal(command.command, focus);
  });

  it("is the account too, once there is one", async () => {
    await setting.signIn();
    assert.match(status().text, / · Eleanor Carrow$/);
    assert.match(status().tooltip, /: signed in as Eleanor Carrow\nWith your user name\.$/);
  });

  it("is that the sign-in is refused, and a click signs in to that registry", async () => {
    await setting.signIn();
    registry.faults.use(failing(401));
    await setting.open("Me");
    const { tooltip, needsAttention, command } = status();
    assert.match(tooltip, /Sign-in no longer accepted$/);
    assert.ok(needsAttention);
    assert.equal(command.command, "analysesRegistry.signIn");
    assert.deepEqual(command.arguments, [setting.registry.client.address]);
  });

  it("is that the registry does not answer, until it does", async () => {
    const { port } = registry;
    await registry.stop();
    await setting.open("Group types");
    assert.match(status().text, /^\$\(debug-disconnect\) /);
    assert.match(status().tooltip, /does not answer\.$/);
    assert.ok(status().needsAttention);
    await startAgain({ port });
    setting.tree.refresh(undefined);
    await setting.open("Group types");
    assert.equal(status().needsAttention, false);
    assert.match(status().text, /^\$\(organization\) /);
  });
});
