import * as vscode from "vscode";
import { iconFreeText, nameOr } from "../platform/displayText";
import { Disposable } from "../platform/lifetime";
import type { Registry } from "../registries/registries";
import { personId } from "../registryClient/records";
import type { RegistryCandidate } from "./candidates";
import { candidateKey, candidateLists, firstCandidates, readCandidates } from "./candidates";
import { type SearchList, SearchIndex } from "./searchList";

/** The maximum number of matches in the picker. */
const matchLimit = 200;

interface CandidatePickerOptions {
  readonly title: string;
  /** Overrides the usual placeholder. */
  readonly placeholder?: string;
  /** `oneOrSeveral`: picks one, unless the user presses a button to pick several. */
  readonly mode: "several" | "oneOrSeveral";
  /**
   * If there are several registries, the picker shows their names: a test registry may have the production registry's
   * groups.
   */
  readonly registries: readonly Registry[];
  /**
   * The kinds of records to pick. Registries do not list people, so for people the picker also offers to look up an
   * identifier.
   */
  readonly kinds: readonly RegistryCandidate["kind"][];
}

/** An offer to look up a person. */
export interface LookUp {
  readonly label: string;
  /** Why the lookup is by identifier and not by name. */
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

/** Lets the user pick from the known candidates while typing. Undefined on cancel. */
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
  readonly #quickPick = this.register(vscode.window.createQuickPick<Item>());
  readonly #abort = new AbortController();
  /** The lists by index in `candidateLists`, in the order of their arrival, so that rows already shown stay on top. */
  readonly #lists = new Map<number, SearchList<RegistryCandidate>>();
  #index = new SearchIndex<RegistryCandidate>([]);
  /** The first error of each registry. */
  readonly #problems = new Map<Registry, string>();

  constructor(private readonly options: CandidatePickerOptions) {
    super();
    const quickPick = this.#quickPick;
    // VS Code would sort the ranked items by label. `sortByLabel` is not in the stable API.
    Object.assign(quickPick, { sortByLabel: false });
    quickPick.title = options.title;
    quickPick.placeholder =
      options.placeholder ?? vscode.l10n.t("Type a name, a group type or an identifier");
    quickPick.canSelectMany = options.mode === "several";
    if (options.mode === "oneOrSeveral") {
      const tooltip = vscode.l10n.t("Pick Several to Insert");
      quickPick.buttons = [{ iconPath: new vscode.ThemeIcon("checklist"), tooltip }];
    }
    this.register({ dispose: () => this.#abort.abort() });
    this.register(quickPick.onDidChangeValue(() => this.#show()));
    this.register(quickPick.onDidTriggerButton(() => this.#pickSeveral()));
    this.result = new Promise((resolve) => {
      this.register(
        quickPick.onDidAccept(() => {
          const picked = this.#picked();
          // If nothing matches, the picker stays open with the query.
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
    void this.#readCandidates();
  }

  async #readCandidates(): Promise<void> {
    this.#quickPick.busy = true;
    const { registries, kinds } = this.options;
    await Promise.all(
      readCandidates(registries, kinds, this.#abort.signal).map(async ({ registry, problem }) => {
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
    const { registries, kinds } = this.options;
    for (const [index, list] of candidateLists(registries, kinds).entries()) {
      if (list.length > 0 || this.#lists.has(index)) this.#lists.set(index, list);
    }
    this.#index = new SearchIndex([...this.#lists.values()]);
  }

  /** Shows new candidates, and keeps the active row. */
  #showMore(): void {
    const quickPick = this.#quickPick;
    const active = new Set(quickPick.activeItems.map(({ picks }) => keyOf(picks)));
    this.#show({ keepScrollPosition: true });
    const stillActive = quickPick.items.filter(({ picks }) => isCandidate(picks) && active.has(keyOf(picks)));
    if (stillActive.length > 0) quickPick.activeItems = stillActive;
  }

  #pickSeveral(): void {
    this.#quickPick.canSelectMany = true;
    this.#quickPick.buttons = [];
    this.#quickPick.placeholder = vscode.l10n.t("Tick what to insert a reference to, then press Enter");
    this.#show();
  }

  #show({ keepScrollPosition } = { keepScrollPosition: false }): void {
    const quickPick = this.#quickPick;
    const { registries, kinds } = this.options;
    quickPick.keepScrollPosition = keepScrollPosition;
    const query = quickPick.value.trim();
    const ticked = quickPick.selectedItems;
    const tickedKeys = new Set(ticked.map(({ picks }) => keyOf(picks)));
    const matches =
      query === ""
        ? firstCandidates(registries, kinds, this.#index, matchLimit)
        : this.#index.find(query, matchLimit);
    const matchItems = matches
      .map((match) => this.#itemOf(match))
      .filter(({ picks }) => !tickedKeys.has(keyOf(picks)));
    const mayLookUp = kinds.includes("person") && isLikeAnIdentifier(query, matchItems.length);
    const lookUps = mayLookUp ? personLookUps(registries, query) : [];
    quickPick.items = [
      ...ticked,
      ...matchItems,
      ...lookUps.map((lookUp) => ({ ...plainItem(lookUp.label, { lookUp }), detail: lookUp.detail })),
      ...[...this.#problems.values()].map((problem) => plainItem(problem, undefined)),
    ];
    quickPick.selectedItems = ticked;
  }

  #itemOf(candidate: RegistryCandidate): Item {
    const { name, id, detail, kind, registry } = candidate;
    const facts = [...(this.options.registries.length > 1 ? [registry.name] : []), detail, id];
    return {
      label: iconFreeText(nameOr(name, id)),
      description: iconFreeText(facts.filter((fact) => fact !== "").join(" · ")),
      iconPath: new vscode.ThemeIcon(kind === "group" ? "organization" : "person"),
      alwaysShow: true,
      picks: candidate,
      buttons: this.#quickPick.canSelectMany
        ? []
        : [{ iconPath: new vscode.ThemeIcon("open-preview"), tooltip: vscode.l10n.t("Show Details") }],
    };
  }

  #picked(): Picked | undefined {
    const { selectedItems, activeItems, items, canSelectMany } = this.#quickPick;
    // Enter takes the ticked items; if none is ticked, the active row, else the best match.
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

/**
 * Whether a query may be an identifier. If candidates match, only a query with digits may: known registries'
 * identifiers contain digits.
 */
function isLikeAnIdentifier(query: string, matches: number): boolean {
  return /^[^\s/]+$/.test(query) && (matches === 0 || /\d/.test(query));
}

function isCandidate(picks: Item["picks"]): picks is RegistryCandidate {
  return picks !== undefined && "kind" in picks;
}

function keyOf(picks: Item["picks"]): string {
  return isCandidate(picks) ? candidateKey(picks) : "";
}

function plainItem(label: string, picks: Item["picks"]): Item {
  return { label: iconFreeText(label), alwaysShow: true, picks };
}

/** Offers to look up a person in each registry whose store has no person with this identifier. */
function personLookUps(registries: readonly Registry[], id: string): readonly LookUp[] {
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
