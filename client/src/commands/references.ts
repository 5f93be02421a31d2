// Commands on the references in documents: check, update, rewrite links. A bundle of its own.
import * as vscode from "vscode";
import type { LookUpResult, ReferenceCheckReport } from "@analyses/protocol/referenceMessages";
import { checkReferencesRequest, maxReferencesUnasked } from "@analyses/protocol/referenceMessages";
import { readRegistryLink } from "@analyses/protocol/references";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { iconFreeText, messageSentences } from "../platform/displayText";
import {
  chooseSeveral,
  confirm,
  showInformation,
  withCancellableProgress,
  withStatusBarProgress,
} from "../platform/editor";
import type { DocumentChanges, DocumentText } from "../references/documentChanges";
import { chooseDocuments, offerChanges } from "../references/documentChanges";
import { RecordLookUp, ofSeveralRegistries, chooseRecord } from "../references/recordLookUp";
import type { WrittenReference } from "../references/referencesInText";
import {
  agreesWithItself,
  basesInText,
  linkReferences,
  rewritings,
  updatesOf,
  writtenReferences,
} from "../references/referencesInText";
import type { PublicAddresses } from "../registries/publicAddresses";
import type { Registry } from "../registries/registries";
import { type Parts, askRegistry } from "./command";

/** Checks the references of the active analyses document against the registry's current records. */
export async function checkReferences({
  languageClient,
  references,
}: Pick<Parts, "languageClient" | "references">): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== analysesLanguage) {
    void showInformation(vscode.l10n.t("Open the analyses document whose references you want to check."));
    return;
  }
  const { uri } = document;
  const report = await withStatusBarProgress(vscode.l10n.t("Checking references"), () =>
    references.checkAnew(uri, () => languageClient.ask(checkReferencesRequest, { uri: uri.toString() })),
  );
  if (report === undefined) await languageClient.sayIfGone();
  else if (report !== null) void showInformation(checkMessage(report));
}

export function checkMessage({ checked, otherRegistry, notChecked }: ReferenceCheckReport): string {
  const hasNoReferences = checked === 0 && notChecked.length === 0 && otherRegistry === 0;
  const sentences = [
    ...(hasNoReferences ? [vscode.l10n.t("The document has no references to a registry.")] : []),
    ...(checked === 0
      ? []
      : [vscode.l10n.t("References checked: {0}. Where one differs, the Problems view says so.", checked)]),
    ...notChecked.map(({ count, message }) => vscode.l10n.t("Not checked: {0}. {1}", count, message)),
    ...otherRegistriesSentence(otherRegistry),
  ];
  return messageSentences(sentences.join(" "));
}

function otherRegistriesSentence(count: number): readonly string[] {
  return count === 0 ? [] : [vscode.l10n.t("Of registries that you have not added: {0}.", count)];
}

/** The maximum number of documents that a message names. */
const maxPlaces = 5;

/** The languages of documents that may contain references. */
const languages: ReadonlySet<string> = new Set([analysesLanguage, "json", "jsonc", "markdown", "html"]);

/** Whether a document contains references as links, not as JSON objects. */
function hasLinks({ uri, languageId }: DocumentText): boolean {
  return languageId === undefined
    ? /\.(?:md|markdown|html?)$/i.test(uri.path)
    : languageId === "markdown" || languageId === "html";
}

/** Updates references, in one document or all, to the registry's names and links, after a preview. */
export async function updateReferences(addresses: PublicAddresses): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void showInformation(vscode.l10n.t("In Restricted Mode no registry is asked about a document."));
    return;
  }
  const documents = await chooseDocuments(
    vscode.l10n.t("Update References"),
    ({ languageId }) => languages.has(languageId),
    "**/*.{json,jsonc,md,markdown,html,htm}",
  );
  if (documents === undefined) return;
  const referring = withReferences(documents);
  await chooseAmongRivals(distinctLinks(referring), addresses);
  const count = distinctLinks(referring).filter((link) => addresses.find(link) !== undefined).length;
  if (count > maxReferencesUnasked && !(await confirmMany(count))) return;
  const title = vscode.l10n.t("Reading records of the registry ({0})…", count);
  const foundUpdates = await withCancellableProgress(title, async (signal) => {
    const updates = await findUpdates(referring, addresses, signal);
    return signal.aborted ? undefined : updates;
  });
  if (foundUpdates === undefined) return;
  const message = leftMessage(foundUpdates);
  if (message !== "") void showInformation(message);
  await offerChanges(foundUpdates.changed, vscode.l10n.t("Names and links of the registry"));
}

/** Lets the user choose the registry for links that match several; stops if the user cancels. */
async function chooseAmongRivals(links: readonly string[], addresses: PublicAddresses): Promise<void> {
  for (const link of links) {
    // After a choice, `rivals` returns undefined for all links with the same base URL.
    const rivals = addresses.rivals(link);
    if (rivals === undefined) continue;
    const { baseUrl, registries } = rivals;
    const title = vscode.l10n.t("Update References");
    const chosen = await askRegistry(registries, { title, placeHolder: chooseRecord(baseUrl) });
    if (chosen === undefined) return;
    await addresses.choose(baseUrl, chosen);
  }
}

/**
 * Sentences on an update for the user: that it changes nothing, and which references it could not check or leaves
 * unchanged; empty if there is nothing to report.
 */
export function leftMessage({ results, changed, unknownIn, disagreeing }: FoundUpdates): string {
  const notChecked = results.flatMap((result) => (result.kind === "notChecked" ? [result.message] : []));
  const otherRegistry = results.filter(({ kind }) => kind === "otherRegistry").length;
  const unknown = results.filter(({ kind }) => kind === "unknownId").length;
  const places = unknownIn.slice(0, maxPlaces).map((uri) => vscode.workspace.asRelativePath(uri));
  if (unknownIn.length > maxPlaces) places.push("…");
  const sentences = [
    ...(changed.every(({ changes }) => changes.length === 0)
      ? [vscode.l10n.t("No reference has to be changed.")]
      : []),
    ...(unknown === 0
      ? []
      : [vscode.l10n.t("Not known to the registry any more: {0}, in {1}.", unknown, places.join(", "))]),
    ...(notChecked.length === 0
      ? []
      : [vscode.l10n.t("Could not be read: {0}. {1}", notChecked.length, notChecked[0] ?? "")]),
    ...otherRegistriesSentence(otherRegistry),
    ...(disagreeing === 0
      ? []
      : [vscode.l10n.t("Left alone, as their link leads to another record: {0}.", disagreeing)]),
  ];
  return sentences.join(" ");
}

async function confirmMany(count: number): Promise<boolean> {
  const read = vscode.l10n.t("Continue");
  const message = vscode.l10n.t(
    "These are {0} different groups and people to ask the registry about.",
    count,
  );
  return confirm(message, read);
}

interface ReferringDocument extends DocumentText {
  readonly references: readonly WrittenReference[];
  /** The links of references whose identifier and link name different records. */
  readonly disagreeing: readonly string[];
}

/**
 * Finds the references whose identifier and link name the same record. If the two differ, either may be wrong, so the
 * reference is left to the author.
 */
export function withReferences(documents: readonly DocumentText[]): readonly ReferringDocument[] {
  return documents.map((document) => {
    const allReferences = hasLinks(document)
      ? linkReferences(document.text)
      : writtenReferences(document.text);
    const disagreeing = allReferences
      .filter((reference) => !agreesWithItself(reference))
      .map(({ link }) => link.value)
      .filter((link) => readRegistryLink(link) !== undefined);
    return { ...document, references: allReferences.filter(agreesWithItself), disagreeing };
  });
}

/** The distinct links of references: the client looks each up once. */
function distinctLinks(documents: readonly ReferringDocument[]): readonly string[] {
  return [...new Set(documents.flatMap(({ references }) => references.map(({ link }) => link.value)))];
}

interface FoundUpdates {
  readonly changed: readonly DocumentChanges[];
  readonly results: readonly LookUpResult[];
  /** The documents with references to records that their registry no longer has. */
  readonly unknownIn: readonly vscode.Uri[];
  /**
   * The number of distinct links in references that stay unchanged because identifier and link name different records.
   */
  readonly disagreeing: number;
}

/** Looks up the current names and links of references; ends early on abort. */
export async function findUpdates(
  documents: readonly ReferringDocument[],
  addresses: PublicAddresses,
  signal: AbortSignal,
): Promise<FoundUpdates> {
  const lookUp = new RecordLookUp({ signal, purpose: "check", refresh: true });
  const results = distinctLinks(documents).map(async (link): Promise<[string, LookUpResult]> => {
    const record = addresses.find(link);
    if (record !== undefined) return [link, await lookUp.find(record)];
    const rivals = addresses.rivals(link);
    return [link, rivals === undefined ? { kind: "otherRegistry" } : ofSeveralRegistries(rivals)];
  });
  const resultByLink = new Map(await Promise.all(results));
  const changed = documents.map(({ uri, text, references }): DocumentChanges => {
    const changes = references.flatMap((reference) => {
      const result = resultByLink.get(reference.link.value);
      return result?.kind === "known" ? updatesOf(reference, result.record) : [];
    });
    return { uri, text, changes };
  });
  const unknownIn = documents
    .filter(({ references }) =>
      references.some(({ link }) => resultByLink.get(link.value)?.kind === "unknownId"),
    )
    .map(({ uri }) => uri);
  const disagreeing = new Set(documents.flatMap((document) => document.disagreeing)).size;
  return { changed, results: [...resultByLink.values()], unknownIn, disagreeing };
}

/**
 * Rewrites links with other base URLs so that they lead to the registry, for example after it moved from its test host
 * to its production host: the paths stay the same (specification, section 9). Sends no request.
 */
export async function rewriteLinks(registry: Registry, addresses: PublicAddresses): Promise<void> {
  const title = vscode.l10n.t("Rewrite Links to {0}", iconFreeText(registry.name));
  const documents = await chooseDocuments(
    title,
    ({ isClosed }) => !isClosed,
    "**/*.{json,jsonc,md,markdown,html,htm,txt}",
  );
  if (documents === undefined) return;
  const newBase = addresses.of(registry);
  const bases = await chooseBases(title, documents, newBase);
  if (bases === undefined) return;
  const changed = documents.map((document) => ({
    ...document,
    changes: rewritings(document.text, new Set(bases), newBase),
  }));
  await offerChanges(changed, vscode.l10n.t("Links to {0}", registry.name));
}

/** Lets the user pick the base URLs of the links to rewrite. */
async function chooseBases(
  title: string,
  documents: readonly DocumentText[],
  newBase: string,
): Promise<readonly string[] | undefined> {
  const counts = new Map<string, number>();
  for (const { text } of documents) {
    for (const { baseUrl } of basesInText(text)) {
      if (baseUrl !== newBase) counts.set(baseUrl, (counts.get(baseUrl) ?? 0) + 1);
    }
  }
  if (counts.size === 0) {
    void showInformation(vscode.l10n.t("There are no links to another registry than {0}.", newBase));
    return undefined;
  }
  const items = [...counts].map(([base, count]) => ({
    label: base,
    description: vscode.l10n.t("links: {0}", count),
    base,
    picked: counts.size === 1,
  }));
  const chosen = await chooseSeveral(items, {
    title,
    placeHolder: vscode.l10n.t("Which links are to lead to {0}?", newBase),
  });
  return chosen?.map(({ base }) => base);
}
