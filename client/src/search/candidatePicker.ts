import * as vscode from "vscode";
import { iconFreeText, nameOr } from "../platform/displayText";
import { Disposable } from "../platform/lifetime";
import type { Registry } from "../registries/registries";
import { personId } from "../registryClient/records";
import type { RegistryCandidate, Reading } from "./candidates";
import { SearchIndex } from "./searchList";
import type { SearchList } from "./searchList";

/** How many matches the picker shows at most. */
const matchLimit = 200;

export interface CandidatePickerOptions {
  readonly title: string;
  /** What can be typed, where that is not the usual. */
  readonly placeholder?: string;
  /** `oneOrSeveral`: one is picked, unless the user says by a button that several are to be. */
  readonly mode: "several" | "oneOrSeveral";
  /** Whether there are several registries: a test and a production registry have the same groups. */
  readonly namesRegistries: boolean;
  /** Reads what is known, always in the same order; called at the start, and again whenever a reading has ended. */
  readonly lists: () => readonly SearchList<RegistryCandidate>[];
  /** What is shown before anything is typed. */
  readonly first: () => readonly RegistryCandidate[];
  /** Reads what is not known yet. What one registry answers shows at once, whatever the others do. */
  readonly readings: (signal: AbortSignal) => readonly Reading[];
  /** Further items that offer to look an identifier up, for kinds without a list. */
  readonly lookUps: (id: string) => readonly LookUp[];
}

/** An offer to look a person up. */
export interface LookUp {
  readonly label: string;
  /** Why it is no name that is looked up. */
  readonly detail: string;
  readonly id: string;
  readonly registry: Registry;
}

export type Picked =
  | { readonly kind: "one"; readonly candidate: RegistryCandidate }
  | {
      readonly kind: "several";
      readonly candidates: readonly RegistryCandidate[];
      readonly lookUps: readonly LookUp[];
    }
  | { readonly kind: "details"; readonly candidate: RegistryCandidate }
  | { readonly kind: "lookUp"; readonly lookUp: LookUp };

interface Item extends vscode.QuickPickItem {
  readonly picks: RegistryCandidate | { readonly lookUp: LookUp } | undefined;
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
  readonly #options: CandidatePickerOptions;
  readonly result: Promise<Picked | undefined>;
  readonly #quickPick = this.register(vscode.window.createQuickPick<Item>());
  readonly #end = new AbortController();
  /** By their places in what the options give; in the order in which they were there, for what is shown stays above. */
  readonly #lists = new Map<number, SearchList<RegistryCandidate>>();
  #index = new SearchIndex<RegistryCandidate>([]);
  /** What went wrong first with each registry. */
  readonly #problems = new Map<Registry, string>();

  constructor(options: CandidatePickerOptions) {
    super();
    this.#options = options;
    const quickPick = this.#quickPick;
    // VS Code would sort by label what is sorted already, by what it does not know of.
    Object.assign(quickPick, { sortByLabel: false });
    quickPick.title = options.title;
    quickPick.placeholder =
      options.placeholder ?? vscode.l10n.t("Type a name, a group type or an identifier");
    quickPick.canSelectMany = options.mode === "several";
    if (options.mode === "oneOrSeveral") quickPick.buttons = [severalButton()];
    this.register({ dispose: () => this.#end.abort() });
    this.register(quickPick.onDidChangeValue(() => this.#show()));
    this.register(quickPick.onDidTriggerButton(() => this.#pickSeveral()));
    this.result = new Promise((resolve) => {
      this.register(
        quickPick.onDidAccept(() => {
          const picked = this.#picked();
          // Where nothing was found, what was typed is not thrown away.
          if (picked !== undefined) resolve(picked);
        }),
      );
      this.register(
        quickPick.onDidTriggerItemButton(({ item: { picks } }) => {
          if (isCandidate(picks)) resolve({ kind: "details", candidate: picks });
        }),
      );
      this.register(quickPick.onDidHide(() => resolve(undefined)));
    });
    this.#readLists();
    this.#show();
    quickPick.show();
    void this.#learn();
  }

  async #learn(): Promise<void> {
    this.#quickPick.busy = true;
    await Promise.all(
      this.#options.readings(this.#end.signal).map(async ({ registry, problem }) => {
        const message = await problem;
        if (this.isDisposed) return;
        if (message !== undefined && !this.#problems.has(registry)) this.#problems.set(registry, message);
        this.#readLists();
        this.#showMore();
      }),
    );
    if (!this.isDisposed) this.#quickPick.busy = false;
  }

  #readLists(): void {
    for (const [place, list] of this.#options.lists().entries()) {
      if (list.length > 0 || this.#lists.has(place)) this.#lists.set(place, list);
    }
    this.#index = new SearchIndex([...this.#lists.values()]);
  }

  /** Shows what has come, and leaves the reader at the row where they are. */
  #showMore(): void {
    const quickPick = this.#quickPick;
    const active = new Set(quickPick.activeItems.map(({ picks }) => keyOf(picks)));
    this.#show({ keepScrollPosition: true });
    const still = quickPick.items.filter(({ picks }) => isCandidate(picks) && active.has(keyOf(picks)));
    if (still.length > 0) quickPick.activeItems = still;
  }

  #pickSeveral(): void {
    this.#quickPick.canSelectMany = true;
    this.#quickPick.buttons = [];
    this.#quickPick.placeholder = vscode.l10n.t("Tick what to insert a reference to, then press Enter");
    this.#show();
  }

  #show({ keepScrollPosition } = { keepScrollPosition: false }): void {
    const quickPick = this.#quickPick,
      options = this.#options;
    quickPick.keepScrollPosition = keepScrollPosition;
    const query = quickPick.value.trim();
    const chosen = quickPick.selectedItems;
    const isChosen = new Set(chosen.map(({ picks }) => keyOf(picks)));
    const matches = query === "" ? this.#first() : this.#index.find(query, matchLimit);
    const found = matches
      .map((match) => this.#itemOf(match))
      .filter(({ picks }) => !isChosen.has(keyOf(picks)));
    const lookUps = isLikeAnIdentifier(query, found.length) ? options.lookUps(query) : [];
    quickPick.items = [
      ...chosen,
      ...found,
      ...lookUps.map((lookUp) => ({ ...plainItem(lookUp.label, { lookUp }), detail: lookUp.detail })),
      ...[...this.#problems.values()].map((problem) => plainItem(problem, undefined)),
    ];
    quickPick.selectedItems = chosen;
  }

  /** What is at hand, and then what the lists begin with. */
  #first(): readonly RegistryCandidate[] {
    const all = [...this.#options.first(), ...this.#index.first(matchLimit)];
    const byKey = new Map(all.map((candidate) => [keyOf(candidate), candidate]));
    return [...byKey.values()].slice(0, matchLimit);
  }

  #itemOf(candidate: RegistryCandidate): Item {
    const { name, id, detail, kind, registry } = candidate;
    const facts = [...(this.#options.namesRegistries ? [registry.name] : []), detail, id];
    return {
      label: iconFreeText(nameOr(name, id)),
      description: iconFreeText(facts.filter((part) => part !== "").join(" · ")),
      iconPath: new vscode.ThemeIcon(kind === "group" ? "organization" : "person"),
      alwaysShow: true,
      picks: candidate,
      ...(this.#quickPick.canSelectMany ? {} : { buttons: [detailsButton()] }),
    };
  }

  #picked(): Picked | undefined {
    const { selectedItems, activeItems, items, canSelectMany } = this.#quickPick;
    // Enter takes what is ticked; where nothing is, the row with the focus, else the best match.
    const chosen = [selectedItems, activeItems, items.slice(0, 1)].find(({ length }) => length > 0) ?? [];
    const candidates: RegistryCandidate[] = [];
    const lookUps: LookUp[] = [];
    for (const { picks } of chosen) {
      if (picks === undefined) continue;
      if ("lookUp" in picks) lookUps.push(picks.lookUp);
      else candidates.push(picks);
    }
    const [candidate] = candidates;
    const [lookUp] = lookUps;
    if (candidate === undefined && lookUp === undefined) return undefined;
    if (canSelectMany) return { kind: "several", candidates, lookUps };
    return lookUp === undefined ? candidate && { kind: "one", candidate } : { kind: "lookUp", lookUp };
  }
}

/** Whether a query can be meant as an identifier: those of registries hold digits, as far as was seen. */
function isLikeAnIdentifier(query: string, found: number): boolean {
  return /^[^\s/]+$/.test(query) && (found === 0 || /\d/.test(query));
}

function isCandidate(picks: Item["picks"]): picks is RegistryCandidate {
  return picks !== undefined && "kind" in picks;
}

function keyOf(picks: Item["picks"]): string {
  if (!isCandidate(picks)) return "";
  return JSON.stringify([picks.registry.client.address, picks.kind, picks.id]);
}

function plainItem(label: string, picks: Item["picks"]): Item {
  return { label: iconFreeText(label), alwaysShow: true, picks };
}

function severalButton(): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon("checklist"),
    tooltip: vscode.l10n.t("Pick Several to Insert"),
  };
}

function detailsButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon("open-preview"), tooltip: vscode.l10n.t("Show Details") };
}

/** Offers to look a person up in each registry that is not known to have one with this identifier. */
export function personLookUps(registries: readonly Registry[], id: string): readonly LookUp[] {
  return registries
    .filter(({ store }) => store.person(personId(id)) === undefined)
    .map((registry) => ({
      label:
        registries.length === 1
          ? vscode.l10n.t("Look up the person with the identifier {0}", id)
          : vscode.l10n.t("Look up the person with the identifier {0} in {1}", id, registry.name),
      detail: vscode.l10n.t(
        "People are found by name once you have met them in the registry, others only by their identifier.",
      ),
      id,
      registry,
    }));
}
