import assert from "node:assert/strict";
import fc from "fast-check";
import { eventually } from "../support/eventually";
import { Person } from "../support/person";
import { sized, testSize } from "../support/size";
import type { EvidencePage } from "./page/openEvidencePage";
import { patience, startEvidencePages } from "./page/openEvidencePage";
import type { Deed, Desk } from "./page/reviewer";
import { Reviewer } from "./page/reviewer";
import type { Cells } from "./page/reviewText";
import { reviewText, studiesOf } from "./page/reviewText";

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

/** Typing speeds: minimum and maximum milliseconds between keys, constant or varying. */
const paces = [15, 30, 60, 90, 120, 200].flatMap((most) => [
  { least: most, most },
  { least: most / 4, most },
]);

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
  readonly pace: { readonly least: number; readonly most: number };
  /** CPU throttling of the page: how many times slower than this machine. */
  readonly rate: number;
  /** Milliseconds for which the server alternately hangs and runs. */
  readonly hangs: readonly number[];
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  deeds: fc.array(deed, { minLength: 4, maxLength: 14 }),
  pace: fc.constantFrom(...paces),
  rate: fc.constantFrom(1, 1, 4, 12),
  hangs: fc.oneof(
    fc.constant<number[]>([]),
    fc.array(fc.integer({ min: 50, max: 500 }), { minLength: 2, maxLength: 8 }),
  ),
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
      await eventually(
        async () =>
          assert.deepEqual(
            (await shownOn(evidence)).map(([name]) => name),
            names,
          ),
        patience,
      );
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
  { deeds, pace, rate, hangs }: Sequence,
): Promise<string | undefined> {
  const text = await evidence.open(reviewText(first));
  await evidence.slowDown(rate);
  const { least, most } = pace;
  const person = new Person(evidence.keyboard, () => least + Math.random() * (most - least));
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
    typing.isDone = true;
    await desk.hasText(reviewer.meant);
    await eventually(async () => assert.deepEqual(await shownOn(evidence), reviewer.shown), patience);
    return undefined;
  } catch (problem) {
    const said = await evidence.page.locator("#status").innerText();
    const circumstances = `at ${least} to ${most} ms, page ${rate} times slower, server hangs ${hangs.join()}`;
    return `${reviewer.done}; ${circumstances}; “${said}”\n${String(problem)}`;
  } finally {
    typing.isDone = true;
    await hanging;
    await evidence.slowDown(1);
  }
}

describe("the page of evidence, for somebody who types without waiting for it", () => {
  const runs = testSize < 1 ? sized(200) : sized(2000);
  let evidence: Awaited<ReturnType<typeof startEvidencePages>>;
  before(async () => {
    evidence = await startEvidencePages(Math.min(Math.ceil(runs / 5), 4));
  });
  after(() => evidence.close());

  it("writes every key where it was meant, on a slow page and with a server that hangs", async function () {
    this.timeout(runs * 30_000);
    const left = fc.sample(sequence, runs);
    const problems: string[] = [];
    await Promise.all(
      evidence.pages.map(async (page) => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) {
          const problem = await problemOf(page, next);
          if (problem !== undefined) problems.push(problem);
        }
      }),
    );
    assert.deepEqual(problems, []);
  });
});
