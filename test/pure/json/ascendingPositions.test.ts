import assert from "node:assert/strict";
import fc from "fast-check";
import { AscendingPositions, DocumentText } from "@analyses/json";

describe("positions in rising order", () => {
  it("are those that the text gives, whatever ends its lines", () => {
    const texts = fc.array(fc.constantFrom("a", "\n", "\r\n", "\r", "😀", "x".repeat(3000)), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(20_000), { maxLength: 20 }), (parts, offsets) => {
        const text = DocumentText.of(parts.join(""));
        const positions = new AscendingPositions(text);
        for (const offset of [...offsets.map((one) => one % (text.length + 2)), ...parts.keys()])
          assert.deepEqual(positions.positionAt(offset), text.positionAt(offset), `at ${offset}`);
      }),
      { numRuns: 500 },
    );
  });
});
