import assert from "node:assert/strict";
import { defaultAnalysesSettings, readAnalysesSettings } from "../../protocol/src/settings";

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

  it("keep what is well-formed beside what is not", () => {
    const settings = readAnalysesSettings({
      severity: { syntax: "hint", "unknown-property": "loud", "no-such-code": "off" },
      schemas: [{ id: "urn:example", path: "bundled:1.0.0" }, { id: 1 }],
    });
    assert.deepEqual(settings.severity, { syntax: "hint" });
    assert.deepEqual(settings.schemas, [{ id: "urn:example", path: "bundled:1.0.0" }]);
  });
});
