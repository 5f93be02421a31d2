import assert from "node:assert/strict";
import { inspect } from "node:util";
import { Credential } from "../../../client/src/registry/credential";

function accepted(reading: ReturnType<typeof Credential.basic>): Credential {
  assert.equal(reading.kind, "credential");
  return reading.credential;
}

describe("a credential", () => {
  it("is sent as RFC 7617 and RFC 6750 say, also with letters beyond ASCII", () => {
    const basic = accepted(Credential.basic("zoë", "pass:wörd"));
    assert.equal(basic.authorization(), `Basic ${Buffer.from("zoë:pass:wörd").toString("base64")}`);
    assert.equal(accepted(Credential.bearer("a.b-c~d+e/f=")).authorization(), "Bearer a.b-c~d+e/f=");
  });

  it("is refused with the reason when no header can hold it", () => {
    const problem = (reading: ReturnType<typeof Credential.basic>) =>
      reading.kind === "refused" ? reading.problem : "accepted";
    assert.equal(problem(Credential.basic("", "p")), "userNameMissing");
    assert.equal(problem(Credential.basic("a:b", "p")), "userNameHoldsColon");
    assert.equal(problem(Credential.basic("a", "")), "passwordMissing");
    assert.equal(problem(Credential.basic("a", "p\r\nX-Injected: 1")), "illegalCharacter");
    assert.equal(problem(Credential.bearer("")), "tokenMissing");
    assert.equal(problem(Credential.bearer("token\n")), "illegalCharacter");
    assert.equal(problem(Credential.bearer("tökén")), "illegalCharacter");
  });

  it("reveals nothing when it is printed, inspected, serialised or copied", () => {
    for (const credential of [
      accepted(Credential.basic("reviewer", "MARKED-SECRET")),
      accepted(Credential.bearer("MARKED-SECRET")),
    ]) {
      const shown = [
        String(credential),
        JSON.stringify({ credential }),
        inspect(credential, { depth: Infinity, showHidden: true, getters: true }),
        inspect(Object.assign({}, credential), { showHidden: true }),
        JSON.stringify(Object.entries(credential)),
        new Error("x", { cause: credential }).stack ?? "",
        inspect(new Error("x", { cause: credential })),
      ].join("\n");
      assert.ok(!shown.includes("MARKED-SECRET"), shown);
      assert.ok(!shown.includes(credential.authorization().slice(7)), shown);
    }
  });
});
