// Opens the walkthrough: VS Code does so itself only after an installation from its window, and npm start
// installs the extension from outside.
const vscode = require("vscode");

module.exports = {
  async activate() {
    // On later starts, keep the open editors.
    if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", {
      category: "analyses-registry.analyses-registry#start",
    });
  },
};
