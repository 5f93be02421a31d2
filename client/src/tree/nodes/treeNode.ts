import * as vscode from "vscode";
import type { Registry } from "../../registries/registries";
import type { RegistryChange } from "../../registryClient/registryStore";
import type { Outcome } from "../../registryClient/registryError";
import type { RegistryRecord, Subject } from "./subject";
import { nameOr } from "../../platform/displayText";
import { isWebAddress } from "../../platform/editor";
import type { DocumentReference, UserReference } from "../../registryClient/records";
import { documentSubject, idOf, linkOf, userRecord } from "./subject";

/**
 * What a row of the tree stands for. A kind of row is one class, which says all there is to say of it: what the
 * row shows, what it opens to, which record it is about, and what it says when it opens to nothing.
 */
export abstract class TreeNode {
  abstract readonly kind: string;

  /** Stays the same over refreshes, so that selection and expansion do; unique in the tree. */
  id: string;

  /** What the row is about, where it is about one thing. */
  readonly subject: Subject | undefined = undefined;

  /** The changes of what is known of the registry after which the row and the rows below it look different. */
  readonly shows: readonly RegistryChange["kind"][] = [];

  /**
   * @param parent undefined at the top level
   * @param steps what tells the node from others below its parent
   */
  constructor(
    readonly registry: Registry,
    readonly parent: TreeNode | undefined,
    ...steps: readonly string[]
  ) {
    const escaped = steps.map((step) => step.replaceAll("%", "%25").replaceAll("/", "%2F"));
    this.id = [parent?.id ?? `${registry.client.address}|`, ...escaped].join("/");
  }

  /** Whether only a signed-in user may read what the row opens to. */
  isPrivate(): boolean {
    return false;
  }

  /** What the row shows now. */
  abstract row(): Row;

  /** What the row opens to. */
  children(): Level {
    return knownLevel(() => []);
  }

  /** What stands below the row when it opens to nothing. */
  emptyText(): EmptyText {
    return { label: vscode.l10n.t("Nothing here") };
  }

  /** Whether the row of a record is found by opening this one; left out by those that lead to none for sure. */
  leadsTo?(record: Pick<RegistryRecord, "kind" | "id">): boolean;
}

/** Gives rows identifiers of their own, also where a registry names a record twice in one list. */
export function withUniqueIds(rows: readonly TreeNode[]): TreeNode[] {
  const taken = new Set<string>();
  for (const row of rows) {
    const { id } = row;
    for (let copy = 2; taken.has(row.id); copy += 1) row.id = `${id}#${copy}`;
    taken.add(row.id);
  }
  return [...rows];
}

/** What a row of the tree shows, as plain data: `registryTree.ts` makes VS Code's form of it. */
export interface Row {
  readonly label: string;
  /** Short text beside the label: the type, status or role. */
  readonly description?: string;
  readonly icon: RowIcon;
  /** What menus' `when` clauses look at (`viewItem`); words separated by spaces. */
  readonly contextValue: string;
  readonly expansion: "none" | "collapsed" | "expanded";
  /** What the icon means, for screen readers; left out where the label or the description says it. */
  readonly kindName?: string;
  /** What a screen reader says, where label, kind and description do not say it. */
  readonly accessibleLabel?: string;
  /** The whole of what the label says in short. */
  readonly explanation?: string;
  /** What a click does. */
  readonly command?: RowCommand;
  /** Whether the row is shown dimmed, as for an inactive role. */
  readonly isDimmed?: boolean;
}

/** A command of the extension, by its name without the prefix. */
export interface RowCommand {
  readonly name: string;
  readonly title: string;
  /** The row that the command is about. */
  readonly target: TreeNode;
}

/** A codicon and, where it says something, the theme colour it is drawn in. */
export interface RowIcon {
  readonly codicon: string;
  readonly color?: string;
}

/** What is said in place of rows, and the step that helps. */
export interface EmptyText {
  readonly label: string;
  readonly command?: RowCommand;
}

/** The parts of a description that there are. */
export function described(...parts: readonly string[]): { readonly description?: string } {
  const description = parts.filter((part) => part !== "").join(", ");
  return description === "" ? {} : { description };
}

/** A number as the reader writes numbers; "" where it is not known yet. */
export function countText(count: number | undefined): string {
  return count?.toLocaleString(vscode.env.language) ?? "";
}

/** How a node's rows are read. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Whether the registry is asked even if a recent answer is at hand. */
  readonly refresh: boolean;
}

/** Makes the rows that a node opens to, from an answer and from what is known when they are shown. */
export type RowMaker = () => readonly TreeNode[];

/** What a node opens to: rows that are known, or rows that the registry is asked for. */
export type Level = KnownLevel | ReadLevel;

interface KnownLevel {
  readonly kind: "known";
  readonly rows: RowMaker;
}

export interface ReadLevel {
  readonly kind: "read";
  readonly read: (options: ReadOptions) => Promise<Outcome<RowMaker>>;
}

export function knownLevel(rows: RowMaker): KnownLevel {
  return { kind: "known", rows };
}

/**
 * @param read asks the registry
 * @param rows makes the rows of its answer
 */
export function readLevel<T>(
  read: (options: ReadOptions) => Promise<Outcome<T>>,
  rows: (answer: T) => readonly TreeNode[],
): ReadLevel {
  return {
    kind: "read",
    read: async (options) => {
      const outcome = await read(options);
      return outcome.kind === "ok" ? { ...outcome, value: () => rows(outcome.value) } : outcome;
    },
  };
}

// What the rows of records have in common, and the records that open to nothing.

/** The row of a record of the registry. */
export abstract class RecordNode extends TreeNode {
  abstract override readonly subject: RegistryRecord;

  /**
   * The words by which menus know what the row can do: `record`, `reference` for what documents refer to, `id`,
   * `link` and `web` for what to copy and to open, `pinned` or `unpinned`. None where the registry gives no identifier.
   */
  protected contextValue(): string {
    const { kind, id } = this.subject;
    if (id === "") return kind;
    const words = [kind, "record", "id", ...linkWords(linkOf(this))];
    if (kind === "group" || kind === "person") {
      words.push("reference", this.registry.pins.has({ kind, id }) ? "pinned" : "unpinned");
    }
    if (kind !== "user") words.push("refreshable");
    return words.join(" ");
  }

  /** What has no identifier cannot be asked for. */
  protected expansion(): Row["expansion"] {
    return this.subject.id === "" ? "none" : "collapsed";
  }

  protected showDetails(): RowCommand {
    return { name: "showDetails", title: vscode.l10n.t("Show Details"), target: this };
  }
}

/** A user account (specification, section 2.3). */
export class UserNode extends RecordNode {
  readonly kind = "user";
  override readonly subject: RegistryRecord;

  constructor(parent: TreeNode, user: UserReference) {
    super(parent.registry, parent, "user", user.userId);
    this.subject = userRecord(user);
  }

  override row(): Row {
    return {
      label: nameOr(this.subject.name, this.subject.id),
      description: vscode.l10n.t("user account"),
      icon: { codicon: "account" },
      contextValue: this.contextValue(),
      expansion: "none",
    };
  }
}

/** A document that a person has a role in (specification, section 2.1). The registry holds no more of it. */
export class DocumentNode extends TreeNode {
  readonly kind = "document";
  readonly #document: DocumentReference;
  override readonly subject: Subject;

  constructor(parent: TreeNode, document: DocumentReference) {
    super(parent.registry, parent, "document");
    this.#document = document;
    this.subject = documentSubject(document);
  }

  override row(): Row {
    const { documentPK, title } = this.#document;
    return {
      label: nameOr(title, documentPK || vscode.l10n.t("Document without a title")),
      ...described(vscode.l10n.t("document")),
      icon: { codicon: "file" },
      contextValue: documentWords(this),
      expansion: "none",
    };
  }
}

/** The words for the row of a document or of a role in one. */
export function documentWords(row: TreeNode): string {
  return [row.kind, ...(idOf(row) === undefined ? [] : ["id"]), ...linkWords(linkOf(row))].join(" ");
}

/** The words for a link: only https addresses are opened. */
function linkWords(link: string | undefined): readonly string[] {
  if (link === undefined) return [];
  return isWebAddress(link) ? ["link", "web"] : ["link"];
}

/**
 * The row that a command was called on; undefined when it came from the palette. By a key it is the row with the focus,
 * which need not be selected: the key's `args` in package.json are what VS Code itself passes for the view, and makes the
 * focused row of.
 */
export function rowTarget(target: unknown): TreeNode | undefined {
  return isTreeNode(target) ? target : undefined;
}

/** The one row that a command is about: the one that it was called on; from the palette, the first that is selected. */
export function oneRowTarget({ selection }: RowSelection, target: unknown): TreeNode | undefined {
  return rowTarget(target) ?? selection[0];
}

/**
 * The rows that a command is about: those selected together with the one that it was called on, else that
 * one; from the palette, those selected.
 *
 * @param together what VS Code passes where several rows are selected, but not for a key
 */
export function rowTargets(
  { selection }: RowSelection,
  target: unknown,
  together: unknown,
): readonly TreeNode[] {
  const rows = Array.isArray(together) ? together.filter(isTreeNode) : [];
  if (rows.length > 0) return rows;
  return isTreeNode(target) && !selection.includes(target) ? [target] : selection;
}

type RowSelection = Pick<vscode.TreeView<TreeNode>, "selection">;

/** By its form, not its class: other extensions and tests call commands too. */
function isTreeNode(target: unknown): target is TreeNode {
  return (
    typeof target === "object" &&
    target !== null &&
    "kind" in target &&
    "registry" in target &&
    "id" in target &&
    "row" in target
  );
}
