// What the page of the evidence and the extension say to each other, with a reader of what the page says.
import type { EvidenceView, OverviewRow, Plot } from "@analyses/protocol/evidencePanel";
import type { PastedRow, TableChange } from "@analyses/protocol/evidenceTable";
import { readPlot, plots } from "@analyses/protocol/evidencePanel";
import { readTableChange } from "@analyses/protocol/evidenceTable";
import type { Read } from "@analyses/protocol/message";
import {
  anyOf,
  fieldsOf,
  isTrue,
  list,
  objectOf,
  oneOf,
  orNull,
  readNumber,
  readText,
} from "@analyses/protocol/message";
import { readPosition } from "@analyses/protocol/referenceMessages";
import type { PositionParams } from "@analyses/protocol/referenceRequests";

/** What a page keeps, from which the panel is made again after the window was reloaded. */
export interface KeptEvidence {
  /** The address of the document. */
  readonly document: string;
  /** In the analysis that is shown. */
  readonly place: PositionParams["position"] | null;
  readonly follows: boolean;
  readonly plot: Plot;
  readonly shows: "analysis" | "overview";
  /** The rows that are left out: where they begin in the text, and what they are called. */
  readonly without: readonly { readonly start: number; readonly study: string }[];
}

/** A cell, or with `part` null all of its row, by the name that the row has in the panel. */
export interface Cell {
  readonly row: string;
  readonly part: string | null;
}

/** A text that was typed into a cell, of the analysis and the row with these names. */
export interface TypedText {
  readonly analysis: string;
  readonly row: string;
  readonly part: string;
  readonly text: string;
}

/** A text that stood in a cell and was not in the document when the window went; pointers say where. */
export interface KeptTyped extends TypedText {
  /** What the document had there. */
  readonly before: string;
}

const typedText = { analysis: readText, row: readText, part: readText, text: readText };
const readKeptTyped = list(objectOf<KeptTyped>({ ...typedText, before: readText }));

/** Reads what a page had that the document did not have. */
export function readTyped(state: unknown): readonly KeptTyped[] {
  return readKeptTyped(fieldsOf(state).typed) ?? [];
}

const readLeftOut = list(objectOf({ start: readNumber, study: readText }));

/** Reads what a page has kept, in a version before this one perhaps; undefined for what leads nowhere. */
export function readKept(state: unknown): KeptEvidence | undefined {
  const { document, place, follows, plot, shows, without } = fieldsOf(state);
  if (typeof document !== "string") return undefined;
  return {
    document,
    place: readPosition(place) ?? null,
    follows: follows !== false,
    plot: readPlot(plot) ?? "forest",
    shows: shows === "overview" ? shows : "analysis",
    without: readLeftOut(without) ?? [],
  };
}

const simpleActions = [
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
  | { readonly action: "leaveOut"; readonly row: string }
  /** Shows an analysis of the overview, by its pointer. */
  | { readonly action: "open"; readonly analysis: string }
  | ({ readonly action: "edit" } & PageEdit)
  /** What a change would make of the rows is to be shown. */
  | ({ readonly action: "preview" } & Omit<PageEdit, "edit">)
  /** Edits, and what takes them back or does them again, are counted together. */
  | { readonly action: "undo" | "redo"; readonly edit: number }
  /** All that stands on the page and is in no edit, or in one that was refused. */
  | { readonly action: "typing"; readonly texts: readonly TypedText[] };

/** A change of an analysis and of one of its rows, which have these names. */
export interface PageEdit {
  /** Counts the edits of a page, from 1. */
  readonly edit: number;
  readonly analysis: string;
  /** Empty for a change of the whole table. */
  readonly row: string;
  readonly change: TableChange;
  /** The name of the row that the change adds; null where it adds none. */
  readonly makes: string | null;
}

const pageEdit = { analysis: readText, row: readText, change: readTableChange, makes: orNull(readText) };
const readPng: Read<Uint8Array | null> = (png) => (png instanceof Uint8Array ? png : null);

/** Reads what the page says; undefined for a message that makes no sense. */
export const readAction = anyOf<EvidenceAction>(
  objectOf({ action: oneOf(simpleActions) }),
  objectOf({ action: oneOf(["ready"]), hasBegun: isTrue }),
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
  objectOf({ action: oneOf(["undo", "redo"]), edit: readNumber }),
  objectOf({ action: oneOf(["typing"]), texts: list(objectOf(typedText)) }),
);

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
      /** The names of the analysis, and of its rows by their pointers. */
      readonly analysis: string | null;
      readonly names: Readonly<Record<string, string>>;
      /** The last edit of the page that is in the text, or was refused. */
      readonly through: number;
      readonly follows: boolean;
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
  /** An edit of this page was not made. */
  | {
      readonly kind: "refused";
      readonly edit: number;
      readonly message: string;
      readonly canForce: boolean;
      /** Of the text that it was not made in: what is said of that stands until there is another. */
      readonly version: number | null;
    }
  /** What a pasted block would make of the rows. */
  | {
      readonly kind: "preview";
      readonly asked: Omit<PageEdit, "edit">;
      readonly rows: readonly PastedRow[];
      /** Sentences on what becomes of the block beside these rows. */
      readonly notes: readonly string[];
    }
  /** A picture is wanted. */
  | { readonly kind: "draw"; readonly svg: string; readonly scale: number }
  /** What came of an action, for the status line. */
  | { readonly kind: "said"; readonly message: string };
