import assert from "node:assert/strict";
import { displayText, iconFreeText, messageText, shortened } from "../../../client/src/platform/displayText";

describe("text from a registry in one line", () => {
  it("has no line breaks, control characters or turns of direction", () => {
    assert.equal(displayText("a\r\nb\u0007c \u202egnp.exe\u202c"), "a b c gnp.exe");
  });

  it("is cut when it is very long, never within a character", () => {
    assert.equal(displayText("x".repeat(10_000)).length, 300);
    assert.equal(shortened("abc😀d", 5), "abc…");
  });
});

describe("text from a registry where VS Code reads markup", () => {
  it("draws no icon", () => {
    assert.equal(iconFreeText("$(error) Board"), "\\$(error) Board");
  });

  it("is no link in a message", () => {
    assert.equal(messageText("[Press](command:evil)"), "[Press] (command:evil)");
  });
});
