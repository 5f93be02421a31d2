import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import { displayText } from "../platform/displayText";
import type { RegistryCandidate } from "./candidates";
import { SearchIndex } from "./searchIndex";

/** How many matches the picker shows at most. */
const matchLimit = 200;

export interface CandidatePickerOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly canPickMany: boolean;
  /** Reads what is known; called at the start, and again once `whenKnown` has ended. */
  readonly candidates: () => readonly RegistryCandidate[];
  /** Reads what is not known yet; what it returns is shown as what went wrong. */
  readonly whenKnown: (signal: AbortSignal) => Promise<string | undefined>;
  /** The label of a further item that offers to look an identifier up, for kinds without a list. */
  readonly lookUpLabel?: (id: string) => string;
}

export type Picked =
  | { readonly kind: "candidates"; readonly candidates: readonly RegistryCandidate[] }
  | { readonly kind: "lookUp"; readonly id: string };

interface Item extends vscode.QuickPickItem {
  readonly picks: RegistryCandidate | { readonly lookUp: string } | undefined;
}

/** Lets the user pick from all that is known while typing. Undefined where the user gives up. */
export async function pickCandidates(options: CandidatePickerOptions): Promise<Picked | undefined> {
  const picker = new CandidatePicker(options);
  try {
    return await picker.result;
  } finally {
    picker.dispose();
  }
}

class CandidatePicker extends Disposable {
  readonly result: Promise<Picked | undefined>;
  private readonly quickPick = this.register(vscode.window.createQuickPick<Item>());
  private readonly end = new AbortController();
  private index: SearchIndex<RegistryCandidate>;
  private problem: string | undefined;

  constructor(private readonly options: CandidatePickerOptions) {
    super();
    const { quickPick } = this;
    quickPick.title = options.title;
    quickPick.placeholder = options.placeholder;
    quickPick.canSelectMany = options.canPickMany;
    quickPick.matchOnDescription = false;
    this.index = new SearchIndex(options.candidates());
    this.register({ dispose: () => this.end.abort() });
    this.register(quickPick.onDidChangeValue(() => this.show()));
    this.result = new Promise((resolve) => {
      this.register(quickPick.onDidAccept(() => resolve(this.picked())));
      this.register(quickPick.onDidHide(() => resolve(undefined)));
    });
    this.show();
    quickPick.show();
    void this.learn();
  }

  private async learn(): Promise<void> {
    this.quickPick.busy = true;
    this.problem = await this.options.whenKnown(this.end.signal);
    if (this.isDisposed) return;
    this.quickPick.busy = false;
    this.index = new SearchIndex(this.options.candidates());
    this.show();
  }

  private show(): void {
    const { quickPick, options } = this;
    const chosen = quickPick.selectedItems;
    const isChosen = new Set(chosen.map(({ picks }) => picks));
    const matches = this.index.find(quickPick.value, matchLimit).filter((match) => !isChosen.has(match));
    const items: Item[] = [...chosen, ...matches.map(itemOf)];
    const id = quickPick.value.trim();
    if (options.lookUpLabel !== undefined && /^[^\s/]+$/.test(id) && !this.index.hasIdentifier(id)) {
      items.push({ label: options.lookUpLabel(id), alwaysShow: true, picks: { lookUp: id } });
    }
    if (this.problem !== undefined) items.push({ label: this.problem, alwaysShow: true, picks: undefined });
    quickPick.items = items;
    quickPick.selectedItems = chosen;
  }

  private picked(): Picked | undefined {
    // Enter takes what is ticked; where nothing is, the row with the focus, else the best match.
    const { selectedItems, activeItems, items } = this.quickPick;
    const chosen = [selectedItems, activeItems, items.slice(0, 1)].find(({ length }) => length > 0) ?? [];
    const picks = chosen.map((item) => item.picks);
    for (const pick of picks)
      if (pick !== undefined && "lookUp" in pick) return { kind: "lookUp", id: pick.lookUp };
    const candidates = picks.flatMap((pick) => (pick !== undefined && "kind" in pick ? [pick] : []));
    return candidates.length === 0 ? undefined : { kind: "candidates", candidates };
  }
}

function itemOf(candidate: RegistryCandidate): Item {
  return {
    label: displayText(candidate.name || candidate.id),
    description: displayText([candidate.detail, candidate.id].filter((part) => part !== "").join(" · ")),
    iconPath: new vscode.ThemeIcon(candidate.kind === "group" ? "organization" : "person"),
    alwaysShow: true,
    picks: candidate,
  };
}
