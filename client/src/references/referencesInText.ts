import { SyntaxKind, createScanner } from "jsonc-parser";
import type { PublicRecord, RecordNames } from "@analyses/protocol/referenceRequests";
import { isNameOf } from "@analyses/protocol/referenceRequests";
import type { RegistryLink, RegistryReference } from "@analyses/protocol/references";
import {
  documentJson,
  identifierProperty,
  isCalledAsRecord,
  leadsTo,
  readRegistryLink,
} from "@analyses/protocol/references";
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
const addressForm = /https?:\/\/[^\s"'`<>()[\]{}|\\^]+/gi;
/** An address up to the end of the last record that it names: looked for in each address once, however long it is. */
const recordForm = /^https?:\/\/.+\/rest\/[A-Za-z]+\/[^?#/]+/i;

/** Begins where the signs do: from each of thousands, the rest would be read once more. */
const sentenceEnd = /(?<![.,;:!?*_~])[.,;:!?*_~]+$/;

/** The links to records of registries in a text, in their order. */
export function* linksInText(text: string): Generator<LinkInText> {
  for (const { link, start } of addressesInText(text)) {
    const target = readRegistryLink(link);
    if (target !== undefined) yield { link, target, start, end: start + link.length };
  }
}

function* addressesInText(text: string): Generator<{ readonly link: string; readonly start: number }> {
  for (const { 0: address, index } of text.matchAll(addressForm)) {
    // What ends a sentence is not the end of an identifier.
    yield { link: recordForm.exec(address)?.[0].replace(sentenceEnd, "") ?? "", start: index };
  }
}

/** The base URLs of registries in a text, where its links to records and to reviews begin with them, in their order. */
export function* basesInText(text: string): Generator<Span & { readonly baseUrl: string }> {
  for (const { link, start } of addressesInText(text)) {
    // A review is no record that can be asked for, but its link has the same base URL (specification, section 2).
    const baseUrl = readRegistryLink(link.replace(reviewForm, "/rest/groups/$1"))?.baseUrl;
    if (baseUrl !== undefined) yield { baseUrl, start, end: start + link.search(pathForm) };
  }
}

/** What makes the links of registries at some base URLs lead to another: what stands in them before `/rest/`. */
export function rewritings(text: string, bases: ReadonlySet<string>, newBase: string): readonly TextChange[] {
  return [...basesInText(text)]
    .filter(({ baseUrl }) => bases.has(baseUrl))
    .map(({ start, end }) => ({ start, end, newText: newBase }));
}

const pathForm = /\/rest\/[^/]+\/[^/]+$/i;
const reviewForm = /\/rest\/reviews\/([^/]+)$/i;

/** A string of a JSON text, and where it stands, with its quotes. */
interface WrittenString extends Span {
  readonly value: string;
}

/** A reference as it stands in a text: an object of JSON, or a link whose text is the name. */
export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  /** What it calls the record: undefined where an object has no name, or one of its own. */
  readonly name: WrittenString | undefined;
  readonly link: WrittenString;
  readonly notation: "json" | "markdown" | "html";
}

/** A change that makes a reference say what the registry says. */
export interface ReferenceUpdate extends TextChange {
  /** Whether what it replaces may be the author's own wording: then it is made only where the author ticks it. */
  readonly mayBeWording?: boolean;
}

const kinds = ["group", "person"] as const;

/**
 * The references with a link in a JSON text, in their order, however deep they stand. Tolerates text that is
 * not, or not yet, JSON.
 */
export function writtenReferences(text: string): readonly WrittenReference[] {
  const references: WrittenReference[] = [];
  const open: (OpenObject | undefined)[] = [];
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
        open.push({ names: [], strings: new Map() });
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
        if (name !== undefined) open.at(-1)?.names.push(name);
        break;
      case SyntaxKind.StringLiteral: {
        const start = scanner.getTokenOffset();
        name = scanner.getTokenValue();
        if (of === undefined) break;
        open.at(-1)?.strings.set(of, { value: name, start, end: start + scanner.getTokenLength() });
        break;
      }
      default:
    }
  }
  while (open.length > 0) close();
  return references.sort((a, b) => a.link.start - b.link.start);
}

/** An object that is being read: the names of its properties, and those that are strings. */
interface OpenObject {
  readonly names: string[];
  readonly strings: Map<string, WrittenString>;
}

/** An object with identifiers of both kinds is something else than a reference. */
function referenceIn(object: OpenObject | undefined): WrittenReference | undefined {
  const link = object?.strings.get("link");
  if (object === undefined || link === undefined) return undefined;
  const { names, strings } = object;
  const identified = kinds.flatMap((kind) => {
    const id = strings.get(identifierProperty[kind]);
    return id === undefined ? [] : [{ kind, id: id.value }];
  });
  const [only, other] = identified;
  if (only === undefined || other !== undefined) return undefined;
  const name = isCalledAsRecord(names, (other) => strings.has(other)) ? strings.get("name") : undefined;
  return { ...only, name, link, notation: "json" };
}

/** A link of Markdown with a text (CommonMark 0.31, section 6.3), or of HTML with nothing but text in it. */
const linkForms = [
  {
    notation: "markdown",
    form: /(?<!!)\[(?<text>(?:[^[\]<>\\\n]|\\.){1,500})\]\(<?(?<link>https?:\/\/[^\s<>()"']+)>?(?:[ \t]+"[^"\n]*")?\)/dg,
    read: (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1"),
  },
  {
    notation: "html",
    form: /<a\b[^<>]{0,500}?\bhref=["'](?<link>https?:\/\/[^"'<>\s]+)["'][^<>]{0,500}>(?<text>[^<>[\]]{1,500})<\/a>/dgi,
    read: unescapedHtml,
  },
] as const;

/** The links of a text of Markdown or HTML to records of registries, each a reference whose name is the link's text. */
export function linkReferences(text: string): readonly WrittenReference[] {
  return linkForms.flatMap(({ notation, form, read }) =>
    [...text.matchAll(form)].flatMap(({ groups, indices }): WrittenReference[] => {
      const [textStart = 0, textEnd = 0] = indices?.groups?.text ?? [];
      const [linkStart = 0, linkEnd = 0] = indices?.groups?.link ?? [];
      const address = unescapedHtml(groups?.link ?? "");
      const target = readRegistryLink(address);
      const kind = kinds.find((each) => each === target?.kind);
      if (target === undefined || kind === undefined) return [];
      const name = { value: read(groups?.text ?? ""), start: textStart, end: textEnd };
      const link = { value: address, start: linkStart, end: linkEnd };
      return [{ kind, id: target.id, name, link, notation }];
    }),
  );
}

/** Whether a reference's link leads to the record that its identifier names. */
export function agreesWithItself(reference: WrittenReference): boolean {
  return leadsTo(reference.link.value, reference);
}

/**
 * What makes a reference say what the registry says of its record: its name, where the registry has that for none of
 * the record's, and in JSON its link where that leads to the record. Of links in Markdown and HTML the address is what
 * it is found by.
 */
export function updatesOf(
  reference: WrittenReference,
  record: RecordNames & Pick<PublicRecord, "link">,
): readonly ReferenceUpdate[] {
  const { name, link, notation } = reference;
  const isObject = notation === "json";
  const wanted = isObject ? record.name : withoutControls(record.name);
  return [
    ...(name === undefined || wanted === "" || isNameOf(name.value, record)
      ? []
      : change(name, wanted, notation)),
    ...(isObject && leadsTo(record.link, reference) ? change(link, record.link, notation) : []),
  ];
}

const writers = { json: documentJson, markdown: escapedMarkdown, html: escapedHtml };

function change(
  { value, start, end }: WrittenString,
  wanted: string,
  notation: WrittenReference["notation"],
): readonly ReferenceUpdate[] {
  const write = writers[notation];
  const newText = write(wanted);
  // Blanks are not written as they are everywhere.
  return write(value) === newText ? [] : [{ start, end, newText, mayBeWording: notation !== "json" }];
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

const htmlEntities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function unescapedHtml(text: string): string {
  return Object.entries(htmlEntities).reduce((read, [entity, sign]) => read.replaceAll(entity, sign), text);
}

function escapedHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
