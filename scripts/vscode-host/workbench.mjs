// Drives VS Code's window like a person: presses keys, clicks, and waits for visible effects.

/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {import("playwright-core").Page} Page */

/** Timeout of one attempt. */
const soon = { timeout: 3000 };

/** @param {unknown} error Playwright's error; its class is in a package that may not be installed yet */
const isTimeout = (error) => error instanceof Error && error.name === "TimeoutError";

/**
 * A pattern for a whole label, which may end with an ellipsis or a description in brackets: the palette lists recently
 * used commands first, also those whose titles only begin with the typed one.
 * @param {string} label
 */
const exactly = (label) =>
  new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(…|\\.\\.\\.| \\(.*\\))?$`);

export class Workbench {
  /** @param {Page} page in which openWorkbench() has opened the window */
  constructor(page) {
    this.page = page;
    /** The focused editor, or the last focused one. */
    this.editor = page.locator(".editor-group-container.active .monaco-editor");
    this.problemRows = page.locator(".markers-panel [role=treeitem]");
    /** Messages in the lower right corner, or in the notification center. */
    this.notifications = page
      .locator(".notifications-toasts, .notifications-center")
      .locator(".notification-list-item:visible");
    /**
     * The badge with the number of unsaved files at the explorer's icon. VS Code shows it until it has written them; a
     * tab looks saved too early.
     */
    this.unsaved = page.locator("[aria-label*='unsaved file']").first();
    this.statusBar = page.locator(".part.statusbar");
    /** The page of the visible panel. */
    this.panel = page.locator("iframe.webview:visible").contentFrame().frameLocator("iframe#active-frame");
    /** The box for commands, files and questions. */
    this.quickInput = page.locator(".quick-input-widget");
    this.quickInputBox = this.quickInput.locator(".quick-input-box input");
    this.quickInputRows = this.quickInput.locator(".quick-input-list .monaco-list-row");
  }

  /** @param {string} title in the palette, with the category: `Registry: Sign In` */
  async runCommand(title) {
    await this.choose(exactly(title), `>${title}`, () => this.page.keyboard.press("F1"));
  }

  /** Focuses the text of the first editor group. */
  async focusText() {
    const focused = this.page.locator(".editor-group-container").first().locator(".monaco-editor.focused");
    await this.until(focused.first(), () => this.page.keyboard.press("Control+1"));
  }

  /** @param {string} name name of a file of the workspace */
  async openFile(name) {
    await this.choose(exactly(name), name, () => this.page.keyboard.press("Control+P"));
    await this.page.getByRole("tab", { name, selected: true }).waitFor();
    await this.editor.locator(".view-line").first().waitFor();
  }

  /**
   * Chooses a row of the quick input.
   * @param {string | RegExp} label start of the row's label, or a pattern of it
   * @param {string} [typed] text to type to find the row, by default the label
   * @param {() => Promise<void>} [open] opens the quick input, unless something else does
   * @param {number} [patience] in milliseconds
   */
  async choose(label, typed = String(label), open, patience) {
    const row = this.quickInputRows
      .filter({ has: this.page.locator(`.label-name`, { hasText: label }) })
      .first();
    let isRetry = false;
    // The visible box may be one that is closing, which discards the typed text, or another one that opened late.
    await this.again(async () => {
      if (open !== undefined && isRetry) await this.page.keyboard.press("Escape");
      isRetry = true;
      if (open !== undefined && !(await this.quickInputBox.isVisible())) await open();
      if ((await this.quickInputBox.inputValue(soon)) !== typed) await this.quickInputBox.fill(typed, soon);
      await row.waitFor(soon);
      // A click that took effect must not be taken for one that did not: its retry would type into the next box.
      await row.click({ timeout: 10_000 });
    }, patience);
  }

  /**
   * Runs a command that opens a choice, and chooses. The closing palette may take the focus, which closes the choice.
   * @param {string} title @param {string} label start of the row's label
   */
  async chooseFrom(title, label) {
    await this.again(async () => {
      if (await this.quickInputBox.isVisible()) await this.page.keyboard.press("Escape");
      await this.runCommand(title);
      await this.choose(label, label, undefined, 10_000);
    });
  }

  /**
   * Runs a command that opens a quick input, and types there until an element appears.
   * @param {string} title @param {string} text @param {Locator} found not in the palette, which may still be open
   */
  async typeInto(title, text, found) {
    await this.until(found, async () => {
      if (!(await this.quickInputBox.isVisible())) await this.runCommand(title);
      if ((await this.quickInputBox.inputValue(soon)) !== text) await this.quickInputBox.fill(text, soon);
    });
  }

  /** @param {string} text @param {string} [question] its start, to distinguish consecutive ones */
  async answer(text, question = "") {
    if (question !== "") await this.quickInput.getByText(question).first().waitFor();
    await this.quickInputBox.fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Counts from 1. @param {number} line @param {number} column */
  async goTo(line, column) {
    await this.until(this.statusBar.getByText(`Ln ${line}, Col ${column}`), async () => {
      await this.page.keyboard.press("Control+G");
      await this.quickInputBox.fill(`:${line}:${column}`, soon);
      await this.page.keyboard.press("Enter");
    });
    // The cursor moves before the box closes and gives the focus back.
    await this.quickInput.waitFor({ state: "hidden" });
  }

  /** @param {string} title @param {() => Promise<void>} [offered] runs while the menu of quick fixes is open */
  async takeQuickFix(title, offered) {
    const fix = this.page.locator(".action-widget").getByText(title).first();
    // New diagnostics close the menu.
    await this.until(fix, () => this.page.keyboard.press("Control+."));
    await offered?.();
    await fix.click();
  }

  /** Triggers suggestions at the cursor, and waits for one. @param {string} text */
  async suggest(text) {
    const suggestion = this.page.locator(".suggest-widget").getByText(text).first();
    await this.until(suggestion, () => this.page.keyboard.press("Control+Space"));
  }

  /** The first row of a tree with a name. @param {RegExp} name */
  row(name) {
    return this.page.getByRole("treeitem", { name }).first();
  }

  /** Expands or collapses the first row of a tree with a name. @param {RegExp} name @param {boolean} expanded */
  async setExpanded(name, expanded) {
    const row = this.row(name);
    // VS Code may reuse an element for another row at any time, which then receives the click.
    await this.until(this.page.getByRole("treeitem", { name, expanded }).first(), async () => {
      if ((await row.getAttribute("aria-expanded", soon)) !== String(expanded)) await row.click(soon);
    });
  }

  /**
   * Drops an element on the text of the editor, with Shift held.
   * @param {Locator} dragged @param {{ x: number, y: number }} place in the window @param {Locator} effect
   */
  async dropOnText(dragged, { x, y }, effect) {
    await this.until(effect, async () => {
      if (await effect.isVisible()) return;
      await dragged.hover(soon);
      await this.page.mouse.down();
      // Before the first move: otherwise VS Code covers the editor with a hint about Shift, which would take the drop.
      await this.page.keyboard.down("Shift");
      try {
        await this.page.mouse.move(x - 20, y, { steps: 5 });
        await this.page.mouse.move(x, y, { steps: 5 });
        // The editor marks the place once it has received the drag.
        await this.editor.locator(".dnd-target").waitFor({ ...soon, state: "attached" });
      } finally {
        await this.page.mouse.up();
        await this.page.keyboard.up("Shift");
      }
    });
  }

  /** Repeats an action until its effect is visible. @param {Locator} effect @param {() => Promise<void>} act */
  async until(effect, act) {
    await this.again(async () => {
      await act();
      await effect.waitFor(soon);
    });
  }

  /**
   * Repeats an attempt until it succeeds, since a busy window may ignore input.
   * @param {() => Promise<void>} attempt with short timeouts @param {number} [patience] in milliseconds
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

  async showProblems() {
    await this.runCommand("View: Focus Problems");
    await this.page.locator(".markers-panel").waitFor();
  }
}
