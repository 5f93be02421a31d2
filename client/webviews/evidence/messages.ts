// What the page of the evidence and the extension say to each other, with a reader for each side.
import type { EvidenceView, LeftOutRows, OverviewRow, Plot } from "../../../protocol/src/evidencePanel";
import type { Cell, PastedRow, TableChange } from "../../../protocol/src/evidenceTable";
import { plots, readLeftOutRows } from "../../../protocol/src/evidencePanel";
import { readCell, readTableChange } from "../../../protocol/src/evidenceTable";
import { fieldsOf } from "../../../protocol/src/message";
import { readPosition } from "../../../protocol/src/referenceMessages";
import type { PositionParams } from "../../../protocol/src/referenceRequests";

/** What a page keeps, from which the panel is made again after the window was reloaded. */
export interface KeptEvidence {
  /** The address of the document. */
  readonly document: string;
  /** In the analysis that is shown. */
  readonly place: PositionParams["position"] | null;
  readonly follows: boolean;
  readonly plot: Plot;
  readonly shows: "analysis" | "overview";
  /** Null while all of the analysis's rows are there. */
  readonly without: LeftOutRows | null;
}

/** What stands in a cell that is being written into, for the analysis with a pointer. */
export interface Typed {
  readonly analysis: string;
  readonly change: TableChange;
}

/** What a page keeps of that, for a window that goes without a word. */
export interface KeptTyped {
  readonly analysis: string;
  readonly change: Extract<TableChange, { kind: "cell" }>;
  /** What the document had there. */
  readonly before: string;
}

/** Reads what was being typed when a page was gone with its window; undefined where nothing was. */
export function readTyped(state: unknown): KeptTyped | undefined {
  const { analysis, change, before } = fieldsOf(fieldsOf(state).typed);
  const read = readTableChange(change);
  return typeof analysis === "string" && read?.kind === "cell" && typeof before === "string"
    ? { analysis, change: read, before }
    : undefined;
}

/** Reads what a page has kept, in a version before this one perhaps; undefined for what leads nowhere. */
export function readKept(state: unknown): KeptEvidence | undefined {
  const { document, place, follows, plot, shows, without } = fieldsOf(state);
  if (typeof document !== "string") return undefined;
  return {
    document,
    place: readPosition(place) ?? null,
    follows: follows !== false,
    plot: plots.find((one) => one === plot) ?? "forest",
    shows: shows === "overview" ? shows : "analysis",
    without: readLeftOutRows(without) ?? null,
  };
}

const simpleActions = [
  "previous",
  "next",
  "follow",
  "overview",
  "undo",
  "redo",
  "save",
  "goToProblem",
  "showRoles",
  "putBack",
  "openDocument",
  "restartServer",
  "export",
] as const;

type SimpleAction = (typeof simpleActions)[number];

/** What the reader does on the page. */
export type EvidenceAction =
  | { readonly action: SimpleAction }
  /** `hasBegun`: it shows what stood in the page already. */
  | { readonly action: "ready"; readonly hasBegun: boolean }
  | { readonly action: "plot"; readonly plot: Plot }
  /** Selects a row or cell in the text; `goTo` takes the focus there too. */
  | { readonly action: "select" | "goTo" | "fix"; readonly cell: Cell }
  /** The picture that was asked for; null where it cannot be drawn. */
  | { readonly action: "drawn"; readonly png: Uint8Array | null }
  | { readonly action: "leaveOut"; readonly row: string; readonly study: string }
  /** Shows an analysis of the overview, by its pointer. */
  | { readonly action: "open"; readonly analysis: string }
  /** Of the analysis that is shown, by its pointer. `preview`: what it would make of the rows is to be shown first. */
  | { readonly action: "edit" | "preview"; readonly analysis: string; readonly change: TableChange }
  /** What stands in a cell that is being written into; null once it does not any more. */
  | { readonly action: "typing"; readonly analysis: string; readonly change: TableChange | null };

/** Reads what the page says; undefined for a message that makes no sense. */
export function readAction(message: unknown): EvidenceAction | undefined {
  if (typeof message !== "object" || message === null || !("action" in message)) return undefined;
  const { action } = message;
  switch (action) {
    case "ready":
      return { action, hasBegun: "hasBegun" in message && message.hasBegun === true };
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
    case "drawn":
      return { action, png: "png" in message && message.png instanceof Uint8Array ? message.png : null };
    case "leaveOut":
      return "row" in message &&
        typeof message.row === "string" &&
        "study" in message &&
        typeof message.study === "string"
        ? { action, row: message.row, study: message.study }
        : undefined;
    case "open":
      return "analysis" in message && typeof message.analysis === "string"
        ? { action, analysis: message.analysis }
        : undefined;
    case "edit":
    case "preview": {
      const change = "change" in message ? readTableChange(message.change) : undefined;
      return change && "analysis" in message && typeof message.analysis === "string"
        ? { action, analysis: message.analysis, change }
        : undefined;
    }
    case "typing": {
      const change = "change" in message ? readTableChange(message.change) : undefined;
      return "analysis" in message && typeof message.analysis === "string"
        ? { action, analysis: message.analysis, change: change ?? null }
        : undefined;
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

/** An analysis in the overview. */
export interface ListedAnalysis extends OverviewRow {
  /** How many problems of the text it has. */
  readonly findings: number;
}

/** What the extension tells the page. */
export type EvidenceNotice =
  | {
      readonly kind: "view";
      readonly view: EvidenceView;
      /** The pointer that the same analysis had in the view before, in a text that was another; null for another one. */
      readonly before: string | null;
      readonly follows: boolean;
      /** Whether all that was typed into cells is in the text that it is of, as far as the extension knew of it. */
      readonly isWritten: boolean;
      /** How many edits it knew of: the page may have asked for more by now. */
      readonly edits: number;
      /** Rows that are left out. */
      readonly leftOut: readonly string[];
      /** What is said about them; empty where none is. */
      readonly bar: string;
      readonly kept: KeptEvidence;
    }
  /** All analyses, as far as they are other than before. */
  | {
      readonly kind: "overview";
      readonly rows: readonly ListedAnalysis[];
      /** The pointers of all, in the order of the document; null where they are those of before. */
      readonly order: readonly string[] | null;
      /** The analysis that was shown last. */
      readonly current: string | null;
      readonly kept: KeptEvidence;
    }
  /** Nothing can be shown: why. */
  | {
      readonly kind: "closed";
      readonly message: string;
      readonly wayOut: "openDocument" | "restartServer" | null;
    }
  | { readonly kind: "findings"; readonly findings: readonly CellFinding[] }
  /** What is to be known of the result that is shown. */
  | { readonly kind: "notes"; readonly notes: readonly string[] }
  /** A change was not made, of the analysis that was shown then, by its pointer. */
  | {
      readonly kind: "refused";
      readonly analysis: string;
      readonly change: TableChange;
      readonly message: string;
      readonly canForce: boolean;
      /** Of the text that it was not made in: what is said of that stands until there is another. */
      readonly version: number | null;
    }
  /** The text has it so already. */
  | { readonly kind: "unchanged"; readonly analysis: string; readonly change: TableChange }
  /** What a pasted block would make of the rows. */
  | {
      readonly kind: "preview";
      readonly analysis: string;
      readonly change: TableChange;
      readonly rows: readonly PastedRow[];
      /** Sentences on what becomes of the block beside these rows. */
      readonly notes: readonly string[];
    }
  /** A picture is wanted. */
  | { readonly kind: "draw"; readonly svg: string; readonly scale: number }
  /** What came of an action, for the status line. */
  | { readonly kind: "said"; readonly message: string };

const noticeKinds: Readonly<Record<EvidenceNotice["kind"], true>> = {
  view: true,
  overview: true,
  closed: true,
  findings: true,
  notes: true,
  refused: true,
  unchanged: true,
  preview: true,
  draw: true,
  said: true,
};

/** Reads what the extension says, which is built with this page; undefined for anything else. */
export function readNotice(message: unknown): EvidenceNotice | undefined {
  return isNotice(message) ? message : undefined;
}

function isNotice(message: unknown): message is EvidenceNotice {
  return (
    typeof message === "object" &&
    message !== null &&
    "kind" in message &&
    Object.hasOwn(noticeKinds, String(message.kind))
  );
}
