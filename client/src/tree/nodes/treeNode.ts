import * as vscode from "vscode";
import type { Registry } from "../../registries/registries";
import type { RegistryChange } from "../../registryClient/registryStore";
import type { Outcome } from "../../registryClient/registryError";
import type { ReadOptions } from "../../registryClient/recordReader";
import { nameOr } from "../../platform/displayText";
import { isWebAddress } from "../../platform/editor";
import type {
  DocumentReference,
  UserReference,
  GroupReference,
  GroupTypeReference,
  PersonReference,
} from "../../registryClient/records";
import type { RegistryReference } from "@analyses/protocol/references";
import { recordLink } from "../../registries/publicAddresses";
import { type Bucket, type Named, bucketsByLetter, bucketsByRange, rowLimit, sortedByName } from "./buckets";

/** A record of the registry, with the fields of every reference (specification, section 2). */
export interface RegistryRecord {
  readonly kind: "group" | "groupType" | "person" | "user";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

/** The subject of a row: a record of the registry, or a document that a record names. */
export type Subject = RegistryRecord | (Omit<RegistryRecord, "kind"> & { readonly kind: "document" });

export function groupRecord({ groupId, name, link }: GroupReference): RegistryRecord {
  return { kind: "group", id: groupId, name, link };
}

export function groupTypeRecord({ groupTypeId, name, link }: GroupTypeReference): RegistryRecord {
  return { kind: "groupType", id: groupTypeId, name, link };
}

export function personRecord({ personId, name, link }: PersonReference): RegistryRecord {
  return { kind: "person", id: personId, name, link };
}

export function userRecord({ userId, userName, link }: UserReference): RegistryRecord {
  return { kind: "user", id: userId, name: userName, link };
}

export function documentSubject({ documentPK, title, link }: DocumentReference): Subject {
  return { kind: "document", id: documentPK, name: title, link };
}

/** The registry's record that is a row's subject; undefined for rows of documents, and for rows without a subject. */
export function recordOf({ subject }: AboutSubject): RegistryRecord | undefined {
  return subject?.kind === "document" ? undefined : subject;
}

/**
 * The reference to a row's group or person, as documents contain it; undefined for other rows, or without an
 * identifier.
 */
export function referenceOf({ subject, registry }: AboutSubject): RegistryReference | undefined {
  if (subject?.kind !== "group" && subject?.kind !== "person") return undefined;
  const { kind, id, name } = subject;
  if (id === "") return undefined;
  return { kind, id, name, link: recordLink(registry, { ...subject, kind }) };
}

/** The link of a row's subject, to copy or open. */
export function linkOf({ subject, registry }: AboutSubject): string | undefined {
  if (subject === undefined) return undefined;
  // The registry does not serve documents, so their links need only be safe to open in a browser.
  if (subject.kind === "document") return isWebAddress(subject.link) ? subject.link : undefined;
  const { kind } = subject;
  const link = recordLink(registry, { ...subject, kind });
  return link === "" ? undefined : link;
}

export function idOf({ subject }: AboutSubject): string | undefined {
  return subject?.id === "" ? undefined : subject?.id;
}

/** The name and link of a row's subject; undefined without a link. */
export function linkedNameOf(
  row: AboutSubject,
): { readonly name: string; readonly link: string } | undefined {
  const link = linkOf(row);
  if (link === undefined) return undefined;
  const name = row.subject?.name ?? "";
  return { name: nameOr(name, idOf(row) ?? link), link };
}

interface AboutSubject {
  readonly registry: Registry;
  readonly subject: Subject | undefined;
}

/**
 * A node of the tree. Each kind of row is one class, which defines the row's appearance, its children, its subject, and
 * the text shown if it has no children.
 */
export abstract class TreeNode {
  abstract readonly kind: string;

  /** Unique in the tree; constant across refreshes, so that VS Code keeps selection and expansion. */
  id: string;

  /** The row's subject, if it has one. */
  readonly subject: Subject | undefined = undefined;

  /** The registry changes that alter the row's appearance or its children. */
  readonly shows: readonly RegistryChange["kind"][] = [];

  /**
   * @param parent undefined at the top level
   * @param steps distinguish the node from its parent's other children
   */
  constructor(
    readonly registry: Registry,
    readonly parent: TreeNode | undefined,
    ...steps: readonly string[]
  ) {
    const escaped = steps.map((step) => step.replaceAll("%", "%25").replaceAll("/", "%2F"));
    this.id = [parent?.id ?? `${registry.client.address}|`, ...escaped].join("/");
  }

  /** Whether only a signed-in user may read the children. */
  isPrivate(): boolean {
    return false;
  }

  abstract row(): Row;

  children(): Level {
    return knownLevel(() => []);
  }

  emptyText(): EmptyText {
    return { label: vscode.l10n.t("Nothing here") };
  }

  /** Whether a record's row may be below this row; absent if no record's row may be. */
  leadsTo?(record: Pick<RegistryRecord, "kind" | "id">): boolean;
}

/** Makes the rows' identifiers unique, even if a registry lists a record twice. */
export function withUniqueIds(rows: readonly TreeNode[]): TreeNode[] {
  const taken = new Set<string>();
  for (const row of rows) {
    const { id } = row;
    for (let copy = 2; taken.has(row.id); copy += 1) row.id = `${id}#${copy}`;
    taken.add(row.id);
  }
  return [...rows];
}

/** A row's appearance as plain data; `registryTree.ts` converts it for VS Code. */
export interface Row {
  readonly label: string;
  /** Short text after the label: the type, status or role. */
  readonly description?: string;
  readonly icon: RowIcon;
  /** The words that menus' `when` clauses match (`viewItem`), separated by spaces. */
  readonly contextValue: string;
  readonly expansion: "none" | "collapsed" | "expanded";
  /** The icon's meaning, for screen readers; absent if label or description contain it. */
  readonly kindName?: string;
  /** The screen reader's text, if it is not made of label, kind and description. */
  readonly accessibleLabel?: string;
  readonly explanation?: string;
  readonly command?: RowCommand;
  /** Whether to dim the row, for example for an inactive role. */
  readonly isDimmed?: boolean;
}

/** A command of the extension, named without its prefix. */
export interface RowCommand {
  readonly name: string;
  readonly title: string;
  /** The row to which the command applies. */
  readonly target: TreeNode;
}

export interface RowIcon {
  readonly codicon: string;
  readonly color?: string;
}

export interface EmptyText {
  readonly label: string;
  readonly command?: RowCommand;
}

/** Joins the non-empty parts of a description. */
export function described(...parts: readonly string[]): { readonly description?: string } {
  const description = parts.filter((part) => part !== "").join(", ");
  return description === "" ? {} : { description };
}

/** Formats a number for the user's locale; "" if it is not known yet. */
export function countText(count: number | undefined): string {
  return count?.toLocaleString(vscode.env.language) ?? "";
}

/** Creates a node's children from a registry's answer and the current data in the registry's store. */
export type RowMaker = () => readonly TreeNode[];

/** A node's children: known rows, or rows that need a request to the registry. */
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
 * @param read sends the request
 * @param rows creates the rows from its answer
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

// The base class of records' rows, and the rows of accounts and documents, which have no children.

/** The row of a record of the registry. */
export abstract class RecordNode extends TreeNode {
  constructor(
    parent: TreeNode,
    override readonly subject: RegistryRecord,
  ) {
    super(parent.registry, parent, subject.kind, subject.id);
  }

  get kind(): RegistryRecord["kind"] {
    return this.subject.kind;
  }

  /** The row's appearance; expandable only if the record has an identifier, which a request for it needs. */
  protected look(parts: Pick<Row, "icon"> & Partial<Row>): Row {
    const { name, id } = this.subject;
    const expansion = id === "" ? "none" : "collapsed";
    return { label: nameOr(name, id), contextValue: this.#contextValue(), expansion, ...parts };
  }

  /**
   * The words that menus match: the kind, `record`, `id`; `link` if the user can copy the link, `web` if they can open
   * it; for a record to which documents can refer, `reference`, and `pinned` or `unpinned`; `refreshable` if the row
   * has children. Only the kind if the record has no identifier.
   */
  #contextValue(): string {
    const { kind, id } = this.subject;
    if (id === "") return kind;
    const words = [kind, "record", "id", ...linkWords(linkOf(this))];
    if (kind === "group" || kind === "person") {
      words.push("reference", this.registry.pins.has({ kind, id }) ? "pinned" : "unpinned");
    }
    if (kind !== "user") words.push("refreshable");
    return words.join(" ");
  }

  protected showDetails(): RowCommand {
    return { name: "showDetails", title: vscode.l10n.t("Show Details"), target: this };
  }
}

/** A user account (specification, section 2.3). */
export class UserNode extends RecordNode {
  constructor(parent: TreeNode, user: UserReference) {
    super(parent, userRecord(user));
  }

  override row(): Row {
    const icon = { codicon: "account" };
    return this.look({ description: vscode.l10n.t("user account"), icon, expansion: "none" });
  }
}

/** A document in which a person has a role (specification, section 2.1). The registry has no more data on it. */
export class DocumentNode extends TreeNode {
  readonly kind = "document";
  override readonly subject: Subject;

  constructor(
    parent: TreeNode,
    private readonly document: DocumentReference,
  ) {
    super(parent.registry, parent, "document");
    this.subject = documentSubject(document);
  }

  override row(): Row {
    const { documentPK, title } = this.document;
    return {
      label: nameOr(title, documentPK || vscode.l10n.t("Document without a title")),
      ...described(vscode.l10n.t("document")),
      icon: { codicon: "file" },
      contextValue: documentWords(this),
      expansion: "none",
    };
  }
}

/** The `contextValue` of a row: of a document, or of a person's role in a document. */
export function documentWords(row: TreeNode): string {
  return [row.kind, ...(idOf(row) === undefined ? [] : ["id"]), ...linkWords(linkOf(row))].join(" ");
}

/** The context words for a link: the extension opens only https addresses. */
function linkWords(link: string | undefined): readonly string[] {
  if (link === undefined) return [];
  return isWebAddress(link) ? ["link", "web"] : ["link"];
}

/**
 * The row on which the user called a command; undefined from the palette. For a key, the row with the focus, which need
 * not be selected: the key's `args` in package.json imitate VS Code's own arguments for a tree view, which VS Code
 * converts to the focused row.
 */
export function rowTarget(target: unknown): TreeNode | undefined {
  return isTreeNode(target) ? target : undefined;
}

/** The row for a command: the row on which the user called it; from the palette, the first selected row. */
export function oneRowTarget({ selection }: RowSelection, target: unknown): TreeNode | undefined {
  return rowTarget(target) ?? selection[0];
}

/**
 * The rows for a command: the whole selection if it contains the row on which the user called it, else only that row;
 * from the palette, the selection.
 *
 * @param together VS Code's argument if several rows are selected; absent for a key
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

/**
 * Checks the fields, not the class: tests call commands with rows of their own, and other extensions with any value.
 */
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

/** Creates rows from the items of a list. */
export interface ListForm<T extends Named> {
  readonly idOf: (item: T) => string;
  readonly row: (parent: TreeNode, item: T) => TreeNode;
}

/**
 * The rows of a list, A to Z: its items, or buckets of items if the list is longer than `room`.
 *
 * @param room the maximum number of rows
 */
export function listRows<T extends Named>(
  parent: TreeNode,
  items: readonly T[],
  form: ListForm<T>,
  room = rowLimit,
): readonly TreeNode[] {
  if (items.length <= room) return sortedByName(items).map((item) => form.row(parent, item));
  const letters = bucketsByLetter(items);
  const buckets =
    letters.length > 1 && letters.length <= room ? letters : bucketsByRange(sortedByName(items), room);
  return buckets.map((bucket) => new BucketNode(parent, bucket, form));
}

/** A part of a list that is too long for one level. */
class BucketNode<T extends Named> extends TreeNode {
  readonly kind = "bucket";

  constructor(
    parent: TreeNode,
    private readonly bucket: Bucket<T>,
    private readonly form: ListForm<T>,
  ) {
    super(parent.registry, parent, bucket.label);
  }

  override row(): Row {
    return {
      label: this.bucket.label,
      description: countText(this.bucket.items.length),
      icon: { codicon: "list-unordered" },
      contextValue: "bucket refreshable",
      expansion: "collapsed",
    };
  }

  override children(): Level {
    return knownLevel(() => {
      const sorted = sortedByName(this.bucket.items);
      if (sorted.length <= rowLimit) return sorted.map((item) => this.form.row(this, item));
      return bucketsByRange(sorted, rowLimit).map((part) => new BucketNode(this, part, this.form));
    });
  }

  override leadsTo({ id }: Pick<RegistryRecord, "id">): boolean {
    return this.bucket.items.some((item) => this.form.idOf(item) === id);
  }
}
