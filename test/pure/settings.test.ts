import assert from "node:assert/strict";
import { defaultAnalysesSettings, readAnalysesSettings } from "@analyses/protocol/settings";
import { leftOutOf } from "@analyses/server/configuration/configurationFile";

describe("settings", () => {
  it("fall back to the defaults where they are absent or of another form", () => {
    for (const given of [
      undefined,
      null,
      7,
      [],
      { validate: "never", maxProblems: -1, severity: [] },
      { evidence: { roles: [] } },
    ]) {
      assert.deepEqual(readAnalysesSettings(given), defaultAnalysesSettings);
    }
  });

  it("keep their well-formed entries next to malformed ones", () => {
    const settings = readAnalysesSettings({
      severity: { syntax: "hint", "unknown-property": "loud", "no-such-code": "off" },
      schemas: [{ id: "urn:example", path: "bundled:1.0.0" }, { id: 1 }],
    });
    assert.deepEqual(settings.severity, { syntax: "hint" });
    assert.deepEqual(settings.schemas, [{ id: "urn:example", path: "bundled:1.0.0" }]);
  });

  it("name what is left out of them, down to the entry", () => {
    const left = leftOutOf({
      severity: { syntax: "loud" },
      schemas: [{ id: "urn:example", path: "bundled:1.0.0" }, { id: 1 }],
      evidence: { roles: { "/a": "no-such-role", b: "method", "/method": "method" }, hover: 1 },
    });
    const entries = ["schemas[1]", "severity.syntax", "evidence.hover"];
    assert.deepEqual(left, [...entries, "evidence.roles./a", "evidence.roles.b"]);
    const groups = { severity: "error", references: false, evidence: [] };
    assert.deepEqual(leftOutOf(groups), ["severity", "references", "evidence"]);
    assert.deepEqual(leftOutOf({ severity: null, references: null, evidence: { hover: null } }), []);
  });
});
