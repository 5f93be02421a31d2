import {
  isBracketGuess,
  isWellFormed,
  nextSignificant,
  pathAt,
  previousSignificant,
  propertiesOf,
  TextReader,
  withoutQuotes,
  type Yielding,
} from "@analyses/json";
import type { DocumentText, TextRepair } from "@analyses/json";
import { mayMislead, mistypedFinding, syntaxFinding, syntaxFindings } from "../diagnostics/syntax";
import type { SyntaxDraft } from "../diagnostics/syntax";
import { twoClosers } from "../diagnostics/words/syntaxWords";
import { type AnalysesDocument, updateDocument } from "../document/analysesDocument";
import type { FindingDraft } from "../findings/finding";
import { translate } from "../localisation/translate";

/** The maximum number of findings near which to look for the mistake. */
const maxPlaces = 4;
/** The maximum number of edits to try. */
const maxTried = 200;
/** The maximum length (UTF-16 units) of the texts to parse, all tried edits together. */
const maxParsed = 6_000_000;

/**
 * If an edit of one or two characters turns the whole text into JSON, replaces the syntax findings by one finding with
 * that edit as its fix, and drops the other findings that the edit removes. Of several such edits, takes the one that
 * leaves the fewest findings, then one that removes no letter or digit.
 *
 * @param drafts all findings of the document
 * @param check returns all findings of a changed document
 */
export function* asOneMistake(
  document: AnalysesDocument,
  drafts: readonly FindingDraft[],
  check: (changed: AnalysesDocument) => Yielding<readonly FindingDraft[]>,
): Yielding<readonly FindingDraft[]> {
  const found = drafts.filter(isSyntaxError);
  if (!mayBeOne(found)) return drafts;
  const maxEdits = Math.min(maxTried, maxParsed / document.text.length);
  let best: EditResult | undefined;
  let isUnsure = false;
  const plain = withoutComments(document, drafts);
  for (const edit of editsFor(document, found, drafts).slice(0, maxEdits)) {
    yield 0;
    const others = () =>
      withoutComments(
        document,
        drafts.filter((draft) => draft !== edit.comment),
      );
    if (!mayBecomeJson(edit.comment === undefined ? plain : others(), edit)) continue;
    const changed = edited(document, edit);
    if (!isJson(changed)) continue;
    const result: EditResult = {
      edit,
      remaining: yield* check(changed),
      losesText: /[\p{L}\d]/u.test(document.text.slice(edit.start, edit.end)) && edit.finding === undefined,
      compactText: changed.text.toString().replace(/\s/g, ""),
    };
    const order = best === undefined ? -1 : compare(result, best);
    if (order < 0) [best, isUnsure] = [result, false];
    // Two equally good edits with different results: the author has to choose.
    else if (order === 0 && result.compactText !== best?.compactText) isUnsure = true;
  }
  if (best === undefined) return drafts;
  const { edit, remaining } = best;
  const known = new Set(drafts.map(keyOf));
  const isOfBrackets = /[{}[\]]/.test(document.text.slice(edit.start, edit.end) + edit.newText);
  // A bracket in the wrong place gives JSON too, but then the schemas report something new, which makes the edit
  // unsure.
  if (isOfBrackets && remaining.some((draft) => !known.has(keyOf(draft)))) isUnsure = true;
  const finding = edit.finding ?? mistypedFinding(document, edit);
  const kept = new Set(remaining.map(keyOf));
  return [
    { ...finding, data: { ...finding.data, isUnsure } },
    ...drafts.filter(
      (draft) =>
        !isSyntaxError(draft) &&
        draft !== edit.comment &&
        (draft.code === "syntax" || kept.has(keyOf(draft))),
    ),
  ];
}

interface Edit extends TextRepair {
  /** The finding that has the edit as its fix; absent if the edit only lies near a finding. */
  readonly finding?: SyntaxDraft;
  /** The comment that the edit turns back into JSON text; absent for edits outside comments. */
  readonly comment?: FindingDraft;
}

/** The result of an edit that turns the text into JSON. */
interface EditResult {
  readonly edit: Edit;
  /** The findings after the edit. */
  readonly remaining: readonly FindingDraft[];
  /** Whether the edit removes a letter or a digit. */
  readonly losesText: boolean;
  /** The text after the edit, without white space. */
  readonly compactText: string;
}

function compare(one: EditResult, other: EditResult): number {
  return one.remaining.length - other.remaining.length || Number(one.losesText) - Number(other.losesText);
}

/** The maximum number of findings that one mistake is expected to cause. */
const maxFindings = 6;
/** The maximum distance (UTF-16 units) between the findings of one mistake, unless the mistake is a lost bracket. */
const maxDistance = 500;

/**
 * Whether syntax findings can come from one mistake: they are few and close together. Only a lost bracket can cause
 * findings far away, so findings of brackets may have any distance.
 */
function mayBeOne(found: readonly SyntaxDraft[]): boolean {
  const here = found
    .toSorted((one, other) => one.start - other.start)
    .filter(
      ({ data: { problem } }) =>
        problem !== "mistyped" && problem !== "text-after-end" && !isBracketGuess(problem),
    );
  const [first, last] = [here.at(0), here.at(-1)];
  const isFar = first !== undefined && last !== undefined && last.start - first.end > maxDistance;
  return found.length <= maxFindings && !isFar && mayMislead(found);
}

/** Whether the finding is a syntax finding other than a comment, which parsers can skip. */
function isSyntaxError(draft: FindingDraft): draft is SyntaxDraft {
  return draft.data.kind === "syntax" && !isComment(draft);
}

/** Drops the findings of missing properties that an author has commented out in their object. */
export function withoutLeftOut(
  document: AnalysesDocument,
  drafts: readonly FindingDraft[],
): readonly FindingDraft[] {
  const comments = drafts.filter(isComment).map(({ start, end }) => ({
    text: document.text.slice(start, end),
    object: pathAt(document, start).steps.at(-1)?.start,
  }));
  const isLeftOut = ({ data }: FindingDraft): boolean =>
    data.kind === "missing-property" &&
    comments.some(({ text, object }) => object === data.object && text.includes(JSON.stringify(data.name)));
  return drafts.filter((draft) => !isLeftOut(draft));
}

function isComment({ data }: FindingDraft): boolean {
  return data.kind === "syntax" && data.problem === "comment";
}

/**
 * The key of a finding in the text before and after an edit. The edit shifts offsets, so the message identifies the
 * finding: it names the property or value.
 */
const keyOf = ({ code, message }: FindingDraft): string => `${code} ${message}`;

/** The text with spaces in place of its comments and its byte order mark, which leaves all offsets valid. */
function withoutComments({ text }: AnalysesDocument, drafts: readonly FindingDraft[]): string {
  const comments = drafts.filter(isComment);
  const plain = comments.reduce(
    (written, { start, end }) => written.replace(start, end, " ".repeat(end - start)),
    text,
  );
  return plain.toString().replace("\u{feff}", " ");
}

/** Whether the edited text is JSON for `JSON.parse`, which rejects most edits far faster than the syntax tree. */
function mayBecomeJson(plain: string, { start, end, newText }: TextRepair): boolean {
  try {
    JSON.parse(plain.slice(0, start) + newText + plain.slice(end));
    return true;
  } catch {
    return false;
  }
}

function isJson(document: AnalysesDocument): boolean {
  const { root, problems } = document;
  if (isWellFormed(root.node)) return problems.every(({ kind }) => kind === "comment");
  return (
    !syntaxFindings(document, root).some(isSyntaxError) && problems.every(({ kind }) => kind === "comment")
  );
}

function edited(document: AnalysesDocument, { start, end, newText }: TextRepair): AnalysesDocument {
  const range = document.text.rangeBetween(start, end);
  return updateDocument(document, [{ range, text: newText }], document.version);
}

/**
 * The edits to try, in this order: the findings' own fixes; edits that turn a comment back into JSON; the removal of a
 * bracket that opens a value of the wrong type; and edits near the first findings.
 */
function editsFor(
  document: AnalysesDocument,
  found: readonly SyntaxDraft[],
  drafts: readonly FindingDraft[],
): readonly Edit[] {
  const owns = found.flatMap((finding) => ownEdit(document, finding));
  const near = found
    .slice(0, maxPlaces)
    .flatMap((finding) => editsNear(document, finding))
    .filter((edit) => keepsNumbers(document, edit));
  const misread = drafts.filter(
    ({ code, start }) => code === "wrong-type" && /[{[]/.test(document.text.slice(start, start + 1)),
  );
  const openers = misread
    .slice(0, maxPlaces)
    .map(({ start }): Edit => ({ start, end: start + 1, newText: "", certain: false }));
  const distinct = new Map<string, Edit>();
  const comments = drafts.filter(isComment).slice(0, maxPlaces);
  for (const edit of [
    ...owns,
    ...comments.flatMap((comment) => uncommented(document, comment)),
    ...openers,
    ...near,
  ]) {
    const key = JSON.stringify([edit.start, edit.end, edit.newText]);
    if (!distinct.has(key)) distinct.set(key, edit);
  }
  return [...distinct.values()];
}

/** The edit that removes the `//` or `#` of a comment that hides an opening bracket or only part of a property. */
function uncommented({ text }: AnalysesDocument, comment: FindingDraft): readonly Edit[] {
  const { start } = comment;
  const [marker] = /^(?:\/\/+|#+)/.exec(text.slice(start, comment.end)) ?? [];
  if (marker === undefined) return [];
  const repair = { start, end: start + marker.length, newText: "", certain: false };
  const message = translate(
    "This comment takes away only a part: remove `{0}`, or what is left of it as well.",
    marker,
  );
  const data = { kind: "syntax", problem: "mistyped", repair } as const;
  const finding: SyntaxDraft = { code: "syntax", message, start, end: repair.end, related: [], data };
  return [{ ...repair, comment, finding }];
}

/**
 * Whether an edit leaves every number near it unchanged, with the letters, plus or minus signs and points at its
 * digits.
 */
function keepsNumbers({ text }: AnalysesDocument, { start, end, newText }: Edit): boolean {
  const before = text.slice(Math.max(0, start - maxNumberLength), start);
  const after = text.slice(end, end + maxNumberLength);
  return numbersIn(before + newText + after) === numbersIn(before + text.slice(start, end) + after);
}

/** How far from an edit (UTF-16 units) to read numbers. */
const maxNumberLength = 40;

const numbersIn = (written: string): string =>
  (written.match(/[\p{L}\d.+-]*\d[\p{L}\d.+-]*/gu) ?? []).join(" ");

function ownEdit({ text }: AnalysesDocument, finding: SyntaxDraft): readonly Edit[] {
  const { start, end, data } = finding;
  if (data.repair !== undefined) return [{ ...data.repair, finding }];
  if (data.problem !== "word-not-quoted") return [];
  const newText = JSON.stringify(withoutQuotes(text.slice(start, end)));
  return [{ start, end, newText, certain: false, finding }];
}

/** The structural characters of JSON (RFC 8259, section 2), and the quote. */
const jsonCharacters = ["{", "}", "[", "]", ",", ":", '"'];

/** Edits near a finding and its fix that add, remove or replace one character, or exchange it with the next one. */
function editsNear(document: AnalysesDocument, { start, end, data }: SyntaxDraft): readonly Edit[] {
  const { text } = document;
  const { problem, repair } = data;
  const before = previousSignificant(text, start)?.at ?? start;
  const after = nextSignificant(text, end)?.at ?? end;
  const isInList = problem === "key-expected" || problem === "value-expected";
  const list = isInList ? valueBefore(document, start) : undefined;
  const lineEnd = problem === "string-not-closed" ? new TextReader(text).endOfLine(end) : undefined;
  const isNotClosed = problem === "brace-not-closed" || problem === "bracket-not-closed";
  const places = [
    ...[start, after, ...(repair === undefined ? [] : [repair.start - 1, repair.start])],
    // The end of the finding, the two significant characters before it, and the second one after it.
    ...(isNotClosed ? [] : [end - 1, before, previousSignificant(text, before)?.at ?? before]),
    ...(isNotClosed ? [] : [nextSignificant(text, after + 1)?.at ?? after]),
  ];
  const afterFix = repair === undefined ? start : (nextSignificant(text, repair.start)?.at ?? start);
  return [
    ...namesWithoutQuote(document, start),
    ...(list === undefined ? [] : [edit(list, list, "["), edit(list, list + 1, "[")]),
    ...(lineEnd === undefined ? [] : [edit(lineEnd, nextSignificant(text, lineEnd)?.at ?? lineEnd, " ")]),
    ...["{", "[", '"'].flatMap((opener) => [edit(start, start, opener), edit(after + 1, after + 1, opener)]),
    ...["}", "]", ",", ":", '"'].map((closer) => edit(end, end, closer)),
    ...[...new Set(places)].flatMap((at) => otherCharacters(text, at)),
    ...(problem === "closer-extra" ? [edit(start, after + 1, "")] : []),
    ...[before, start - 1, start, end - 2, end - 1, afterFix].map((at) => exchanged(text, at)),
  ].filter((one) => one.start >= 0 && one.end <= text.length);
}

function edit(start: number, end: number, newText: string): Edit {
  return { start, end, newText, certain: false };
}

/** The edits that remove or replace a character. */
function otherCharacters(text: DocumentText, at: number): readonly Edit[] {
  const written = text.slice(at, at + 1);
  if (/\s/.test(written)) return [];
  // A letter may be a mistyped quote or comma, but hardly a bracket.
  const candidates = /[\p{L}\d]/u.test(written) ? ['"', ","] : jsonCharacters;
  return ["", ...candidates].map((character) => edit(at, at + 1, character));
}

/** The edit that exchanges a character with the next one, or with the next closing bracket. */
function exchanged(text: DocumentText, at: number): Edit {
  const next = nextSignificant(text, at + 1)?.at ?? at + 1;
  const to = twoClosers.test(text.slice(at, next + 1)) ? next + 1 : at + 2;
  return edit(at, to, text.slice(to - 1, to) + text.slice(at + 1, to - 1) + text.slice(at, at + 1));
}

/**
 * Edits that add a closing quote before a colon on the line of an offset: the parser reads a name without its closing
 * quote up to the next quote.
 */
function namesWithoutQuote(document: AnalysesDocument, offset: number): readonly Edit[] {
  const { text } = document;
  const from = text.offsetAt({ line: text.positionAt(offset).line, character: 0 });
  const written = text.slice(from, Math.min(new TextReader(text).endOfLine(offset), from + maxDistance));
  return [...written.matchAll(/"[^":,{}[\]]+(?=:)/g)].slice(0, maxPlaces).flatMap(({ 0: name, index }) => {
    const end = from + index + name.length;
    const repair = { start: end, end, newText: '"', certain: false };
    const problem = { kind: "string-not-closed", start: from + index, end, repair } as const;
    return syntaxFinding(document, problem).map((finding): Edit => ({ ...repair, finding }));
  });
}

/** The start of the last value before an offset in its object: a list that lacks its `[` may begin there. */
function valueBefore(document: AnalysesDocument, offset: number): number | undefined {
  const object = pathAt(document, offset).steps.findLast(({ node }) => node.kind === "object");
  if (object?.node.kind !== "object") return undefined;
  const { node, start } = object;
  const values = [...propertiesOf({ node, start })].map(({ value }) => value.start);
  return values.findLast((at) => at < offset);
}
