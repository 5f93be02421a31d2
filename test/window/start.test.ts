import { openWindow } from "./openWindow";

describe("a window on the sample workspace", () => {
  const window = openWindow();

  it("shows an analyses document", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await workbench.editor.getByText("risk-of-bias-method").waitFor();
    await window.screenshot("document");
  });
});
