import type { RoleBinding } from "@analyses/evidence";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { DocumentPart } from "@analyses/protocol/documentFormat";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { lazyGroupValue } from "../document/groups";
import type { GroupNode } from "../document/groups";
import { isContainer, partsOfBroken, valueOf } from "@analyses/json";
import type { ArrayNode, InTurns, JsonValue, Placed, SyntaxNode } from "@analyses/json";
import { keysOf } from "../references/writtenReferences";
import type { Keys } from "../references/writtenReferences";
import type { ReferenceStatuses } from "../references/referenceStatuses";
import type { CompiledSchemas, SchemaContext } from "../schema/schemaContext";
import type { FindingDraft } from "./finding";

/**
 * One thing that is checked. A check is one file of `checks/`, and one line in `validateDocument.ts`. It gives findings with
 * offsets in the document's text; the walk (`walk.ts`) decides what has to be checked again after an edit.
 */
export type Check = DocumentCheck | TextCheck | AnalysisCheck | GroupCheck;

/** What a check finds, at once or, where much may be wrong in one place, piece by piece so that others have their turn. */
export type Found = readonly FindingDraft[] | InTurns<readonly FindingDraft[]>;

interface CheckBase {
  /** The codes of what it finds: it does not run where all of them are off. */
  readonly codes: readonly DiagnosticCode[];
  /**
   * What its findings follow from besides the text that it is given, compared by identity: schemas, settings, what
   * registries answered, another file. While all of it stays the same, findings in text that no edit touched are kept.
   */
  readonly dependsOn?: (context: ValidationContext) => readonly unknown[];
  /** What only decides how that which is wrong is told: well-formed text without findings has none under another either. */
  readonly wordingDependsOn?: (context: ValidationContext) => readonly unknown[];
}

/** Looks at the document as a whole, at every validation: it has to be quick or to keep what it knows. */
export interface DocumentCheck extends CheckBase {
  readonly scope: "document";
  readonly run: (context: ValidationContext) => Found;
}

/**
 * Looks at any text, whatever it means. An open object or list is given by itself, its children follow; a lazy one
 * is given with everything in it.
 */
export interface TextCheck extends CheckBase {
  readonly scope: "text";
  readonly run: (context: ValidationContext, piece: Piece) => Found;
}

/** Looks at one analysis, which may be any JSON value. */
export interface AnalysisCheck extends CheckBase {
  readonly scope: "analysis";
  readonly run: (context: ValidationContext, analysis: Piece) => Found;
}

/** Compares the analyses of one group. It runs again when any of them changed. */
export interface GroupCheck extends CheckBase {
  readonly scope: "group";
  /**
   * Remembers with an analysis what `run` is going to ask of it, while its value is at hand. Only to save time: after
   * some edits `run` comes without.
   */
  readonly prepare?: (context: ValidationContext, analysis: Piece) => void;
  readonly run: (context: ValidationContext, group: CheckedGroup) => readonly FindingDraft[];
}

/** The settings that decide what is shown, and how much of it. */
export type ValidationSettings = Pick<
  AnalysesSettings,
  "severity" | "maxProblems" | "references" | "evidence"
>;

/** Everything that findings follow from. */
export interface ValidationContext {
  readonly document: AnalysesDocument;
  readonly schemas: SchemaContext;
  readonly compiled: CompiledSchemas;
  readonly settings: ValidationSettings;
  /** What the properties of analyses mean. */
  readonly roles: RoleBinding;
  /** What registries answered when the document's references were checked last. */
  readonly referenceStatuses: ReferenceStatuses;
  /** A check that finds more than this in one place may stop, and then says so with `moreFindings`. */
  readonly limit: number;
  /** Whether the user does not want to see such findings. */
  readonly isOff: (draft: Pick<FindingDraft, "code" | "severity">) => boolean;
}

export interface CheckedGroup extends Placed<GroupNode> {
  /** The analyses in the order of the text. */
  readonly analyses: Placed<ArrayNode>;
}

/** All that a check finds; others have their turn between its pieces. */
export function* allOf(found: Found): InTurns<readonly FindingDraft[]> {
  return "next" in found ? yield* found : found;
}

/** A part of the document's text that is checked in one go. Its value is read once for all checks. */
export class Piece implements Placed {
  #text: string | undefined;
  #value: { readonly is: JsonValue | undefined } | undefined;
  #keys: Keys | undefined;
  #parts: readonly Piece[] | undefined;

  constructor(
    private readonly document: AnalysesDocument,
    readonly node: SyntaxNode,
    readonly start: number,
    /** What it is by its place. */
    readonly part: DocumentPart,
  ) {}

  get text(): string {
    return (this.#text ??= this.document.text.slice(this.start, this.start + this.node.length));
  }

  /** As `JSON.parse` gives it; undefined where nothing can be read. */
  get value(): JsonValue | undefined {
    return (this.#value ??= { is: this.#read() }).is;
  }

  #read(): JsonValue | undefined {
    const { document, node, start, part } = this;
    if (part === "group" && node.kind === "lazy") return lazyGroupValue(document, { node, start });
    return valueOf(document, this, isContainer(node) && node.wellFormed ? this.text : undefined);
  }

  /** The names of properties in it, at any depth. */
  get keys(): Keys {
    return (this.#keys ??= keysOf(this.value));
  }

  /**
   * What is found in the piece or, where its text is broken, in its nodes one by one, but in each object or list that is
   * well-formed as a whole: of those it can mostly be told without opening them.
   */
  findInParts<Found>(find: (part: Piece) => readonly Found[]): readonly Found[] {
    const { document, node } = this;
    if (node.kind !== "lazy" || node.wellFormed) return find(this);
    this.#parts ??= Array.from(
      partsOfBroken(document, this),
      (part) => new Piece(document, part.node, part.start, "other"),
    );
    return this.#parts.flatMap(find);
  }
}
