import { memoized } from "@analyses/json";

/** The maximum number of results; a schema can list thousands. */
const maxNearest = 5;
/** Longer names have no near matches: the time of a comparison grows with the square of the length. */
const maxComparedLength = 100;
const maxCached = 1000;
/**
 * Longer lists have no near matches, because comparing all of them is too slow; authors find their terms by completion.
 */
export const maxCandidates = 5000;

/**
 * Returns the candidates that `given` may be a misspelling of, at most five, best first: those that differ only in case
 * and separators, or by a few letters (optimal string alignment distance); otherwise the only one that `given`
 * abbreviates.
 *
 * @param candidates the same array for the same candidates, because it is the cache key
 */
export function nearestTo(given: string, candidates: readonly string[]): readonly string[] {
  if (candidates.length > maxCandidates || given.length > maxComparedLength) return [];
  const { words, answers } = wordsOf(candidates);
  const remembered = answers.get(given);
  if (remembered !== undefined) return remembered;
  const alike = nearestAmong(wordOf(given), words);
  const nearest = alike.length > 0 ? alike : shortenedOf(given, candidates);
  if (answers.size < maxCached) answers.set(given, nearest);
  return nearest;
}

/** A candidate, prepared for comparison: its normalised text, and its characters as a bit mask. */
interface Word {
  readonly candidate: string;
  readonly plain: string;
  readonly characters: number;
}

const wordsOf = memoized((candidates: readonly string[]) => ({
  words: candidates.map(wordOf),
  answers: new Map<string, readonly string[]>(),
}));

function nearestAmong(own: Word, words: readonly Word[]): readonly string[] {
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  // Once there are `maxNearest` matches, only closer candidates matter, so the limit falls below the farthest match.
  let limit = maxDistanceOf(own.plain);
  for (const { candidate, plain, characters } of words) {
    // One edit changes at most two bits, those of a removed and an added letter.
    if (bitsIn(own.characters ^ characters) > 2 * limit) continue;
    const wordDistance = distance(own.plain, plain, limit);
    if (wordDistance > limit) continue;
    found.push({ candidate, distance: wordDistance });
    found.sort((one, other) => one.distance - other.distance).splice(maxNearest);
    if (found.length === maxNearest) limit = (found.at(-1)?.distance ?? limit) - 1;
  }
  return found.map(({ candidate }) => candidate);
}

/**
 * Whether two names that are alike as a whole are alike in each word too: `MEAN_DIFFERENCE` is not like
 * `RISK_DIFFERENCE`. True for single words and for different numbers of words, which cannot be compared.
 */
export function areAlikeWordByWord(given: string, candidate: string): boolean {
  const [own, others] = [partsOf(given), partsOf(candidate)];
  if (own.length !== others.length || own.length === 1) return true;
  return own.every((part, index) => {
    const other = others[index] ?? "";
    const limit = Math.max(1, maxDistanceOf(part));
    return distance(part, other, limit) <= limit;
  });
}

/** The maximum distance of near names: one edit for every three letters, and none for names of two, usually codes. */
function maxDistanceOf(text: string): number {
  return Math.floor(text.length / 3);
}

/** Longer lists have no matches for abbreviations, because authors do not know all terms of such a list. */
const maxShortened = 100;

/**
 * The only candidate that `given` abbreviates or extends: `RR` for `RISK_RATIO`, `sd` for `standard-deviation`, `Fixed`
 * for `FIXED_EFFECT`, `Low risk` for `LOW`. None if there are several.
 */
function shortenedOf(given: string, candidates: readonly string[]): readonly string[] {
  const own = wordOf(given).plain;
  if (own.length < 2 || candidates.length > maxShortened) return [];
  const ownWords = partsOf(given);
  const found = candidates.filter((candidate) => {
    const parts = partsOf(candidate);
    return (
      (parts.length > 1 && isMadeOfBeginnings(own, parts)) ||
      (own.length >= 3 && parts.join("").startsWith(own)) ||
      (parts.length < ownWords.length && parts.length > 0 && parts.every((part, at) => part === ownWords[at]))
    );
  });
  return found.length === 1 ? found : [];
}

function partsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((part) => part !== "");
}

/** Whether the text is a concatenation of prefixes of all the words, in order. */
function isMadeOfBeginnings(text: string, [first, ...others]: readonly string[]): boolean {
  if (first === undefined) return text === "";
  for (
    let length = 1;
    length <= Math.min(first.length, text.length) && first[length - 1] === text[length - 1];
    length++
  )
    if (isMadeOfBeginnings(text.slice(length), others)) return true;
  return false;
}

function wordOf(candidate: string): Word {
  const plain = candidate
    .normalize()
    .toLowerCase()
    .replace(/[\s_-]/g, "");
  let characters = 0;
  // One bit for each letter. Other characters share the 32 bits, so the bits show at most as many differences as there
  // are.
  for (let at = 0; at < plain.length; at++) characters |= 1 << (plain.charCodeAt(at) & 31);
  return { candidate, plain, characters };
}

/** Counts the bits that are set (Warren, Hacker's Delight, section 5-1). */
function bitsIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const maxRowLength = 256;
/** Rows of the distance table; every comparison reuses them. */
const scratch = [
  new Uint16Array(maxRowLength),
  new Uint16Array(maxRowLength),
  new Uint16Array(maxRowLength),
] as const;

/**
 * The distance of two words; any number above `limit` if the distance exceeds it. No library: `fastest-levenshtein` and
 * `leven` count two exchanged letters, the commonest slip, as two changes, which misses names of four or five letters
 * (`nmae`, `toatl`), and they cannot stop at a limit.
 */
function distance(one: string, other: string, limit: number): number {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > limit || other.length >= maxRowLength) return limit + 1;
  let [beforePrevious, previous, current] = scratch;
  for (let column = 0; column <= other.length; column++) previous[column] = column;
  for (let row = 1; row <= one.length; row++) {
    const end = Math.min(other.length, row + limit);
    const begin = Math.max(1, row - limit);
    const letter = one.charCodeAt(row - 1);
    const before = row > 1 ? one.charCodeAt(row - 2) : NaN;
    // Fills only cells near the diagonal, because the distance in all other cells is greater than the limit.
    current[begin - 1] = begin === 1 && row <= limit ? row : limit + 1;
    let least = limit + 1;
    for (let column = begin; column <= end; column++) {
      const otherLetter = other.charCodeAt(column - 1);
      let cost = (previous[column - 1] ?? 0) + (letter === otherLetter ? 0 : 1);
      if (column < row + limit) cost = Math.min(cost, (previous[column] ?? 0) + 1);
      cost = Math.min(cost, (current[column - 1] ?? 0) + 1);
      const isSwapped = column > 1 && letter === other.charCodeAt(column - 2) && before === otherLetter;
      if (isSwapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit && row > 1) return limit + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[other.length] ?? 0;
}
