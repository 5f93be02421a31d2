import type { CDPSession } from "playwright-core";

/** Key codes of keys with names longer than one letter. */
const codes: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  Backspace: 8,
  Delete: 46,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};
const modifierBits: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

/** A user at the keyboard who does not wait until the page has processed the previous key. */
export class Person {
  readonly #sent: Promise<unknown>[] = [];

  /** @param pace returns the milliseconds to wait before the next key */
  constructor(
    private readonly keyboard: CDPSession,
    private readonly pace: () => number,
  ) {}

  async type(text: string): Promise<void> {
    for (const letter of text) await this.press(letter);
  }

  /** @param key such as `a`, `Enter` or `Control+Shift+k` */
  async press(key: string): Promise<void> {
    const parts = key === "+" ? [key] : key.split("+");
    const name = parts.at(-1) ?? "";
    const modifiers = parts.slice(0, -1).reduce((bits, one) => bits | (modifierBits[one] ?? 0), 0);
    await new Promise((resolve) => setTimeout(resolve, this.pace()));
    const code = codes[name] ?? name.toUpperCase().charCodeAt(0);
    const isText = codes[name] === undefined && (modifiers & ~8) === 0;
    const text = isText ? name : name === "Enter" && modifiers === 0 ? "\r" : "";
    const what = { key: name, windowsVirtualKeyCode: code, modifiers };
    this.#sent.push(
      this.keyboard.send("Input.dispatchKeyEvent", {
        ...what,
        type: text === "" ? "rawKeyDown" : "keyDown",
        ...(text === "" ? {} : { text }),
      }),
      this.keyboard.send("Input.dispatchKeyEvent", { ...what, type: "keyUp" }),
    );
  }

  /** Resolves once the page has received all keys. */
  async done(): Promise<void> {
    await Promise.all(this.#sent.splice(0));
  }
}
