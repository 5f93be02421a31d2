import type { TestWindow } from "./openWindow";

/** A person at the keyboard of a window, and how many keys were pressed. */
export class Typist {
  keys = 0;

  /** @param pace milliseconds from letter to letter */
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

  /** Takes the first row of the list that is open, or opens, once it is the one that is meant. */
  async take(label: string, typed = "", shownBefore = label): Promise<void> {
    const list = this.window.workbench.page.locator(".suggest-widget.visible");
    await list.getByText(shownBefore, { exact: true }).first().waitFor();
    await this.type(typed);
    await list.locator(".monaco-list-row.focused").getByText(label, { exact: true }).waitFor();
    await this.press("Enter");
  }

  /** Has something suggested that begins with a number and a name, and gives it the name. */
  async askNamed(label: string, name: string): Promise<void> {
    await this.ask(label);
    await this.press("Tab");
    await this.type(name);
    await this.press("Tab");
  }

  /** Has something suggested, and takes it. */
  async ask(label: string, typed = ""): Promise<void> {
    await this.press("Control+Space");
    await this.take(label, typed);
  }
}
