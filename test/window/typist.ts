import type { TestWindow } from "./openWindow";

/** A user at the keyboard of a window; counts pressed keys. */
export class Typist {
  keys = 0;

  /** @param pace milliseconds between letters */
  constructor(
    private readonly window: TestWindow,
    private readonly pace = 20,
  ) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.window.workbench.page.keyboard.press(key, { delay: 10 });
    }
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.window.workbench.page.keyboard.type(text, { delay: this.pace });
  }

  /** Accepts the first suggestion once the list is open and that suggestion is `label`. */
  async take(label: string, typed = "", shownBefore = label): Promise<void> {
    const list = this.window.workbench.page.locator(".suggest-widget.visible");
    await list.getByText(shownBefore, { exact: true }).first().waitFor();
    await this.type(typed);
    await list.locator(".monaco-list-row.focused").getByText(label, { exact: true }).waitFor();
    await this.press("Enter");
  }

  /** Accepts a suggestion whose first fields are a number and a name, and types the name. */
  async askNamed(label: string, name: string): Promise<void> {
    await this.ask(label);
    await this.press("Tab");
    await this.type(name);
    await this.press("Tab");
  }

  /** Requests suggestions and accepts one. */
  async ask(label: string, typed = ""): Promise<void> {
    await this.press("Control+Space");
    await this.take(label, typed);
  }
}
