// Remembers, as long as the window is open, what was left out in panels that are closed.
import type * as vscode from "vscode";
import type { KeptEvidence } from "../../webviews/evidence/messages";
import { type DisposableLike, Disposable } from "../platform/lifetime";

/** The rows left out in a closed panel; their places follow the text until it is disposed. */
interface ClosedPanel extends DisposableLike {
  readonly leftOut: () => KeptEvidence["without"];
}

export class ClosedPanels extends Disposable {
  readonly #panels = new Map<string, ClosedPanel>();

  add(uri: vscode.Uri, panel: ClosedPanel): void {
    this.register(panel);
    if (panel.leftOut().length === 0) panel.dispose();
    else this.#panels.set(uri.toString(), panel);
  }

  /** The rows left out in a document's last panel, which is forgotten. */
  take(uri: vscode.Uri): KeptEvidence["without"] {
    const panel = this.#panels.get(uri.toString());
    this.#panels.delete(uri.toString());
    const rows = panel?.leftOut() ?? [];
    panel?.dispose();
    return rows;
  }
}
