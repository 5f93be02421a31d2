import { partOfElements, partOfProperty } from "../../../protocol/src/documentFormat";
import type { DocumentPart } from "../../../protocol/src/documentFormat";
import type { DocumentId } from "../document/analysesDocument";
import { analysisListOf, isGroupNode } from "../document/groups";
import type { GroupNode } from "../document/groups";
import { NodeCache, elementAt, isContainer, propertiesOf } from "../../../json/src";
import type { ArrayNode, ObjectNode, Placed, SyntaxNode } from "../../../json/src";
import { Piece } from "./check";
import type { AnalysisCheck, Check, GroupCheck, TextCheck, ValidationContext } from "./check";
import { moreFindings, shiftFinding } from "./finding";
import type { FindingDraft } from "./finding";
import { areSame, IncrementalList } from "./incrementalList";

/**
 * Runs checks over a document in one walk. What no edit touched since the walk before is not looked at again: findings
 * are kept with the lazy nodes and with the groups that they are about, places counted from the node's start.
 *
 * @param found takes the findings, in the order of the text but for those about the document as a whole
 * @returns a generator that yields, between pieces of work, how much text was checked anew
 */
export function* walk(
  context: ValidationContext,
  checks: readonly Check[],
  found: FoundFindings,
): Generator<number, void> {
  const wanted = checks.filter(({ codes }) => !codes.every((code) => context.isOff({ code })));
  for (const check of wanted) if (check.scope === "document") found.add(check.run(context));
  yield 0;
  const { root } = context.document;
  yield* new Walk(context, planOf(context, wanted)).visit(root, "document", found);
}

/** Collects what the user is going to see, until it is enough. */
export class FoundFindings {
  readonly drafts: FindingDraft[] = [];
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

  /** Whether to stop; that something is left out is noted then. */
  isEnough(start: number): boolean {
    if (this.drafts.length <= this.#context.limit) return false;
    if (this.drafts.at(-1)?.data.kind !== "more") this.drafts.push(moreFindings(start));
    return true;
  }
}

/** A check and all that its findings depend on besides the text. */
interface Step<C extends Check> {
  readonly check: C;
  readonly by: readonly unknown[];
}

/** What to run: the same object as long as all that findings depend on is the same. */
interface Plan {
  readonly ofText: readonly Step<TextCheck>[];
  /** Those for text too. */
  readonly ofAnalyses: readonly Step<TextCheck | AnalysisCheck>[];
  readonly ofGroups: readonly Step<GroupCheck>[];
  readonly by: readonly unknown[];
  /** The results of nodes about which there is nothing to say, by what they are. */
  readonly clean: Map<DocumentPart, PieceResults>;
}

/** What was found in a lazy node; `findings` has a list for each step. */
interface PieceResults {
  readonly plan: Plan;
  readonly part: DocumentPart;
  readonly findings: readonly (readonly FindingDraft[])[] | "none";
}

interface GroupResults {
  readonly plan: Plan;
  readonly findings: readonly FindingDraft[];
}

const lastPlans = new WeakMap<DocumentId, Plan>();
const pieceResults = new NodeCache<PieceResults>();
const groupResults = new NodeCache<GroupResults>();
const groupsWithFindings = new IncrementalList();
const noFindings: readonly FindingDraft[] = [];

function planOf(context: ValidationContext, checks: readonly Check[]): Plan {
  const { document, limit, settings } = context;
  const stepsOf = <C extends Check>(isOf: (check: Check) => check is C): readonly Step<C>[] =>
    checks.filter(isOf).map((check) => ({ check, by: check.dependsOn?.(context) ?? [] }));
  const ofText = stepsOf((check) => check.scope === "text");
  const ofAnalyses = [...ofText, ...stepsOf((check) => check.scope === "analysis")];
  const ofGroups = stepsOf((check) => check.scope === "group");
  const off = Object.entries(settings.severity).flatMap(([code, severity]) =>
    severity === "off" ? code : [],
  );
  const steps = [...ofAnalyses, ...ofGroups];
  const by = [limit, off.sort().join(), ...steps.flatMap(({ check, by }) => [check, ...by])];
  const last = lastPlans.get(document.id);
  if (last !== undefined && areSame(last.by, by)) return last;
  const plan: Plan = { ofText, ofAnalyses, ofGroups, by, clean: new Map() };
  lastPlans.set(document.id, plan);
  return plan;
}

class Walk {
  constructor(
    private readonly context: ValidationContext,
    private readonly plan: Plan,
  ) {}

  *visit({ node, start }: Placed, part: DocumentPart, found: FoundFindings): Generator<number, void> {
    if (part === "group" && isGroupNode(node)) yield* this.visitGroup({ node, start }, found);
    else if (node.kind === "object") {
      this.check(new Piece(this.context.document, node, start, part), found);
      yield* this.visitProperties({ node, start }, part, found);
    } else if (node.kind === "array") {
      this.check(new Piece(this.context.document, node, start, part), found);
      if (part === "groups") yield* this.visitGroups({ node, start }, found);
      else yield* this.visitElements({ node, start }, partOfElements(part), found);
    } else yield this.check(new Piece(this.context.document, node, start, part), found);
  }

  private *visitProperties(
    object: Placed<ObjectNode>,
    part: DocumentPart,
    found: FoundFindings,
  ): Generator<number, void> {
    for (const { property, value } of propertiesOf(object)) {
      if (found.isEnough(value.start)) return;
      if (isContainer(value.node)) yield* this.visit(value, partOfProperty(part, property.name), found);
      else this.check(new Piece(this.context.document, value.node, value.start, "other"), found);
    }
  }

  private *visitElements(
    { node: { elements, starts }, start }: Placed<ArrayNode>,
    part: DocumentPart,
    found: FoundFindings,
  ): Generator<number, void> {
    for (let index = 0; index < elements.length; index++) {
      const node = elements[index];
      // There can be very many: those without findings must cost next to nothing.
      if (node === undefined || this.isClean(node, part)) continue;
      const placed = { node, start: start + (starts[index] ?? 0) };
      if (found.isEnough(placed.start)) return;
      yield* this.visit(placed, part, found);
    }
  }

  private *visitGroups(list: Placed<ArrayNode>, found: FoundFindings): Generator<number, void> {
    const { document } = this.context;
    const { elements } = list.node;
    const by = [this.plan];
    const dirty = groupsWithFindings.dirtyIndexes(document, elements, by);
    for (const index of dirty) {
      const group = elementAt(list, index);
      if (group === undefined || this.isClean(group.node, "group")) continue;
      if (found.isEnough(group.start)) return;
      yield* this.visit(group, "group", found);
    }
    const stillDirty = dirty.filter((index) => !this.isClean(elements[index], "group"));
    groupsWithFindings.markClean(document, elements, by, stillDirty);
  }

  private *visitGroup(group: Placed<GroupNode>, found: FoundFindings): Generator<number, void> {
    const { node, start } = group;
    const known = groupResults.get(node);
    if (known?.plan === this.plan) {
      found.add(known.findings, start);
      return;
    }
    const own = new FoundFindings(this.context);
    const length = this.check(new Piece(this.context.document, node, start, "group"), own);
    if (node.kind === "lazy") yield length;
    else {
      yield* this.visitProperties({ node, start }, "group", own);
      const analyses = analysisListOf({ node, start });
      if (analyses !== undefined)
        for (const { check } of this.plan.ofGroups)
          own.add(check.run(this.context, { node, start, analyses }));
    }
    const findings = shifted(own.drafts, -start);
    groupResults.set(node, { plan: this.plan, findings });
    found.add(findings, start);
  }

  /** Whether it is known that there is nothing to say about a node. */
  private isClean(node: SyntaxNode | undefined, part: DocumentPart): boolean {
    if (part === "group" && isGroupNode(node)) {
      const known = groupResults.get(node);
      return known?.plan === this.plan && known.findings.length === 0;
    }
    if (node?.kind !== "lazy") return false;
    const known = pieceResults.get(node);
    return known?.plan === this.plan && known.part === part && known.findings === "none";
  }

  /** @returns how much text was checked anew */
  private check(piece: Piece, found: FoundFindings): number {
    const { node, start, part } = piece;
    if (node.kind !== "lazy") {
      for (const { check } of stepsFor(this.plan, part)) found.add(check.run(this.context, piece));
      return isContainer(node) ? 0 : node.length;
    }
    const known = pieceResults.get(node);
    const results = known?.plan === this.plan && known.part === part ? known : this.checkAnew(piece, known);
    if (results.findings !== "none") for (const findings of results.findings) found.add(findings, start);
    return results === known ? 0 : node.length;
  }

  /** Runs the checks whose findings are not those of the plan before. */
  private checkAnew(piece: Piece, earlier: PieceResults | undefined): PieceResults {
    const { part, start } = piece;
    const steps = stepsFor(this.plan, part);
    const before = earlier?.part === part ? earlier : undefined;
    const findings: (readonly FindingDraft[])[] = [];
    let isClean = true;
    // eslint-disable-next-line @typescript-eslint/prefer-for-of -- an iterator takes several times as long until it is compiled
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index];
      if (step === undefined) continue;
      const known = before === undefined ? undefined : findingsBefore(before, step);
      const own = known ?? shifted(step.check.run(this.context, piece), -start);
      if (own.length > 0) isClean = false;
      findings.push(own);
    }
    if (part === "analysis") for (const { check } of this.plan.ofGroups) check.prepare?.(this.context, piece);
    const results = isClean ? this.cleanResults(part) : { plan: this.plan, part, findings };
    if (piece.node.kind === "lazy") pieceResults.set(piece.node, results);
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
): readonly Step<TextCheck | AnalysisCheck>[] {
  return part === "analysis" ? ofAnalyses : ofText;
}

function shifted(findings: readonly FindingDraft[], by: number): readonly FindingDraft[] {
  return findings.length === 0 ? noFindings : findings.map((finding) => shiftFinding(finding, by));
}

/** What a check found in a node under another plan, where it depends on nothing that has changed. */
function findingsBefore(
  { plan, part, findings }: PieceResults,
  { check, by }: Step<Check>,
): readonly FindingDraft[] | undefined {
  const index = stepsFor(plan, part).findIndex((step) => step.check === check && areSame(step.by, by));
  if (index === -1) return undefined;
  return findings === "none" ? noFindings : findings[index];
}
