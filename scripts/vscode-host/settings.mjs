/** User settings for a calm window: nothing that blinks, asks, downloads or tells. */
export const calmSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  // Not false: VS Code would turn that into this as it starts, in a JSON document, for which extensions are activated.
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  // As on a desktop: in a browser VS Code saves by itself, a second after a key.
  "files.autoSave": "off",
  "git.openRepositoryInParentFolders": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};
