// VS Code opens a walkthrough by itself only where an extension is installed from its window; npm start
// installs it from outside.
const vscode = require("vscode");

module.exports = {
  async activate() {
    // Whoever comes back goes on with what is open.
    if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", {
      category: "analyses-registry.analyses-registry#start",
    });
  },
};
