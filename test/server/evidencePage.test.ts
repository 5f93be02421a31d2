import assert from "node:assert/strict";
import fc from "fast-check";
import { each } from "../support/each";
import { eventually } from "../support/eventually";
import { Person } from "./page/person";
import { cases, testSize } from "../support/size";
import { type EvidencePage, patience, startEvidencePages } from "./page/openEvidencePage";
import { type Deed, type Desk, Reviewer } from "./page/reviewer";
import { type Cells, reviewText, studiesOf } from "./page/reviewText";

const parts = ["study", "experimental-events", "experimental-total", "comparator-events", "comparator-total"];
const first = [
  ["Abara", "Bergström", "Cho", "Delgado"],
  ["Eriksen", "Fuentes", "Garcia", "Hart"],
].map((names, analysis) =>
  names.map((name, index) => [
    name,
    ...[12, 148, 19, 151].map((number) => String(number + index + 10 * analysis)),
  ]),
);

/** Milliseconds before each key, repeated: constant or varying. */
const gaps: fc.Arbitrary<readonly number[]> = fc
  .record({ most: fc.constantFrom(15, 30, 60, 90, 120, 200), isEven: fc.boolean() })
  .chain(({ most, isEven }) =>
    fc.array(fc.integer({ min: isEven ? most : Math.ceil(most / 4), max: most }), {
      minLength: 32,
      maxLength: 32,
    }),
  );

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("type"),
      leave: fc.constantFrom("Enter", "Tab", "Shift+Enter", "Shift+Tab"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("go"),
      key: fc.constantFrom("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("add"),
      leave: fc.constantFrom("Enter", "Tab", "Control+Enter"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("duplicate", "remove", "empty") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("move"), by: fc.constantFrom(-1, 1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("undo", "redo"), times: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("turn"),
      types: fc.boolean(),
      to: fc.constantFrom("analysis", "tab"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("other"),
      what: fc.constantFrom("number", "add", "remove", "spaces"),
      which: fc.nat(99),
    }),
  },
);

interface Sequence {
  readonly deeds: readonly Deed[];
  readonly gaps: readonly number[];
  /** CPU throttling of the page: how many times slower than this machine. */
  readonly rate: number;
  /** Milliseconds for which the server alternately hangs and runs. */
  readonly hangs: readonly number[];
  /** Whether the reviewer closes the panel at the end, perhaps before the last edits are in the text. */
  readonly closes: boolean;
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  deeds: fc.array(deed, { minLength: 4, maxLength: 14 }),
  gaps,
  rate: fc.constantFrom(1, 1, 4, 12),
  hangs: fc.oneof(
    fc.constant<number[]>([]),
    fc.array(fc.integer({ min: 50, max: 500 }), { minLength: 2, maxLength: 8 }),
  ),
  closes: fc.constantFrom(true, false, false, false),
});

/** The table's displayed texts, by row. */
function shownOn({ page }: EvidencePage): Promise<readonly Cells[]> {
  return page.evaluate<readonly Cells[]>(
    `Array.from(document.querySelectorAll('#table [data-row^="/"]'), (row) => ${JSON.stringify(parts)}.map((part) => {
      const { dataset, textContent } = row.querySelector('[data-part="' + part + '"]') ?? { dataset: {} };
      return dataset.full ?? textContent;
    }))`,
  );
}

function deskOf(evidence: EvidencePage, text: () => string): Desk {
  const { page } = evidence;
  return {
    async look(names, study, cell) {
      await eventually(async () => each(await shownOn(evidence), ([name]) => name, names), patience);
      await page.locator('#table [data-row^="/"]').nth(study).locator(`[data-part="${parts[cell]}"]`).click();
    },
    hasText: (studies) => eventually(() => assert.deepEqual(studiesOf(text()), studies), patience),
    turn: (to) => (to === "tab" ? evidence.hideAndShow() : page.locator(`#${to}`).click()),
    text,
    write: (changes) => evidence.edit(changes),
  };
}

/** Performs a sequence. @returns how the final state differs from the expected one; undefined if it does not */
async function problemOf(
  evidence: EvidencePage,
  { deeds, gaps, rate, hangs, closes }: Sequence,
): Promise<string | undefined> {
  const text = await evidence.open(reviewText(first));
  await evidence.slowDown(rate);
  let keys = 0;
  const person = new Person(evidence.keyboard, () => gaps[(keys += 1) % gaps.length] ?? 0);
  const desk = deskOf(evidence, text);
  const reviewer = new Reviewer(person, desk, first);
  const typing = { isDone: false };
  const hanging = (async () => {
    for (let at = 0; hangs.length > 0 && !typing.isDone; at += 1) {
      evidence.server.hang(at % 2 === 0);
      await new Promise((resolve) => setTimeout(resolve, hangs[at % hangs.length]));
    }
    evidence.server.hang(false);
  })();
  try {
    await reviewer.look();
    for (const one of deeds) await reviewer.does(one);
    await person.done();
    if (closes) await evidence.closeTab();
    typing.isDone = true;
    await desk.hasText(reviewer.meant);
    if (closes) return undefined;
    await eventually(async () => assert.deepEqual(await shownOn(evidence), reviewer.shown), patience);
    return undefined;
  } catch (problem) {
    const said = (await evidence.page.locator("#status").allInnerTexts()).join();
    const pace = `${Math.min(...gaps)} to ${Math.max(...gaps)}`;
    const circumstances = `at ${pace} ms, page ${rate} times slower, server hangs ${hangs.join()}`;
    return `${reviewer.done}; ${circumstances}; “${said}”\n${String(problem)}`;
  } finally {
    typing.isDone = true;
    await hanging;
    await evidence.slowDown(1);
  }
}

/** The seed of the first sequence; ANALYSES_TEST_SEED repeats the sequence of that seed alone. */
const { ANALYSES_TEST_SEED: repeated } = process.env;
const firstSeed = Number(repeated ?? (testSize <= 1 ? 1 : Date.now() % 1_000_000_000));
const runs = repeated === undefined ? cases(testSize < 1 ? 400 : 2000) : 1;

describe("the page of evidence, for a person who types without waiting for it", () => {
  let evidence: Awaited<ReturnType<typeof startEvidencePages>>;
  before(async () => {
    evidence = await startEvidencePages(Math.min(Math.ceil(runs / 5), 4));
  });
  after(() => evidence.close());

  it("writes every key into the cell that had the focus, on a slow page and with a server that hangs", async function () {
    this.timeout(runs * 30_000);
    const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index).reverse();
    const problems: string[] = [];
    await Promise.all(
      evidence.pages.map(async (page) => {
        for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
          const [next] = fc.sample(fc.noBias(sequence), { numRuns: 1, seed });
          const problem = next && (await problemOf(page, next));
          if (problem !== undefined) problems.push(`ANALYSES_TEST_SEED=${seed}: ${problem}`);
        }
      }),
    );
    assert.deepEqual(problems, []);
  });
});
