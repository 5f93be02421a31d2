import { SyntaxKind, createScanner } from "jsonc-parser";
import type { PublicRecord } from "../../../protocol/src/referenceRequests";
import type { RegistryLink, RegistryReference } from "../../../protocol/src/references";
import { identifierProperty, readRegistryLink } from "../../../protocol/src/references";
import type { Span, TextChange } from "./jsonCaret";
import { escapedMarkdown, withoutControls } from "../platform/displayText";

// The links and references that stand in a text, whatever its language.

/** A link to a record of some registry, and where it stands in a text. */
interface LinkInText extends Span {
  readonly link: string;
  readonly target: RegistryLink;
}

/**
 * What an address in running text, Markdown, HTML or JSON is made of. Brackets and quotes end it: in links that
 * are written here, brackets are percent-encoded.
 */
const addressForm = /https?:\/\/[^\s"'`<>()[\]{}|\\^]+\/rest\/[A-Za-z]+\/[^\s"'`<>()[\]{}|\\^?#/]+/gi;

/** The links to records of registries in a text, in their order. */
export function* linksInText(text: string): Generator<LinkInText> {
  for (const match of text.matchAll(addressForm)) {
    // What ends a sentence is not the end of an identifier.
    const link = match[0].replace(/[.,;:!?*_~]+$/, "");
    const target = readRegistryLink(link);
    if (target !== undefined) {
      yield { link, target, start: match.index, end: match.index + link.length };
    }
  }
}

/** A string of a JSON text, and where it stands, with its quotes. */
interface WrittenString extends Span {
  readonly value: string;
}

/** A reference as it stands in a JSON text. */
export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  readonly name: WrittenString | undefined;
  readonly link: WrittenString;
}

const kinds = ["group", "person"] as const;

/**
 * The references with a link in a JSON text, in their order, however deep they stand. Tolerates text that is
 * not, or not yet, JSON.
 */
export function writtenReferences(text: string): readonly WrittenReference[] {
  const references: WrittenReference[] = [];
  const open: (Map<string, WrittenString> | undefined)[] = [];
  const close = () => {
    const reference = referenceIn(open.pop());
    if (reference !== undefined) references.push(reference);
  };
  const scanner = createScanner(text, true);
  let name: string | undefined;
  let property: string | undefined;
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    const of = property;
    property = undefined;
    switch (token) {
      case SyntaxKind.OpenBraceToken:
        open.push(new Map());
        break;
      case SyntaxKind.OpenBracketToken:
        open.push(undefined);
        break;
      case SyntaxKind.CloseBraceToken:
      case SyntaxKind.CloseBracketToken:
        close();
        break;
      case SyntaxKind.ColonToken:
        property = name;
        break;
      case SyntaxKind.StringLiteral: {
        const start = scanner.getTokenOffset();
        name = scanner.getTokenValue();
        if (of === undefined) break;
        open.at(-1)?.set(of, { value: name, start, end: start + scanner.getTokenLength() });
        break;
      }
      default:
    }
  }
  while (open.length > 0) close();
  return references.sort((a, b) => a.link.start - b.link.start);
}

/** An object with identifiers of both kinds is something else than a reference. */
function referenceIn(strings: ReadonlyMap<string, WrittenString> | undefined): WrittenReference | undefined {
  const link = strings?.get("link");
  if (strings === undefined || link === undefined) return undefined;
  const identified = kinds.flatMap((kind) => {
    const id = strings.get(identifierProperty[kind]);
    return id === undefined ? [] : [{ kind, id: id.value }];
  });
  const [only, other] = identified;
  if (only === undefined || other !== undefined) return undefined;
  return { ...only, name: strings.get("name"), link };
}

/** Whether a reference's link leads to the record that its identifier names. */
export function agreesWithItself({ kind, id, link }: WrittenReference): boolean {
  const target = readRegistryLink(link.value);
  return target?.kind === kind && target.id === id;
}

/** What makes a reference say what the registry says of its record: its name, and its link where it has one. */
export function updatesOf(
  { name, link }: WrittenReference,
  record: Pick<PublicRecord, "name" | "link">,
): readonly TextChange[] {
  return [
    ...(name === undefined || record.name === "" ? [] : changeTo(name, record.name)),
    ...(readRegistryLink(record.link) === undefined ? [] : changeTo(link, record.link)),
  ];
}

function changeTo({ value, start, end }: WrittenString, wanted: string): readonly TextChange[] {
  return value === wanted ? [] : [{ start, end, newText: JSON.stringify(wanted) }];
}

/** A reference as it is written in a language that is not JSON. */
export function referenceText(reference: RegistryReference, languageId: string): string {
  const name = withoutControls(reference.name === "" ? reference.id : reference.name);
  const named = { link: reference.link, name };
  if (languageId === "markdown") return markdownLink(named);
  if (isMarkup(languageId)) return `<a href="${attributeLink(named.link)}">${escapedHtml(named.name)}</a>`;
  return `${named.name} <${named.link}>`.replace(/\s+/g, " ");
}

/**
 * The link alone, for a caret where only an address can stand: in the parentheses of a Markdown link, in its
 * definition, in an attribute of HTML. Undefined elsewhere.
 *
 * @param before what stands before the caret, at least its line
 */
export function linkAlone(
  { link }: RegistryReference,
  before: string,
  languageId: string,
): string | undefined {
  const isMarkdown = languageId === "markdown";
  if ((isMarkdown || isMarkup(languageId)) && inAttribute.test(before)) return attributeLink(link);
  return isMarkdown && inMarkdownLink.test(before) ? markdownTarget(link) : undefined;
}

const inAttribute = /<[a-z][^<>]*=\s*(?:"[^"<>]*|'[^'<>]*)$/i;

/** CommonMark 0.31, sections 6.3 (inline links), 4.7 (link reference definitions), 6.5 (autolinks). */
const inMarkdownLink = /\]\([^()\s]*$|(?:^|\n) {0,3}\[[^\]\n]+\]:[ \t]*\S*$|<(?:https?:[^\s<>]*)?$/;

function isMarkup(languageId: string): boolean {
  return ["html", "xml", "vue", "svelte"].includes(languageId);
}

/** A link whose text shows the name to the letter, whatever Markdown its characters would mean. */
export function markdownLink({ name, link }: Pick<RegistryReference, "name" | "link">): string {
  return `[${escapedMarkdown(withoutControls(name))}](${markdownTarget(link)})`;
}

function markdownTarget(link: string): string {
  return link.replace(/[\s<>\\]/g, encodeURIComponent).replace(/[()]/g, percentEncoded);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** A link for an attribute between quotes of either kind. */
function attributeLink(link: string): string {
  return escapedHtml(link.replaceAll("'", percentEncoded));
}

function escapedHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
