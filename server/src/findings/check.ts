import type { RoleBinding } from "@analyses/evidence";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { DocumentPart } from "@analyses/protocol/documentFormat";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { isContainer, partsOfBroken, valueOf, type Yielding } from "@analyses/json";
import type { ArrayNode, JsonValue, ObjectNode, Placed, SyntaxNode } from "@analyses/json";
import { type Keys, type WrittenReference, keysOf, referencesIn } from "../references/writtenReferences";
import { type ReferenceStatuses, type ReferenceStatus, referenceKey } from "../references/referenceStatuses";
import type { CompiledSchemas, SchemaContext } from "../schema/schemaContext";
import type { FindingDraft } from "./finding";
import { locate, rangeOf } from "../document/locate";

/**
 * A check of the document. `validateDocument.ts` lists the general ones; each file of `diagnostics/` lists its own. A
 * check returns findings with document offsets; the walk (`walk.ts`) decides what to check again after an edit.
 */
export type Check = DocumentCheck | TextCheck | AnalysisCheck | GroupCheck;

/**
 * The findings of a check, as a list or, if there can be many in one place, as a generator that yields while it
 * collects.
 */
export type Found = readonly FindingDraft[] | Yielding<readonly FindingDraft[]>;

interface CheckBase {
  /** The codes of the check's findings; the walk skips the check if all of these codes are off. */
  readonly codes: readonly DiagnosticCode[];
  /**
   * Everything besides the text that the findings depend on, compared by identity: schemas, settings, reference
   * results, another file. While it stays the same, the walk reuses findings in unchanged text.
   */
  readonly dependsOn?: (context: ValidationContext) => readonly unknown[];
  /**
   * What affects only the wording of findings. After a change of it, well-formed text without findings still has none.
   */
  readonly wordingDependsOn?: (context: ValidationContext) => readonly unknown[];
}

/** Checks the document as a whole in every validation, so it must be fast or cache its results. */
export interface DocumentCheck extends CheckBase {
  readonly scope: "document";
  readonly run: (context: ValidationContext) => Found;
}

/**
 * Checks the text of any node, whatever its meaning. `run` gets an open object or list without its children, which
 * follow in separate calls, and a lazy object or list with its whole content.
 */
export interface TextCheck extends CheckBase {
  readonly scope: "text";
  readonly run: (context: ValidationContext, piece: Piece) => Found;
}

/** Checks one analysis, which may be any JSON value. */
export interface AnalysisCheck extends CheckBase {
  readonly scope: "analysis";
  readonly run: (context: ValidationContext, analysis: Piece) => Found;
}

/** Compares the analyses of one group. It runs again when any of them changes. */
export interface GroupCheck extends CheckBase {
  readonly scope: "group";
  /**
   * Caches what `run` needs of an analysis while its value is available. Only an optimisation: after some edits `run`
   * is called without it.
   */
  readonly prepare?: (context: ValidationContext, analysis: Piece) => void;
  readonly run: (context: ValidationContext, group: CheckedGroup) => readonly FindingDraft[];
}

export type ValidationSettings = Pick<
  AnalysesSettings,
  "severity" | "maxProblems" | "references" | "evidence"
>;

/** The inputs of all checks. */
export interface ValidationContext {
  readonly document: AnalysesDocument;
  readonly schemas: SchemaContext;
  readonly compiled: CompiledSchemas;
  readonly settings: ValidationSettings;
  /** The meanings of the analyses' properties. */
  readonly roles: RoleBinding;
  readonly referenceStatuses: ReferenceStatuses;
  /** A check with more findings than this in one place may stop and add `moreFindings`. */
  readonly limit: number;
  /** Whether the settings turn findings with this code and severity off. */
  readonly isOff: (draft: Pick<FindingDraft, "code" | "severity">) => boolean;
}

interface CheckedGroup extends Placed<ObjectNode> {
  /** In text order. */
  readonly analyses: Placed<ArrayNode>;
}

/** Collects all findings of a check, yielding whenever the check does. */
export function* allOf(found: Found): Yielding<readonly FindingDraft[]> {
  return "next" in found ? yield* found : found;
}

/** A part of the document's text that the walk checks at once. All checks share its parsed value. */
export class Piece implements Placed {
  #text: string | undefined;
  #value: { readonly is: JsonValue | undefined } | undefined;
  #keys: Keys | undefined;
  #parts: readonly Piece[] | undefined;

  constructor(
    private readonly document: AnalysesDocument,
    readonly node: SyntaxNode,
    readonly start: number,
    readonly part: DocumentPart,
  ) {}

  get text(): string {
    return (this.#text ??= this.document.text.slice(this.start, this.start + this.node.length));
  }

  /** The value as `JSON.parse` returns it; undefined if the text cannot be read as one JSON value. */
  get value(): JsonValue | undefined {
    const { document, node } = this;
    return (this.#value ??= {
      is: valueOf(document, this, isContainer(node) && node.wellFormed ? this.text : undefined),
    }).is;
  }

  /** The names of the properties in the piece, at any depth. */
  get keys(): Keys {
    return (this.#keys ??= keysOf(this.value));
  }

  /**
   * Applies `find` to the piece. In a lazy piece with syntax errors, applies it to each node instead, but to
   * well-formed objects and lists as a whole, so that most of them need not be opened.
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

/** A finding about a reference, from its status. */
interface StatusFinding {
  /** The property of the reference that the author would change. */
  readonly part: string;
  readonly message: string;
  /** @param start the offset at which the reference begins */
  readonly data: (start: number) => FindingDraft["data"];
}

/** Creates a check that reports references by their status in the last reference check. */
export function statusCheck(
  code: DiagnosticCode,
  findingOf: (reference: WrittenReference, status: ReferenceStatus) => StatusFinding | undefined,
): AnalysisCheck {
  return {
    scope: "analysis",
    codes: [code],
    dependsOn: ({ referenceStatuses }) => [referenceStatuses],
    run({ document, referenceStatuses }, analysis) {
      if (referenceStatuses.size === 0) return [];
      return referencesIn(document, analysis).flatMap((reference): readonly FindingDraft[] => {
        const status = referenceStatuses.get(referenceKey(reference));
        const statusFinding = status && findingOf(reference, status);
        const object = statusFinding && locate(document, analysis, reference.path);
        const place = statusFinding && locate(document, analysis, [...reference.path, statusFinding.part]);
        if (statusFinding === undefined || object?.node.kind !== "object" || place === undefined) return [];
        return [
          {
            code,
            message: statusFinding.message,
            ...rangeOf(place),
            related: [],
            data: statusFinding.data(object.start),
          },
        ];
      });
    },
  };
}
