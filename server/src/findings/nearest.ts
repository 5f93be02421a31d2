import { memoized } from "@analyses/json";

/** More are of no help, and a schema may list thousands. */
const mostNearest = 5;
/** Of thousands of candidates those are compared that have the most characters in common. */
const mostCompared = 300;
/** Longer names are never near: comparing them would cost too much. */
const longestCompared = 100;
const mostRemembered = 1000;
/** Longer lists, of terms, are chosen from as one types: making them ready takes longer than anybody waits. */
const mostCandidates = 20_000;

/** A candidate as it is compared: what is written in one way only, and which characters are in it. */
interface Word {
  readonly candidate: string;
  /** Its place among the candidates, which decides between equals. */
  readonly index: number;
  readonly plain: string;
  readonly characters: number;
}

interface Found {
  readonly word: Word;
  readonly distance: number;
}

/** Candidates made ready to be compared, and what came of it. */
interface Words {
  readonly byLength: ReadonlyMap<number, readonly Word[]>;
  readonly answers: Map<string, readonly string[]>;
}

/**
 * The candidates that the author of `given` may have meant, at most five and the likeliest first: equal
 * but for case and punctuation, else a few letters away (optimal string alignment distance), else the only one that
 * `given` is short for.
 *
 * @param candidates the same array for the same candidates: what is made of them is remembered
 */
export function nearestTo(given: string, candidates: readonly string[]): readonly string[] {
  if (candidates.length > mostCandidates) return [];
  const words = wordsOf(candidates);
  const remembered = words.answers.get(given);
  if (remembered !== undefined) return remembered;
  const alike = nearestAmong(given, words);
  const nearest = alike.length > 0 ? alike : shortenedOf(given, candidates);
  if (words.answers.size < mostRemembered) words.answers.set(given, nearest);
  return nearest;
}

function nearestAmong(given: string, { byLength }: Words): readonly string[] {
  const own = wordOf(given);
  const furthest = mostDifferent(own.plain);
  if (own.plain.length > longestCompared) return [];
  const alike: Word[][] = [];
  for (let length = own.plain.length - furthest; length <= own.plain.length + furthest; length++) {
    for (const word of byLength.get(length) ?? []) {
      // Each letter changes two characters at most: one that goes and one that comes.
      const least = Math.max(
        Math.ceil(bitsIn(own.characters ^ word.characters) / 2),
        Math.abs(length - own.plain.length),
      );
      if (least <= furthest) (alike[least] ??= []).push(word);
    }
  }
  let found: readonly Found[] = [];
  // Once there are enough, only those are of interest that are no farther away than they.
  let limit = furthest;
  let left = mostCompared;
  for (let least = 0; least <= limit && left > 0; least++) {
    for (const word of (alike[least] ?? []).slice(0, left)) {
      left -= 1;
      if (least > limit) break;
      const away = distance(own.plain, word.plain, limit);
      if (away > limit) continue;
      found = [...found, { word, distance: away }]
        .sort((one, other) => one.distance - other.distance || one.word.index - other.word.index)
        .slice(0, mostNearest);
      if (found.length === mostNearest) limit = found.at(-1)?.distance ?? limit;
    }
  }
  return found.map(({ word }) => word.candidate);
}

/** Whether one is like the other in each of its words: `MEAN_DIFFERENCE` is another thing than `RISK_DIFFERENCE`. */
export function areAlikeWordByWord(given: string, candidate: string): boolean {
  const [own, others] = [partsOf(given), partsOf(candidate)];
  if (own.length !== others.length || own.length === 1) return true;
  return own.every((part, index) => {
    const other = others[index] ?? "";
    const limit = mostDifferent(part);
    return Math.abs(part.length - other.length) <= limit && distance(part, other, limit) <= limit;
  });
}

function mostDifferent(text: string): number {
  return Math.max(1, Math.floor(text.length / 3));
}

/** Abbreviations are looked up in short lists only: of longer ones authors do not know them. */
const mostShortened = 100;

/**
 * The one candidate of which `given` is a short form or a longer one: `RR` for `RISK_RATIO`, `sd` for
 * `standard-deviation`, `Fixed` for `FIXED_EFFECT`, `Low risk` for `LOW`. Nothing where several may be meant.
 */
function shortenedOf(given: string, candidates: readonly string[]): readonly string[] {
  const own = wordOf(given).plain;
  if (own.length < 2 || own.length > longestCompared || candidates.length > mostShortened) return [];
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

/** Whether a text is a beginning of each of the words, one after the other. */
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

const wordsOf = memoized((candidates: readonly string[]): Words => {
  const byLength = new Map<number, Word[]>();
  for (const [index, candidate] of candidates.entries()) {
    const word = wordOf(candidate, index);
    const ofLength = byLength.get(word.plain.length);
    if (ofLength === undefined) byLength.set(word.plain.length, [word]);
    else ofLength.push(word);
  }
  return { byLength, answers: new Map() };
});

function wordOf(candidate: string, index = 0): Word {
  const plain = candidate
    .normalize()
    .toLowerCase()
    .replace(/[\s_-]/g, "");
  let characters = 0;
  for (let at = 0; at < plain.length; at++) characters |= 1 << (plain.charCodeAt(at) & 31);
  return { candidate, index, plain, characters };
}

/** How many bits of 32 are set. */
function bitsIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const longestRow = 256;
/** The rows of the table that is filled, used again by each comparison. */
const scratch = [
  new Uint16Array(longestRow),
  new Uint16Array(longestRow),
  new Uint16Array(longestRow),
] as const;

/**
 * The distance of two words whose lengths differ by `limit` at most; more than `limit` where it is more. No library:
 * `fastest-levenshtein` and `leven` count two exchanged letters, the commonest slip, as two changes, by which no name of
 * four or five letters is found (`nmae`, `toatl`), and have no limit at which to stop.
 */
function distance(one: string, other: string, limit: number): number {
  if (one === other) return 0;
  if (other.length >= longestRow) return limit + 1;
  let [beforePrevious, previous, current] = scratch;
  for (let column = 0; column <= other.length; column++) previous[column] = column;
  for (let row = 1; row <= one.length; row++) {
    const end = Math.min(other.length, row + limit);
    const begin = Math.max(1, row - limit);
    const letter = one.charCodeAt(row - 1);
    const before = row > 1 ? one.charCodeAt(row - 2) : NaN;
    // Only cells near the diagonal are filled: those beside them count as too far away.
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
