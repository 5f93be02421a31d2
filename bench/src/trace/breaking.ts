import type { Plant, Stretch } from "../documents/benchDocument";
import type { Episode } from "./episode";
import { oneChange } from "./episode";
import { find } from "../documents/textPositions";

const analysisHead = String.raw`\{\s*"number":\s*\d+,\s*"name":\s*"[^"]*",\s*"outcome-type"`;
const groupHead = String.raw`\{\s*"number":\s*\d+,\s*"name":\s*"Drug `;

/** How far behind a broken place a reader may notice: where the next thing begins. */
const reach = 250;

interface Breaking {
  readonly name: string;
  /** What is replaced; has the flag `g`. */
  readonly what: RegExp;
  readonly by: string;
  readonly code: Plant["code"];
  /** Where the finding has to be, at one of these; if not at the place itself. */
  readonly where?: (text: string, place: Stretch) => readonly Stretch[];
}

const breakings: readonly Breaking[] = [
  {
    name: "a comma between properties taken away",
    what: /(?<="model":\s*"RANDOM_EFFECTS"),/g,
    by: "",
    code: "syntax",
    where: soonAfter,
  },
  {
    name: "a closing quote taken away",
    what: /(?<="outcome-type":\s*"[A-Z_]+)"/g,
    by: "",
    code: "syntax",
    where: soonAfter,
  },
  {
    name: "an analysis's closing brace taken away",
    what: new RegExp(String.raw`\}(?=,\s*${analysisHead})`, "g"),
    by: "",
    code: "syntax",
    where: whereItOpensOrSoonAfter,
  },
  {
    name: "the bracket that closes an analysis's studies taken away",
    what: new RegExp(String.raw`\](?=\s*\},\s*${analysisHead})`, "g"),
    by: "",
    code: "syntax",
    where: whereItOpensOrSoonAfter,
  },
  {
    name: "the bracket that closes a group's analyses taken away",
    what: new RegExp(String.raw`\](?=\s*\},\s*${groupHead})`, "g"),
    by: "",
    code: "syntax",
    where: whereItOpensOrSoonAfter,
  },
  {
    name: "an opening brace too many before an analysis",
    what: new RegExp(String.raw`(?=${analysisHead})`, "g"),
    by: "{",
    code: "syntax",
    where: soonAfter,
  },
  {
    name: "a quote before a key taken away",
    what: /"(?=analyses":)/g,
    by: "",
    code: "syntax",
    where: soonAfter,
  },
  {
    name: "a comment opened that nobody closes",
    what: /(?="comparator":)/g,
    by: "/*",
    code: "syntax",
    where: (text, { from }) => [{ from, to: text.length }],
  },
  {
    name: "a brace too many at the end",
    what: /$/g,
    by: "\n}",
    code: "syntax",
  },
  {
    name: "a group's key misspelt",
    what: /(?<=")name(?=":\s*"Drug )/g,
    by: "nmae",
    code: "unknown-property",
  },
  {
    name: "a group's number made a string",
    what: /(?<="number":\s*)\d+(?=,\s*"name":\s*"Drug )/g,
    by: '"one"',
    code: "wrong-type",
  },
  {
    name: "a group's number taken away",
    what: /(?<=\{\s*)"number":\s*\d+,\s*(?="name":\s*"Drug )/g,
    by: "",
    code: "missing-property",
    where: theBraceBefore,
  },
  {
    name: "an analysis's effect measure taken away",
    what: /"effect-measure":\s*"[A-Z_]+",\s*/g,
    by: "",
    code: "missing-property",
    where: theBraceBefore,
  },
  {
    name: "the risk-of-bias method made one that is none",
    what: /(?<=RISK_OF_BIAS_)2/g,
    by: "3",
    code: "not-allowed-value",
  },
];

/** Single changes that break syntax or structure, as near to a part of the text as can be. */
export function breakingAt(text: string, part: number): readonly Episode[] {
  return breakings.flatMap(({ name, what, by, code, where = itself }): Episode[] => {
    const place = find(text, what, part);
    if (place === undefined) return [];
    return [oneChange(name, { ...place, inserted: by }, { code, places: where(text, place) })];
  });
}

/** A whole analysis pasted beside itself, and one cut out: structure changes, nothing is wrong. */
export function wholeItemsAt(text: string, part: number): readonly Episode[] {
  const item = wholeItemAt(text, part);
  if (item === undefined) return [];
  const { from, to } = item;
  // A number of its own: two analyses with one number are a problem.
  const copy = text.slice(from, to).replace(/(?<="number":\s*\d+)(?=\D)/, "000");
  return [
    oneChange("an analysis pasted", { from, to: from, inserted: copy }, undefined),
    oneChange("an analysis cut out", { from, to, inserted: "" }, undefined),
  ];
}

/** An analysis up to the next one of its group. */
function wholeItemAt(text: string, part: number): Stretch | undefined {
  const followsAnother = find(text, new RegExp(String.raw`(?<=\},\s*)(?=${analysisHead})`, "g"), part);
  if (followsAnother === undefined) return undefined;
  const { from: next } = followsAnother;
  const starts = [...text.slice(0, next).matchAll(new RegExp(analysisHead, "g"))];
  const start = starts.at(-1)?.index;
  return start === undefined ? undefined : { from: start, to: next };
}

/** A property typed character by character: broken until the last one. */
export function typedPropertyAt(text: string, part: number): readonly Episode[] {
  const place = find(text, /(?=\s*"experimental":)/g, part);
  if (place === undefined) return [];
  const pieces = Array.from('"footnotes": [],');
  const broken: Plant = { code: "syntax", places: soonAfter(text, place) };
  const plantAfter = (count: number) => (count < pieces.length ? broken : undefined);
  return [{ name: "a property typed", kind: "structure", ...place, pieces, plantAfter }];
}

function itself(_: string, place: Stretch): readonly Stretch[] {
  return [place];
}

function soonAfter(text: string, { from, to }: Stretch): readonly Stretch[] {
  return [{ from: from - 1, to: Math.min(to + reach, text.length) }];
}

/** What is not closed can be told of its opening bracket, too. */
function whereItOpensOrSoonAfter(text: string, place: Stretch): readonly Stretch[] {
  let depth = 1;
  let open = place.from;
  // The strings of generated documents have no brackets in them.
  while (depth > 0) {
    open -= 1;
    if (/[}\]]/.test(text.charAt(open))) depth += 1;
    else if (/[{[]/.test(text.charAt(open))) depth -= 1;
  }
  return [{ from: open, to: open + 1 }, ...soonAfter(text, place)];
}

/** An object that lacks a property is marked at its opening brace. */
function theBraceBefore(text: string, { from }: Stretch): readonly Stretch[] {
  const brace = text.lastIndexOf("{", from);
  return [{ from: brace, to: brace + 1 }];
}
