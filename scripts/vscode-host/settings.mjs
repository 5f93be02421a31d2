/** User settings for a quiet window: no blinking, prompts, downloads or telemetry. */
export const calmSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  // Not false: VS Code would migrate that to "off" at startup by editing a JSON document, which activates extensions.
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  // Like on a desktop: in a browser, VS Code by default saves one second after a key press.
  "files.autoSave": "off",
  "git.openRepositoryInParentFolders": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};
