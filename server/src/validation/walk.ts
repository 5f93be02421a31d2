import { type DocumentPart, partOfElements, partOfProperty } from "@analyses/protocol/documentFormat";
import type { DocumentId } from "../document/analysesDocument";
import { analysisListOf } from "../document/groups";
import {
  NodeCache,
  isContainer,
  memoized,
  propertiesOf,
  type Yielding,
  withoutYielding,
} from "@analyses/json";
import type { ArrayNode, ObjectNode, Placed, SyntaxNode } from "@analyses/json";
import { allOf, Piece } from "../findings/check";
import type { AnalysisCheck, Check, GroupCheck, TextCheck, ValidationContext } from "../findings/check";
import { type FindingDraft, moreFindings, shiftFinding } from "../findings/finding";

/** Limits a walk to part of the document. */
export interface CheckedNow {
  /** Analyses to check before all others. */
  readonly first: readonly Placed[];
  /**
   * How many UTF-16 units of {@link first} to check; the analysis that exceeds this number is still checked as a whole.
   * All other nodes keep their cached findings.
   */
  readonly text: number;
}

/**
 * Runs the checks over a document. Caches the findings of lazy nodes, analyses and groups, with offsets relative to the
 * node's start, and reuses them for nodes that no edit has touched.
 */
export class Pass {
  readonly #checks: readonly Check[];
  readonly #caches: FindingCaches = {
    lastPlans: new WeakMap(),
    pieceResults: new NodeCache(),
    groupResults: new NodeCache(),
  };

  constructor(checks: readonly Check[]) {
    this.#checks = checks;
  }

  /**
   * @param found collects the findings: those of the whole document first, the others in text order
   * @param now the part to check; everything when absent
   * @returns a generator that yields, between steps, the length of the text it has checked
   */
  *walk(context: ValidationContext, found: FoundFindings, now?: CheckedNow): Generator<number, void> {
    const enabled = enabledChecks(this.#checks, context);
    if (enabled.length === 0) return;
    for (const check of enabled) {
      if (check.scope !== "document") continue;
      found.add(yield* allOf(check.run(context)));
      yield 0;
    }
    const plan = yield* planOf(context, enabled, this.#caches.lastPlans);
    if (now !== undefined) yield* this.#checkFirst(context, plan, now);
    yield* new Walk(context, plan, this.#caches, now === undefined).visit(
      context.document.root,
      "document",
      found,
    );
  }

  /** Checks the analyses in `first` up to the length `text`. The walk that follows reuses their cached findings. */
  *#checkFirst(context: ValidationContext, plan: Plan, { first, text }: CheckedNow): Generator<number, void> {
    let left = text;
    for (const { node, start } of first) {
      if (left <= 0) return;
      left -= node.length;
      const piece = new Piece(context.document, node, start, "analysis");
      yield* new Walk(context, plan, this.#caches, true).check(piece, new FoundFindings(context));
    }
  }
}

function enabledChecks(checks: readonly Check[], { isOff }: ValidationContext): readonly Check[] {
  return checks.filter(({ codes }) => !codes.every((code) => isOff({ code })));
}

/** Collects the findings to publish, up to the limit. */
export class FoundFindings {
  readonly drafts: FindingDraft[] = [];
  /** False if this walk skipped some text. */
  isComplete = true;
  readonly #context: Pick<ValidationContext, "limit" | "isOff">;

  constructor(context: Pick<ValidationContext, "limit" | "isOff">) {
    this.#context = context;
  }

  add(drafts: readonly FindingDraft[], shift = 0): void {
    for (const draft of drafts) {
      if (draft.data.kind === "more" || !this.#context.isOff(draft))
        this.drafts.push(shiftFinding(draft, shift));
    }
  }

  /** Whether there are more findings than the limit; if so, also adds a "more" finding at `start`, once. */
  isEnough(start: number): boolean {
    if (this.drafts.length <= this.#context.limit) return false;
    if (this.drafts.at(-1)?.data.kind !== "more") this.drafts.push(moreFindings(start));
    return true;
  }
}

interface PlannedCheck<C extends Check> {
  readonly check: C;
  /** Everything besides the text that decides whether the check finds something. */
  readonly dependencies: readonly unknown[];
  /** Dependencies that affect only the wording of findings. */
  readonly wordingDependencies: readonly unknown[];
}

/** The checks to run. A walk reuses the plan object while all dependencies are the same. */
interface Plan {
  readonly ofText: readonly PlannedCheck<TextCheck>[];
  /** Includes the text checks. */
  readonly ofAnalyses: readonly PlannedCheck<TextCheck | AnalysisCheck>[];
  readonly ofGroups: readonly PlannedCheck<GroupCheck>[];
  readonly dependencies: readonly unknown[];
  /** One shared result per document part for nodes without findings, to save memory. */
  readonly clean: Map<DocumentPart, PieceResults>;
}

/** The findings in a lazy node or an analysis: one list for each planned check, or "none" if all lists are empty. */
interface PieceResults {
  readonly plan: Plan;
  readonly part: DocumentPart;
  readonly findings: readonly (readonly FindingDraft[])[] | "none";
}

interface GroupResults {
  readonly plan: Plan;
  readonly findings: readonly FindingDraft[];
}

/** The caches of a pass, filled by its earlier walks. */
interface FindingCaches {
  readonly lastPlans: WeakMap<DocumentId, Plan>;
  readonly pieceResults: NodeCache<PieceResults>;
  readonly groupResults: NodeCache<GroupResults>;
}

/** Above this length of a text (UTF-16 units), the walk yields after each check, because the checks take long. */
const longText = 10_000;

const noFindings: readonly FindingDraft[] = [];
const nothing: readonly unknown[] = [];

/** Whether two lists have identical members. */
function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((value, index) => value === others[index]);
}

/** The codes with severity "off", sorted and joined. */
const codesOff = memoized((severity: ValidationContext["settings"]["severity"]): string =>
  Object.entries(severity)
    .flatMap(([code, shown]) => (shown === "off" ? code : []))
    .sort()
    .join(),
);

function* planOf(
  context: ValidationContext,
  checks: readonly Check[],
  lastPlans: FindingCaches["lastPlans"],
): Yielding<Plan> {
  const { document, limit, settings } = context;
  let dependencies: readonly unknown[] = [limit, codesOff(settings.severity)];
  for (const check of checks) {
    if (check.scope === "document") continue;
    dependencies = [...dependencies, check, ...dependenciesOf(check, context), ...wordingOf(check, context)];
    // The first call of a check's `dependsOn` may read a whole schema.
    yield 0;
  }
  const last = lastPlans.get(document.id);
  if (last !== undefined && areSame(last.dependencies, dependencies)) return last;
  const stepsOf = <C extends Check>(hasScope: (check: Check) => check is C): readonly PlannedCheck<C>[] =>
    checks.filter(hasScope).map((check) => ({
      check,
      dependencies: dependenciesOf(check, context),
      wordingDependencies: wordingOf(check, context),
    }));
  const ofText = stepsOf((check) => check.scope === "text");
  const ofAnalyses = [...ofText, ...stepsOf((check) => check.scope === "analysis")];
  const ofGroups = stepsOf((check) => check.scope === "group");
  const plan: Plan = { ofText, ofAnalyses, ofGroups, dependencies, clean: new Map() };
  lastPlans.set(document.id, plan);
  return plan;
}

class Walk {
  constructor(
    private readonly context: ValidationContext,
    private readonly plan: Plan,
    private readonly caches: FindingCaches,
    /** Whether to check nodes without cached findings, or to skip them. */
    private readonly checksAnew: boolean,
  ) {}

  *visit({ node, start }: Placed, part: DocumentPart, found: FoundFindings): Generator<number, void> {
    // Only text checks look at the children of an analysis or another value: without text checks, skip the children.
    const skipsChildren = this.plan.ofText.length === 0 && (part === "analysis" || part === "other");
    if (part === "group" && node.kind === "object") yield* this.visitGroup({ node, start }, found);
    else {
      yield* this.check(new Piece(this.context.document, node, start, part), found);
      if (skipsChildren) return;
      if (node.kind === "object") yield* this.visitProperties({ node, start }, part, found);
      else if (node.kind === "array") yield* this.visitElements({ node, start }, partOfElements(part), found);
    }
  }

  private *visitProperties(
    object: Placed<ObjectNode>,
    part: DocumentPart,
    found: FoundFindings,
  ): Generator<number, void> {
    for (const { property, value } of propertiesOf(object)) {
      if (found.isEnough(value.start)) return;
      if (isContainer(value.node)) yield* this.visit(value, partOfProperty(part, property.name), found);
      else this.checkOpen(new Piece(this.context.document, value.node, value.start, "other"), found);
    }
  }

  private *visitElements(
    { node: { elements, starts }, start }: Placed<ArrayNode>,
    part: DocumentPart,
    found: FoundFindings,
  ): Generator<number, void> {
    for (let index = 0; index < elements.length; index++) {
      const node = elements[index];
      // Lists can be very long, so elements without findings must cost next to nothing.
      if (node === undefined || this.isClean(node, part)) continue;
      const placed = { node, start: start + (starts[index] ?? 0) };
      if (found.isEnough(placed.start)) return;
      yield* this.visit(placed, part, found);
    }
  }

  private *visitGroup({ node, start }: Placed<ObjectNode>, found: FoundFindings): Generator<number, void> {
    const known = this.caches.groupResults.get(node);
    if (known?.plan === this.plan) {
      found.add(known.findings, start);
      return;
    }
    const own = new FoundFindings(this.context);
    this.checkOpen(new Piece(this.context.document, node, start, "group"), own);
    yield* this.visitProperties({ node, start }, "group", own);
    const analyses = analysisListOf({ node, start });
    if (analyses !== undefined && own.isComplete)
      for (const { check } of this.plan.ofGroups) own.add(check.run(this.context, { node, start, analyses }));
    const findings = shifted(own.drafts, -start);
    if (own.isComplete) this.caches.groupResults.set(node, { plan: this.plan, findings });
    else found.isComplete = false;
    found.add(findings, start);
  }

  /** Whether the cached result is that the node has no findings, or no check applies to the node. */
  private isClean(node: SyntaxNode, part: DocumentPart): boolean {
    if (node.kind === "object" && part === "group") {
      const known = this.caches.groupResults.get(node);
      return known?.plan === this.plan && known.findings.length === 0;
    }
    if (node.kind !== "lazy") return false;
    if (stepsFor(this.plan, part).length === 0) return true;
    const known = this.caches.pieceResults.get(node);
    return known?.plan === this.plan && known.part === part && known.findings === "none";
  }

  /** Yields the length of the text it has checked. */
  *check(piece: Piece, found: FoundFindings): Generator<number, void> {
    const { node, start, part } = piece;
    const isCached = node.kind === "lazy" || (part === "analysis" && isContainer(node));
    if (!isCached) {
      this.checkOpen(piece, found);
      yield isContainer(node) ? 0 : node.length;
      return;
    }
    const known = this.caches.pieceResults.get(node);
    const isKnown = known?.plan === this.plan && known.part === part;
    if (!isKnown && !this.checksAnew && !this.isReusable(piece, known)) {
      found.isComplete = false;
      return;
    }
    const results = isKnown ? known : yield* this.checkAnew(piece, known);
    if (results.findings !== "none") for (const findings of results.findings) found.add(findings, start);
    if (!isKnown) yield node.length;
  }

  /** Checks the node without its children. Cheap, so the findings are not cached. */
  private checkOpen(piece: Piece, found: FoundFindings): void {
    for (const { check } of stepsFor(this.plan, piece.part))
      found.add(withoutYielding(allOf(check.run(this.context, piece))));
  }

  /** Whether the findings that an earlier plan cached hold for every check of this plan. */
  private isReusable(
    { node, part }: Pick<Piece, "node" | "part">,
    earlier: PieceResults | undefined,
  ): boolean {
    return (
      earlier?.part === part &&
      stepsFor(this.plan, part).every((step) => reusableFindings(node, earlier, step) !== undefined)
    );
  }

  /** Runs the checks whose cached findings are not reusable. */
  private *checkAnew(piece: Piece, earlier: PieceResults | undefined): Yielding<PieceResults> {
    const { node, part, start } = piece;
    const steps = stepsFor(this.plan, part);
    const before = earlier?.part === part ? earlier : undefined;
    const findings: (readonly FindingDraft[])[] = [];
    let isClean = true;
    // eslint-disable-next-line @typescript-eslint/prefer-for-of -- an iterator takes several times as long until it is compiled
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index];
      if (step === undefined) continue;
      const known = before === undefined ? undefined : reusableFindings(node, before, step);
      const own = known ?? shifted(yield* allOf(step.check.run(this.context, piece)), -start);
      if (node.length > longText) yield 0;
      if (own.length > 0) isClean = false;
      findings.push(own);
    }
    // A group check runs after all analyses of its group; `prepare` keeps what it needs of this one, whose value is
    // parsed now.
    if (part === "analysis") for (const { check } of this.plan.ofGroups) check.prepare?.(this.context, piece);
    const results = isClean ? this.cleanResults(part) : { plan: this.plan, part, findings };
    if (isContainer(node)) this.caches.pieceResults.set(node, results);
    return results;
  }

  private cleanResults(part: DocumentPart): PieceResults {
    const { plan } = this;
    const known = plan.clean.get(part);
    if (known !== undefined) return known;
    const results: PieceResults = { plan, part, findings: "none" };
    plan.clean.set(part, results);
    return results;
  }
}

function stepsFor(
  { ofText, ofAnalyses }: Plan,
  part: DocumentPart,
): readonly PlannedCheck<TextCheck | AnalysisCheck>[] {
  return part === "analysis" ? ofAnalyses : ofText;
}

function shifted(findings: readonly FindingDraft[], by: number): readonly FindingDraft[] {
  return findings.length === 0 ? noFindings : findings.map((finding) => shiftFinding(finding, by));
}

/** The findings that an earlier plan cached for a check; undefined if the check or a dependency has changed. */
function reusableFindings(
  node: SyntaxNode,
  { plan, part, findings }: PieceResults,
  { check, dependencies, wordingDependencies }: PlannedCheck<Check>,
): readonly FindingDraft[] | undefined {
  const steps = stepsFor(plan, part);
  const index = steps.findIndex((step) => step.check === check && areSame(step.dependencies, dependencies));
  const step = steps[index];
  if (step === undefined) return undefined;
  const own = findings === "none" ? noFindings : findings[index];
  // Without findings, there is no wording that could differ; text with syntax errors may still hide findings.
  const hasNoWording = own?.length === 0 && isContainer(node) && node.wellFormed;
  return hasNoWording || areSame(step.wordingDependencies, wordingDependencies) ? own : undefined;
}

function dependenciesOf({ dependsOn }: Check, context: ValidationContext): readonly unknown[] {
  return dependsOn?.(context) ?? nothing;
}

function wordingOf({ wordingDependsOn }: Check, context: ValidationContext): readonly unknown[] {
  return wordingDependsOn?.(context) ?? nothing;
}
