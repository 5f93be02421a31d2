import assert from "node:assert/strict";
import fc from "fast-check";
import { type Account, readAuthorization } from "@analyses/registry/authorizationServer";
import { askRegistry } from "../../support/askRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";

const basic = (text: string) => `Basic ${Buffer.from(text, "utf8").toString("base64")}`;

describe("who may read the reference registry", () => {
  it("is read from the header as it was written, for any user name and password", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }).filter((name) => !name.includes(":")),
        fc.string({ unit: "grapheme" }),
        (userName, password) => {
          const expected = { kind: "basic", userName, password };
          assert.deepEqual(readAuthorization(basic(`${userName}:${password}`)), expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is not read from what is only like such a header", () => {
    assert.deepEqual(readAuthorization(undefined), { kind: "none" });
    for (const header of [
      "",
      "Basic",
      "Bearer a b",
      "Basic  ",
      `Basic ${Buffer.from([0xff, 0x3a]).toString("base64")}`,
    ]) {
      assert.deepEqual(readAuthorization(header), { kind: "unreadable" }, header);
    }
  });

  it("may have a name and a password with colons and letters from anywhere", async () => {
    const password = "pass:wörd ✓ 密码";
    const account: Account = { userName: "reader", password, token: "t", reads: "groups-and-self" };
    const registry = await startReferenceRegistry({ accounts: [account] });
    const status = async (authorization: string) =>
      (await askRegistry(registry, "/rest/users/me", { authorization })).status;
    try {
      assert.equal(await status(basic(`reader:${password}`)), 200);
      assert.equal(await status(basic("reader:pass")), 401);
      assert.equal(await status(basic(`reader:${password} `)), 401);
      assert.equal(await status(basic("reviewer:reviewer-password")), 401);
    } finally {
      await registry.stop();
    }
  });
});
