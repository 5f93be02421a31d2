// Messages between the evidence page and the extension, with parsers of the page's messages.
import type { FigureChange } from "@analyses/evidence";
import {
  type EvidenceView,
  type OverviewRow,
  type Plot,
  type PastedRow,
  type TableChange,
  readPlot,
  plots,
  readTableChange,
} from "@analyses/protocol/evidencePanel";
import type { Read } from "@analyses/protocol/message";
import {
  anyOf,
  fieldsOf,
  list,
  objectOf,
  oneOf,
  orNull,
  readNumber,
  readText,
} from "@analyses/protocol/message";
import { readPosition, type TextPosition } from "@analyses/protocol/referenceMessages";

/** State that a page stores, to restore the panel after a reload of the window. */
export interface KeptEvidence {
  /** The document's URI. */
  readonly document: string;
  /** A position in the shown analysis. */
  readonly place: TextPosition | null;
  readonly follows: boolean;
  readonly plot: Plot;
  readonly shows: "analysis" | "overview";
}

/** Whether a row's name is that of a study of the document, which begins with `/` as a JSON Pointer does. */
export function isStudy(row: string | undefined): row is `/${string}` {
  return row?.startsWith("/") === true;
}

/** The index of the subgroup whose heading or total a row is; undefined for other rows. */
export function subgroupOf(row: string | undefined): number | undefined {
  const [, index] = /^subgroup (\d+)(?: sums)?$/.exec(row ?? "") ?? [];
  return index === undefined ? undefined : Number(index);
}

/** A cell of the table, or a whole row. */
export interface Cell {
  /** The row's name in the panel. */
  readonly row: string;
  /** The role of the cell's column; null for a whole row. */
  readonly part: string | null;
}

/** A text typed into a cell; `analysis` and `row` are the panel's names for the cell's analysis and row. */
export interface TypedText {
  readonly analysis: string;
  readonly row: string;
  readonly part: string;
  readonly text: string;
}

/** A typed text that was not in the document when the page stored it; `analysis` and `row` are pointers. */
export interface KeptTyped extends TypedText {
  /** Three lines: the analysis's title, the study's name and the cell's text, as the document had them. */
  readonly before: string;
}

const typedText = { analysis: readText, row: readText, part: readText, text: readText };
const readKeptTyped = list(objectOf<KeptTyped>({ ...typedText, before: readText }));

/** Parses the typed texts of a page's stored state. */
export function readTyped(state: unknown): readonly KeptTyped[] {
  return readKeptTyped(fieldsOf(state).typed) ?? [];
}

/** The cell that had the focus; `analysis` and `row` are the panel's names for the cell's analysis and row. */
export interface KeptCell extends Cell {
  readonly analysis: string;
  /** Identifies the study after a reload of the window, which changes names; empty for a study without a name. */
  readonly place: string;
}

const readKeptCell = objectOf<KeptCell>({
  analysis: readText,
  row: readText,
  part: orNull(readText),
  place: readText,
});

/** Parses the cell of a page's stored state. */
export function readCell(state: unknown): KeptCell | undefined {
  return readKeptCell(fieldsOf(state).cell);
}

/** Parses a page's stored state, perhaps of an earlier version; undefined if it names no document. */
export function readKept(state: unknown): KeptEvidence | undefined {
  const { document, place, follows, plot, shows } = fieldsOf(state);
  if (typeof document !== "string") return undefined;
  return {
    document,
    place: readPosition(place) ?? null,
    follows: follows !== false,
    plot: readPlot(plot) ?? "forest",
    shows: shows === "overview" ? shows : "analysis",
  };
}

const simpleActions = [
  "ready",
  "previous",
  "next",
  "follow",
  "overview",
  "save",
  "goToProblem",
  "showRoles",
  "putBack",
  "openDocument",
  "restartServer",
  "export",
] as const;

/** A user's action on the page. */
export type EvidenceAction =
  | { readonly action: (typeof simpleActions)[number] }
  | { readonly action: "plot"; readonly plot: Plot }
  /** Selects a row or cell in the text, moves the focus there, or offers its fixes. */
  | { readonly action: "select" | "goTo" | "fix"; readonly cell: Cell }
  /** The requested picture; null if the page cannot draw it. */
  | { readonly action: "drawn"; readonly png: Uint8Array | null }
  | { readonly action: "leaveOut"; readonly row: string }
  /** Shows an analysis of the overview, by its pointer. */
  | { readonly action: "open"; readonly analysis: string }
  | ({ readonly action: "edit" } & PageEdit)
  /** Requests a preview of the rows after a change. */
  | ({ readonly action: "preview" } & Omit<PageEdit, "edit">)
  /**
   * `edit` counts edits, undos and redos together; `typedEdit` is the number of the typed text that is undone, if no
   * view has shown its edit yet.
   */
  | { readonly action: "undo" | "redo"; readonly edit: number; readonly typedEdit: number | null }
  /** All typed texts that are in no edit, or in a refused one. */
  | { readonly action: "typing"; readonly texts: readonly TypedText[] };

/** A change of a row of an analysis; `analysis` and `row` are the panel's names for both. */
export interface PageEdit {
  /** The edit's number on the page, from 1. */
  readonly edit: number;
  readonly analysis: string;
  /** Empty for a change of the whole table. */
  readonly row: string;
  readonly change: TableChange;
  /** The name that the page gives to the row which the change adds; null if it adds none. */
  readonly newRowName: string | null;
}

const pageEdit = { analysis: readText, row: readText, change: readTableChange, newRowName: orNull(readText) };
const readPng: Read<Uint8Array | null> = (png) => (png instanceof Uint8Array ? png : null);

/** Parses a message of the page; undefined if invalid. */
export const readAction: Read<EvidenceAction> = anyOf(
  objectOf({ action: oneOf(simpleActions) }),
  objectOf({ action: oneOf(["plot"]), plot: oneOf(plots) }),
  objectOf({
    action: oneOf(["select", "goTo", "fix"]),
    cell: objectOf({ row: readText, part: orNull(readText) }),
  }),
  objectOf({ action: oneOf(["drawn"]), png: readPng }),
  objectOf({ action: oneOf(["leaveOut"]), row: readText }),
  objectOf({ action: oneOf(["open"]), analysis: readText }),
  objectOf({ action: oneOf(["edit"]), edit: readNumber, ...pageEdit }),
  objectOf({ action: oneOf(["preview"]), ...pageEdit }),
  objectOf({ action: oneOf(["undo", "redo"]), edit: readNumber, typedEdit: orNull(readNumber) }),
  objectOf({ action: oneOf(["typing"]), texts: list(objectOf(typedText)) }),
);

/** A diagnostic of the text, at a cell. */
export interface CellFinding {
  readonly row: string;
  readonly part: string | null;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
}

/** An analysis in the overview. */
export interface ListedAnalysis extends OverviewRow {
  /** The number of diagnostics in its text. */
  readonly findings: number;
}

/** The change from the figure posted before: passing a whole figure through VS Code takes longer than drawing it. */
export interface PostedFigure extends FigureChange {
  /** Whether the figure is the first on this page. */
  readonly isFirst: boolean;
}

/** A message of the extension to the page. */
export type EvidenceNotice =
  | {
      readonly kind: "view";
      readonly view: Omit<EvidenceView, "figure" | "rows">;
      /** Null if the text has none. */
      readonly figure: PostedFigure | null;
      /** Whether the analysis's list of studies is empty. */
      readonly isEmpty: boolean;
      /** The panel's names for the analysis, and for its rows by pointer. */
      readonly analysis: string | null;
      readonly names: Readonly<Record<string, string>>;
      /** The number of the page's last edit that is in the text, or was refused. */
      readonly lastSettledEdit: number;
      readonly follows: boolean;
      /** Names of left-out rows. */
      readonly leftOut: readonly string[];
      /** The bar's text about the left-out rows; empty if there are none. */
      readonly bar: string;
      readonly kept: KeptEvidence;
    }
  /** An update of the overview: `rows` are those that have changed. */
  | {
      readonly kind: "overview";
      readonly rows: readonly ListedAnalysis[];
      /** All pointers, in document order; null if unchanged. */
      readonly order: readonly string[] | null;
      /** The pointer of the analysis that the panel showed before the overview. */
      readonly current: string | null;
      readonly kept: KeptEvidence;
    }
  /** Why the panel can show nothing. */
  | {
      readonly kind: "closed";
      readonly message: string;
      readonly remedy: "openDocument" | "restartServer" | null;
    }
  | { readonly kind: "findings"; readonly findings: readonly CellFinding[] }
  /** Notes on the shown result. */
  | { readonly kind: "notes"; readonly notes: readonly string[] }
  /** The extension did not apply an edit of this page. */
  | {
      readonly kind: "refused";
      readonly edit: number;
      readonly message: string;
      readonly canForce: boolean;
      /** The text's version at the refusal: the message stays until the page shows another version. */
      readonly version: number | null;
    }
  /** The rows as a pasted block would leave them. */
  | {
      readonly kind: "preview";
      readonly change: Omit<PageEdit, "edit">;
      readonly rows: readonly PastedRow[];
      /** Notes on the block that the rows do not show. */
      readonly notes: readonly string[];
    }
  /** Requests a picture. */
  | { readonly kind: "draw"; readonly svg: string; readonly scale: number }
  /** An action's outcome, for the status line. */
  | { readonly kind: "said"; readonly message: string };
