import type * as vscode from "vscode";
import type { KeptEvidence } from "../../webviews/evidence/messages";
import { type DisposableLike, Disposable } from "../platform/lifetime";

/** The left-out rows of a closed panel. Their places follow the text until this is disposed. */
interface ClosedPanel extends DisposableLike {
  readonly leftOut: () => KeptEvidence["without"];
}

/** Remembers the left-out rows of closed panels, until the window is closed. */
export class ClosedPanels extends Disposable {
  readonly #panels = new Map<string, ClosedPanel>();

  add(uri: vscode.Uri, panel: ClosedPanel): void {
    this.register(panel);
    if (panel.leftOut().length === 0) panel.dispose();
    else this.#panels.set(uri.toString(), panel);
  }

  /** Returns the left-out rows of a document's last panel, and forgets them. */
  take(uri: vscode.Uri): KeptEvidence["without"] {
    const panel = this.#panels.get(uri.toString());
    this.#panels.delete(uri.toString());
    const rows = panel?.leftOut() ?? [];
    panel?.dispose();
    return rows;
  }
}
