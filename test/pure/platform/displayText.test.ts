import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  commandTitle,
  displayText,
  iconFreeText,
  messageSentences,
  messageText,
  nameOr,
  shortened,
  statusText,
} from "@analyses/client/platform/displayText";

describe("text from a registry in one line", () => {
  it("has no line breaks, control characters or turns of direction", () => {
    assert.equal(displayText("a\r\nb\u0007c \u202egnp.exe\u202c"), "a b c gnp.exe");
    // Characters without a width are removed, except those that scripts join letters by.
    assert.equal(displayText("A\u200bB\u2060C\ufeffD\u200c\u200d"), "ABCD\u200c\u200d");
  });

  it("is looked at only as far as a line may come of it: a registry may send megabytes", () => {
    assert.equal(displayText(`${"\n".repeat(1_000_000)}name`), " …");
    assert.equal(displayText(`${"\n".repeat(2_000)}name`), " name");
  });

  it("has something in its place where nothing of it can be seen", () => {
    for (const blank of ["", " \u00a0\n\t", "\u202e\u2066\u200f", "\u0000\u2028", "\u200b\u2060\ufeff"]) {
      assert.equal(nameOr(blank, "17"), "17", JSON.stringify(blank));
    }
    assert.equal(nameOr(`${" ".repeat(1000)}Board`, "17").trim(), "Board");
  });

  it("is cut when it is very long, never within a character", () => {
    assert.equal(displayText("x".repeat(10_000)).length, 300);
    assert.equal(shortened("abc😀d", 5), "abc…");
  });
});

describe("the title of a command", () => {
  it("is its name in menus, also where VS Code has the English text with a translation", () => {
    const commands = [
      { command: "a.export", title: "Export Evidence…" },
      { command: "a.show", title: { value: "Evidenz zeigen", original: "Show Evidence" } },
    ];
    const manifest = { contributes: { commands } };
    assert.equal(commandTitle(manifest, "a.export"), "Export Evidence…");
    assert.equal(commandTitle(manifest, "a.show"), "Evidenz zeigen");
    assert.equal(commandTitle({}, "a.show"), "a.show");
  });
});

describe("text from a registry where VS Code reads markup", () => {
  it("draws no icon", () => {
    assert.equal(iconFreeText("$(error) Board"), "\\$(error) Board");
  });

  it("is no link in a message", () => {
    assert.equal(messageText("[Press](command:evil)"), "[Press] (command:evil)");
    assert.equal(messageSentences("[Press](command:evil)"), "[Press] (command:evil)");
  });

  it("is whole in sentences of our own, which say at their end what helps", () => {
    const sentences = `${"It did not work. ".repeat(50)}Retry.`;
    assert.equal(messageSentences(sentences), sentences);
  });
});

describe("whatever text a registry gives", () => {
  const part = fc.constantFrom(
    "$(",
    "](",
    "[",
    ")",
    "\\",
    "\u202e",
    "\u2066",
    "\r\n",
    "\u0000",
    "\ud83d",
    "😀",
    "a",
  );
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.array(part, { maxLength: 400 }).map((parts) => parts.join("")),
  );

  it("is one line of at most 300 characters, and neither an icon nor a link", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = displayText(text);
        assert.ok(shown.length <= 300);
        assert.doesNotMatch(shown, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        assert.doesNotMatch(iconFreeText(text), /(?<!\\)\$\(/);
        assert.ok(!messageText(text).includes("]("));
        assert.ok(!statusText(text).includes("]("));
        assert.doesNotMatch(statusText(text), /(?<!\\)\$\(/);
      }),
    );
  });
});
