// What the page of the evidence and the extension say to each other, with a reader for each side.
import type { Cell, EvidenceView, Plot, TableChange } from "../../../protocol/src/evidencePanel";
import { plots, readCell, readTableChange } from "../../../protocol/src/evidencePanel";

const simpleActions = [
  "ready",
  "previous",
  "next",
  "follow",
  "undo",
  "redo",
  "save",
  "goToProblem",
  "putBack",
  "openDocument",
] as const;

type SimpleAction = (typeof simpleActions)[number];

/** What the reader does on the page. */
export type EvidenceAction =
  | { readonly action: SimpleAction }
  | { readonly action: "plot"; readonly plot: Plot }
  /** Selects a row or cell in the text; `goTo` takes the focus there too. */
  | { readonly action: "select" | "goTo" | "fix"; readonly cell: Cell }
  | { readonly action: "leaveOut"; readonly row: string }
  | { readonly action: "edit"; readonly change: TableChange };

/** Reads what the page says; undefined for a message that makes no sense. */
export function readAction(message: unknown): EvidenceAction | undefined {
  if (typeof message !== "object" || message === null || !("action" in message)) return undefined;
  const { action } = message;
  switch (action) {
    case "plot": {
      const plot = plots.find((one) => "plot" in message && one === message.plot);
      return plot && { action, plot };
    }
    case "select":
    case "goTo":
    case "fix": {
      const cell = "cell" in message ? readCell(message.cell) : undefined;
      return cell && { action, cell };
    }
    case "leaveOut":
      return "row" in message && typeof message.row === "string" ? { action, row: message.row } : undefined;
    case "edit": {
      const change = "change" in message ? readTableChange(message.change) : undefined;
      return change && { action, change };
    }
    default: {
      const known = simpleActions.find((each) => each === action);
      return known && { action: known };
    }
  }
}

/** A problem of the text that a cell has. */
export interface CellFinding {
  readonly row: string;
  readonly part: string | null;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
}

/** What the extension tells the page. */
export type EvidenceNotice =
  | {
      readonly kind: "view";
      readonly view: EvidenceView;
      readonly follows: boolean;
      /** Rows that are left out. */
      readonly leftOut: readonly string[];
      /** What is said about them; empty where none is. */
      readonly bar: string;
    }
  /** Nothing can be shown: why. */
  | { readonly kind: "closed"; readonly message: string }
  | { readonly kind: "findings"; readonly findings: readonly CellFinding[] }
  /** A cell's text was not taken. */
  | {
      readonly kind: "refused";
      readonly change: TableChange;
      readonly message: string;
      readonly canForce: boolean;
    }
  /** What came of an action, for the status line. */
  | { readonly kind: "said"; readonly message: string };

const notices: ReadonlySet<unknown> = new Set(["view", "closed", "findings", "refused", "said"]);

/** Reads what the extension says, which is built with this page; undefined for anything else. */
export function readNotice(message: unknown): EvidenceNotice | undefined {
  return isNotice(message) ? message : undefined;
}

function isNotice(message: unknown): message is EvidenceNotice {
  return typeof message === "object" && message !== null && "kind" in message && notices.has(message.kind);
}
