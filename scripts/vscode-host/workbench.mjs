// VS Code's window, used as a person uses it: through keys and clicks, waiting for what shows.

/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {import("playwright-core").Page} Page */

/** How long one attempt waits. */
const soon = { timeout: 3000 };

/** @param {unknown} error of Playwright, whose class comes with the package, perhaps not installed yet */
const isTimeout = (error) => error instanceof Error && error.name === "TimeoutError";

export class Workbench {
  /** @param {Page} page on which openWorkbench() has opened the window */
  constructor(page) {
    this.page = page;
    /** The editor that has the focus, or had it last. */
    this.editor = page.locator(".editor-group-container.active .monaco-editor");
    /** The rows of the Problems view. */
    this.problemRows = page.locator(".markers-panel [role=treeitem]");
    /** Messages in the lower right corner: each by itself, or in the list of all. */
    this.notifications = page
      .locator(".notifications-toasts, .notifications-center")
      .locator(".notification-list-item:visible");
    /**
     * What says, at the explorer's icon, how many files are unsaved. It stays until they are written: a tab looks saved
     * already while it is being saved.
     */
    this.unsaved = page.locator("[aria-label*='unsaved file']").first();
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
    await this.choose(title, `>${title}`, () => this.page.keyboard.press("F1"));
  }

  /**
   * Opens a file of the workspace by its name.
   * @param {string} name
   */
  async openFile(name) {
    await this.choose(name, name, () => this.page.keyboard.press("Control+P"));
    await this.page.getByRole("tab", { name, selected: true }).waitFor();
    await this.editor.locator(".view-line").first().waitFor();
  }

  /**
   * Chooses a row of the quick input that is open, or opens.
   * @param {string} label what the row's label begins with
   * @param {string} [typed] what is typed to find the row
   * @param {() => Promise<void>} [open] opens the quick input; without: something else does
   * @param {number} [patience] in milliseconds
   */
  async choose(label, typed = label, open, patience) {
    const row = this.quickInputRows
      .filter({ has: this.page.locator(`.label-name`, { hasText: label }) })
      .first();
    let isRetry = false;
    // The box that is there may be one that just closes, and what is typed into it is lost with it; or another one,
    // that came late.
    await this.again(async () => {
      if (open !== undefined && isRetry) await this.page.keyboard.press("Escape");
      isRetry = true;
      if (open !== undefined && !(await this.quickInputBox.isVisible())) await open();
      if ((await this.quickInputBox.inputValue(soon)) !== typed) await this.quickInputBox.fill(typed, soon);
      await row.click(soon);
    }, patience);
  }

  /**
   * Runs a command that opens a choice, and chooses. While the palette closes, the choice may lose the focus and close.
   * @param {string} title of the command
   * @param {string} label what the row's label begins with
   */
  async chooseFrom(title, label) {
    await this.again(async () => {
      if (await this.quickInputBox.isVisible()) await this.page.keyboard.press("Escape");
      await this.runCommand(title);
      await this.choose(label, label, undefined, 10_000);
    });
  }

  /**
   * Runs a command that opens a quick input. While the palette closes, what it has opened may lose the focus and
   * close as well.
   * @param {string} title of the command
   * @param {Locator} shown what that quick input shows, and the palette does not
   */
  async openQuickInput(title, shown) {
    await this.until(shown, () => this.runCommand(title));
  }

  /**
   * Runs a command that opens a quick input, and types there until something is found.
   * @param {string} title of the command
   * @param {string} text
   * @param {Locator} found which the palette does not show, for it may be there still
   */
  async typeInto(title, text, found) {
    await this.until(found, async () => {
      if (!(await this.quickInputBox.isVisible())) await this.runCommand(title);
      if ((await this.quickInputBox.inputValue(soon)) !== text) await this.quickInputBox.fill(text, soon);
    });
  }

  /**
   * Answers a question in the quick input that is open, or opens.
   * @param {string} text
   * @param {string} [question] how it begins; it tells apart two that are asked in a row
   */
  async answer(text, question = "") {
    if (question !== "") await this.quickInput.getByText(question).first().waitFor();
    await this.quickInputBox.fill(text);
    await this.page.keyboard.press("Enter");
  }

  /**
   * Puts the cursor somewhere in the editor.
   * @param {number} line from 1
   * @param {number} column from 1
   */
  async goTo(line, column) {
    await this.until(this.statusBar.getByText(`Ln ${line}, Col ${column}`), async () => {
      await this.page.keyboard.press("Control+G");
      await this.quickInputBox.fill(`:${line}:${column}`, soon);
      await this.page.keyboard.press("Enter");
    });
  }

  /**
   * Takes a quick fix at the cursor.
   * @param {string} title
   * @param {() => Promise<void>} [offered] what is done while the quick fixes are offered
   */
  async takeQuickFix(title, offered) {
    const fix = this.page.locator(".action-widget").getByText(title).first();
    // Problems that are told at the same moment close what is offered.
    await this.until(fix, () => this.page.keyboard.press("Control+."));
    await offered?.();
    await fix.click();
  }

  /**
   * Has something suggested at the cursor.
   * @param {string} text
   */
  async suggest(text) {
    const suggestion = this.page.locator(".suggest-widget").getByText(text).first();
    await this.until(suggestion, () => this.page.keyboard.press("Control+Space"));
  }

  /**
   * Points at a text of the editor.
   * @param {string} text
   * @param {string} explanation what is shown then
   */
  async pointAt(text, explanation) {
    const shown = this.page.locator(".monaco-hover").getByText(explanation).first();
    await this.until(shown, async () => {
      await this.statusBar.hover();
      await this.editor.getByText(text).first().hover();
    });
  }

  /**
   * Expands or collapses the first row of a tree that is called so.
   * @param {RegExp} name
   * @param {boolean} expanded
   */
  async setExpanded(name, expanded) {
    const row = this.page.getByRole("treeitem", { name }).first();
    // VS Code gives an element to another row at any time: a click may go to that one.
    await this.until(this.page.getByRole("treeitem", { name, expanded }).first(), async () => {
      if ((await row.getAttribute("aria-expanded", soon)) !== String(expanded)) await row.click(soon);
    });
  }

  /**
   * Does something until it has shown its effect.
   * @param {Locator} effect
   * @param {() => Promise<void>} act
   */
  async until(effect, act) {
    await this.again(async () => {
      await act();
      await effect.waitFor(soon);
    });
  }

  /**
   * Does something until it has worked, as a person does whom a busy window did not notice.
   * @param {() => Promise<void>} attempt whose waits are short
   * @param {number} [patience] in milliseconds
   */
  async again(attempt, patience = 60_000) {
    const end = Date.now() + patience;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!isTimeout(error) || Date.now() > end) throw error;
      }
    }
  }

  /**
   * Waits for a message. Of more than three in 0.8 seconds VS Code shows the later ones in the list of all alone.
   * @param {Locator} message one of `notifications`
   */
  async told(message) {
    await this.until(message, async () => {
      try {
        await message.waitFor(soon);
      } catch (error) {
        if (!isTimeout(error)) throw error;
        await this.runCommand("Notifications: Show Notifications");
      }
    });
  }

  /** Opens the Problems view. */
  async showProblems() {
    await this.runCommand("View: Focus Problems");
    await this.page.locator(".markers-panel").waitFor();
  }
}
