/** Everything in sizes that grow with the reader's font and zoom, and in colours of the reader's theme. */
export const detailsStyle = `
html { background: var(--vscode-editor-background); }
body { padding: 1rem 1.5rem 3rem; max-width: 56rem; color: var(--vscode-foreground); }
h1 { font-size: 1.6rem; font-weight: 600; margin: 0.2rem 0; overflow-wrap: anywhere; }
h1:focus { outline: none; }
h2 { font-size: 1.1rem; font-weight: 600; margin: 1.6rem 0 0.4rem; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); padding-bottom: 0.2rem; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: minmax(0, 12rem) minmax(0, 1fr); gap: 0.2rem 1rem; padding: 0.2rem 0; }
dt { grid-column: 1; color: var(--vscode-descriptionForeground); overflow-wrap: anywhere; }
dd { grid-column: 2; margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  dl > div { grid-template-columns: minmax(0, 1fr); }
  dd { grid-column: 1; }
}
a { color: var(--vscode-textLink-foreground); }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus-visible, button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.badges { display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; margin: 0.3rem 0; padding: 0; }
.badges li { background: var(--vscode-badge-background); color: var(--vscode-badge-foreground); border: 1px solid var(--vscode-contrastBorder, transparent); border-radius: 0.6rem; padding: 0.05rem 0.6rem; font-size: 0.85rem; }
.identifier { color: var(--vscode-descriptionForeground); margin: 0.2rem 0; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.8rem 0; }
button { color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); border-radius: 2px; padding: 0.3rem 0.7rem; font: inherit; text-align: start; cursor: pointer; }
button:hover { background: var(--vscode-button-secondaryHoverBackground); }
#said { min-height: 1.2em; color: var(--vscode-descriptionForeground); }
`;
