import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";
import { withSignalOf } from "../platform/cancellation";
import { messageText } from "../platform/displayText";
import type { PublicAddresses } from "../registries/publicAddresses";
import { referenceEditKind } from "./dropReferences";
import { sayWhatFoundNoRoom } from "./insertReferences";
import type { InsertionJudge } from "./insertionJudge";
import { insertionTargetOf, spanOf, workspaceEditOf } from "./insertionTarget";
import { jsonPlaceAt } from "./jsonPlace";
import type { LinkToReferable } from "./namedReferences";
import { isReferable, nameReferences } from "./namedReferences";
import { planInsertions } from "./planInsertions";

/** How many links are taken for references at once; how long each may be, in UTF-16 code units. */
const mostLinks = 100;
const longestLink = 2000;

class ReferencePasteEdit extends vscode.DocumentPasteEdit {
  constructor(
    readonly document: vscode.TextDocument,
    readonly ranges: readonly vscode.Range[],
    readonly pasted: string,
    readonly linked: readonly LinkToReferable[],
  ) {
    super("", vscode.l10n.t("Paste as Reference"), referenceEditKind);
  }
}

/** Offers links to the registry's groups and people, one in a line, to be pasted as references. */
export class ReferencePasting implements vscode.DocumentPasteEditProvider<ReferencePasteEdit> {
  constructor(
    private readonly addresses: PublicAddresses,
    private readonly judge: InsertionJudge,
  ) {}

  /** Looks nothing up yet: most pastes are no links, and of those that are not all become references. */
  async provideDocumentPasteEdits(
    document: vscode.TextDocument,
    ranges: readonly vscode.Range[],
    transfer: vscode.DataTransfer,
    context: vscode.DocumentPasteEditContext,
  ): Promise<ReferencePasteEdit[]> {
    const pasted = (await transfer.get("text/plain")?.asString()) ?? "";
    const linked = this.linkedRecords(pasted);
    if (linked.length === 0) return [];
    const target = insertionTargetOf(document);
    const spans = ranges.map((range) => spanOf(document, range));
    const unnamed = linked.map(({ kind, id }) => ({ kind, id, name: "", link: pasted }));
    const insertions = planInsertions(target, spans, unnamed);
    if (insertions.changes.length === 0) {
      const isAskedFor = context.triggerKind === vscode.DocumentPasteTriggerKind.PasteAs;
      if (isAskedFor && context.only !== undefined) void sayWhatFoundNoRoom(insertions, unnamed);
      return [];
    }
    const edit = new ReferencePasteEdit(document, ranges, pasted, linked);
    const isText =
      !target.isJson || spans.some(({ end }) => textKinds.has(jsonPlaceAt(target.text, end).kind));
    // Among words a link stays a link, unless somebody picks the reference; JSON has no place for it.
    if (isText) edit.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
    return [edit];
  }

  /**
   * Looks up what the records are called. Where that cannot be found out, or the document's schemas forbid a
   * reference there, the text is pasted as it is.
   */
  async resolveDocumentPasteEdit(
    edit: ReferencePasteEdit,
    token: vscode.CancellationToken,
  ): Promise<ReferencePasteEdit> {
    const { document, ranges, pasted, linked } = edit;
    const named = await withSignalOf(token, (signal) => nameReferences(linked, signal));
    if (token.isCancellationRequested) return edit;
    const spans = ranges.map((range) => spanOf(document, range));
    let reason: string | undefined;
    if (named.kind === "named") {
      const { changes } = planInsertions(insertionTargetOf(document), spans, named.references);
      edit.additionalEdit = workspaceEditOf(document, changes);
      reason = await this.judge.problemAfter(document, changes);
      if (reason === undefined) return edit;
    } else ({ reason } = named);
    void vscode.window.showWarningMessage(
      vscode.l10n.t("The link was pasted as it is. {0}", messageText(reason)),
    );
    edit.additionalEdit = workspaceEditOf(
      document,
      spans.map((span) => ({ ...span, newText: pasted })),
    );
    return edit;
  }

  /** What each line of a text links to; nothing where a line is anything else. */
  private linkedRecords(text: string): readonly LinkToReferable[] {
    if (text.length > mostLinks * longestLink) return [];
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const links = lines.filter((line) => line !== "");
    if (links.length > mostLinks) return [];
    const linked = links.map((link) => this.addresses.find(link)).filter(isReferable);
    return linked.length === links.length ? linked : [];
  }
}

export function offerToPasteReferences(addresses: PublicAddresses, judge: InsertionJudge): DisposableLike {
  return vscode.languages.registerDocumentPasteEditProvider(
    { pattern: "**" },
    new ReferencePasting(addresses, judge),
    { pasteMimeTypes: ["text/plain"], providedPasteEditKinds: [referenceEditKind] },
  );
}

const textKinds: ReadonlySet<string> = new Set(["string", "comment"]);
