// VS Code's window, used as a person uses it: through keys and clicks, waiting for what shows.

/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {import("playwright-core").Page} Page */

export class Workbench {
  /** @param {Page} page on which openWorkbench() has opened the window */
  constructor(page) {
    this.page = page;
    /** The editor that has the focus, or had it last. */
    this.editor = page.locator(".editor-group-container.active .monaco-editor");
    /** The rows of the Problems view. */
    this.problemRows = page.locator(".markers-panel [role=treeitem]");
    /** Messages in the lower right corner. */
    this.notifications = page.locator(".notifications-toasts .notification-list-item");
    this.statusBar = page.locator(".part.statusbar");
    /** The box for commands, files and questions. */
    this.quickInput = page.locator(".quick-input-widget");
    this.quickInputBox = this.quickInput.locator(".quick-input-box input");
    this.quickInputRows = this.quickInput.locator(".quick-input-list .monaco-list-row");
  }

  /**
   * Runs a command from the palette.
   * @param {string} title as the palette shows it, with its category: `Registry: Sign In`
   */
  async runCommand(title) {
    await this.page.keyboard.press("F1");
    await this.choose(title, `>${title}`);
  }

  /**
   * Opens a file of the workspace by its name.
   * @param {string} name
   */
  async openFile(name) {
    await this.page.keyboard.press("Control+P");
    await this.choose(name);
    await this.page.getByRole("tab", { name, selected: true }).waitFor();
    await this.editor.locator(".view-line").first().waitFor();
  }

  /**
   * Chooses a row of the quick input that is open, or opens.
   * @param {string} label what the row's label begins with
   * @param {string} [typed] what is typed to find the row
   */
  async choose(label, typed = label) {
    await this.quickInputBox.fill(typed);
    const row = this.quickInputRows.filter({ has: this.page.locator(`.label-name`, { hasText: label }) });
    await row.first().click();
  }

  /**
   * Answers a question in the quick input that is open, or opens.
   * @param {string} text
   */
  async answer(text) {
    await this.quickInputBox.fill(text);
    await this.page.keyboard.press("Enter");
  }

  /**
   * Puts the cursor somewhere in the editor.
   * @param {number} line from 1
   * @param {number} column from 1
   */
  async goTo(line, column) {
    await this.page.keyboard.press("Control+G");
    await this.answer(`:${line}:${column}`);
    await this.statusBar.getByText(`Ln ${line}, Col ${column}`).waitFor();
  }

  /** Opens the Problems view. */
  async showProblems() {
    await this.runCommand("View: Focus Problems");
    await this.page.locator(".markers-panel").waitFor();
  }
}
