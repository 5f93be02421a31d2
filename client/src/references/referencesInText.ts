// Finds links and references in a text of any language.

import { type PublicRecord, type RecordNames, isNameOf } from "@analyses/protocol/referenceMessages";
import type { RegistryLink, RegistryReference } from "@analyses/protocol/references";
import {
  documentJson,
  identifierProperty,
  isCalledAsRecord,
  leadsTo,
  readRegistryLink,
} from "@analyses/protocol/references";
import { type Container, type Span, type TextChange, containersIn } from "./jsonReading";
import { escapedMarkdown, withoutControls } from "../platform/displayText";

interface LinkInText extends Span {
  readonly link: string;
  readonly target: RegistryLink;
}

/**
 * The characters of an address in running text, Markdown, HTML or JSON. Brackets and quotes end it: links that this
 * extension writes percent-encode brackets.
 */
const addressForm = /https?:\/\/[^\s"'`<>()[\]{}|\\^]+/gi;
/** An address up to the last record's identifier in it: greedy, so that a long address is searched only once. */
const recordForm = /^https?:\/\/.+\/rest\/[A-Za-z]+\/[^?#/]+/i;

/**
 * Punctuation at the end of an address. The lookbehind lets a match start only at the first mark: without it, thousands
 * of marks take quadratic time.
 */
const sentenceEnd = /(?<![.,;:!?*_~])[.,;:!?*_~]+$/;

/** The links to registries' records in a text, in order. */
export function* linksInText(text: string): Generator<LinkInText> {
  for (const { link, start } of addressesInText(text)) {
    const target = readRegistryLink(link);
    if (target !== undefined) yield { link, target, start, end: start + link.length };
  }
}

function* addressesInText(text: string): Generator<{ readonly link: string; readonly start: number }> {
  for (const { 0: address, index } of text.matchAll(addressForm)) {
    // This punctuation belongs to the sentence, not to the identifier.
    yield { link: recordForm.exec(address)?.[0].replace(sentenceEnd, "") ?? "", start: index };
  }
}

/** The base URLs in a text's links to records and reviews, in order. */
export function* basesInText(text: string): Generator<Span & { readonly baseUrl: string }> {
  for (const { link, start } of addressesInText(text)) {
    // The registry serves no reviews, but links to them have the same base URL (specification, section 2): reads such a
    // link as one to a group.
    const baseUrl = readRegistryLink(link.replace(reviewForm, "/rest/groups/$1"))?.baseUrl;
    if (baseUrl !== undefined) yield { baseUrl, start, end: start + link.search(pathForm) };
  }
}

/** The changes that replace some base URLs (the parts of links before `/rest/`) by a new base URL. */
export function rewritings(text: string, bases: ReadonlySet<string>, newBase: string): readonly TextChange[] {
  return [...basesInText(text)]
    .filter(({ baseUrl }) => bases.has(baseUrl))
    .map(({ start, end }) => ({ start, end, newText: newBase }));
}

const pathForm = /\/rest\/[^/]+\/[^/]+$/i;
const reviewForm = /\/rest\/reviews\/([^/]+)$/i;

/** A string of a JSON text, with its span including quotes. */
interface WrittenString extends Span {
  readonly value: string;
}

/** A reference in a text: a JSON object, or a link with the name as its text. */
export interface WrittenReference {
  readonly kind: RegistryReference["kind"];
  readonly id: string;
  /**
   * The record's name in the text. Undefined if a JSON object has no name, or has one of its own, as a study that
   * refers to its centre does.
   */
  readonly name: WrittenString | undefined;
  readonly link: WrittenString;
  readonly notation: "json" | "markdown" | "html";
}

export interface ReferenceUpdate extends TextChange {
  /** Whether the replaced text may be the author's own wording: such changes need confirmation. */
  readonly mayBeWording?: boolean;
}

const kinds = ["group", "person"] as const;

/**
 * The references with a link in a JSON text, at any depth, in order. Tolerates text that is not valid JSON (yet).
 */
export function writtenReferences(text: string): readonly WrittenReference[] {
  return [...containersIn(text)].flatMap(referencesIn).sort((a, b) => a.link.start - b.link.start);
}

/** The reference that an object is, if any: an object that identifies both a group and a person is none. */
function referencesIn({ members }: Container): readonly WrittenReference[] {
  const strings = new Map(
    members.flatMap(({ name, value: { start, end, text: value } }) =>
      value === undefined ? [] : [[name, { start, end, value }]],
    ),
  );
  const link = strings.get("link");
  const [only, other] = kinds.flatMap((kind) => {
    const id = strings.get(identifierProperty[kind])?.value;
    return id === undefined ? [] : [{ kind, id }];
  });
  if (link === undefined || only === undefined || other !== undefined) return [];
  const names = members.map(({ name }) => name);
  const isCalled = isCalledAsRecord(names, (each) => strings.has(each));
  return [{ ...only, name: isCalled ? strings.get("name") : undefined, link, notation: "json" }];
}

/** A Markdown link with a text (CommonMark 0.31, section 6.3), or an HTML link that contains only text. */
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

/** The links to records in Markdown or HTML, as references with the link's text as name. */
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

/** Whether a reference's link leads to the record with its identifier. */
export function agreesWithItself(reference: WrittenReference): boolean {
  return leadsTo(reference.link.value, reference);
}

/**
 * The changes that update a reference to its record: its name, unless it is one of the record's names, and in JSON its
 * link, if the record's link leads to the same record. In Markdown and HTML the link stays, because it identifies the
 * record.
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
  // Compare formatted texts, because blanks can be written in several forms.
  return write(value) === newText ? [] : [{ start, end, newText, mayBeWording: notation !== "json" }];
}

/** Formats a reference for a language other than JSON. */
export function referenceText(reference: RegistryReference, languageId: string): string {
  const name = withoutControls(reference.name === "" ? reference.id : reference.name);
  const named = { link: reference.link, name };
  if (languageId === "markdown") return markdownLink(named);
  if (isMarkup(languageId)) return `<a href="${attributeLink(named.link)}">${escapedHtml(named.name)}</a>`;
  return `${named.name} <${named.link}>`.replace(/\s+/g, " ");
}

/**
 * The link alone, for a caret where only an address is valid: in the parentheses of a Markdown link, in a link
 * reference definition, in an autolink, in an HTML attribute. Undefined elsewhere.
 *
 * @param before the text before the caret, at least from the beginning of its line
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

/** A Markdown link that shows the name literally, with Markdown characters escaped. */
export function markdownLink({ name, link }: Pick<RegistryReference, "name" | "link">): string {
  return `[${escapedMarkdown(withoutControls(name))}](${markdownTarget(link)})`;
}

function markdownTarget(link: string): string {
  return link.replace(/[\s<>\\]/g, encodeURIComponent).replace(/[()]/g, percentEncoded);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** Escapes a link for an attribute in single or double quotes. */
function attributeLink(link: string): string {
  return escapedHtml(link.replaceAll("'", percentEncoded));
}

const htmlEntities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function unescapedHtml(text: string): string {
  return Object.entries(htmlEntities).reduce(
    (read, [entity, character]) => read.replaceAll(entity, character),
    text,
  );
}

function escapedHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
