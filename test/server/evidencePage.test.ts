import assert from "node:assert/strict";
import fc from "fast-check";
import { eventually } from "../support/eventually";
import { Person } from "../support/person";
import type { EvidencePage } from "./page/openEvidencePage";
import { startEvidencePage } from "./page/openEvidencePage";
import type { Deed } from "./page/reviewer";
import { Reviewer } from "./page/reviewer";

const parts = ["study", "experimental-events", "experimental-total", "comparator-events", "comparator-total"];
const first = ["Abara", "Bergström", "Cho", "Delgado"].map((name, index) => [
  name,
  ...[12, 148, 19, 151].map((number) => String(number + index)),
]);

function review(studies: readonly (readonly string[])[]): string {
  const lines = studies.map(
    ([name, ...numbers]) =>
      `{ "study": "${name}", "events1": ${numbers[0]}, "total1": ${numbers[1]}, "events2": ${numbers[2]}, "total2": ${numbers[3]} }`,
  );
  return `{ "analysis-groups": [ { "number": 1, "name": "G", "analyses": [ {
  "name": "Falls",
  "studies": [
    ${lines.join(",\n    ")}
  ]
} ] } ] }
`;
}

function studiesOf(text: string): readonly (readonly string[])[] {
  const document = JSON.parse(text) as {
    "analysis-groups": [{ analyses: [{ studies: Record<string, string | number | null>[] }] }];
  };
  const fields = ["study", "events1", "total1", "events2", "total2"];
  return document["analysis-groups"][0].analyses[0].studies.map((study) =>
    fields.map((field) => String(study[field] ?? "")),
  );
}

/** How fast somebody types, in milliseconds from key to key: evenly, or not. */
const paces = [15, 30, 60, 90, 120, 200].flatMap((most) => [
  { least: most, most },
  { least: most / 4, most },
]);

const leaving = fc.constantFrom("Enter", "Tab", "Shift+Enter", "Shift+Tab");
const deeds = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("type"), leave: leaving }) },
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
  ),
  { minLength: 4, maxLength: 14 },
);
const bursts = fc.option(fc.array(fc.integer({ min: 50, max: 500 }), { minLength: 2, maxLength: 8 }), {
  nil: undefined,
});

describe("the page of evidence, for somebody who types without waiting for it", () => {
  let evidence: EvidencePage;
  before(async () => {
    evidence = await startEvidencePage();
  });
  after(() => evidence.close());

  const rows = () => evidence.page.locator('#table [data-row^="/"]');

  /** What studies are called, in full. */
  const names = (): Promise<readonly string[]> =>
    evidence.page.evaluate<readonly string[]>(
      `Array.from(document.querySelectorAll('[data-row^="/"] > [data-part="study"]'), ({ dataset, textContent }) => dataset.full ?? textContent)`,
    );

  async function look(expected: readonly string[], study: number, cell: number): Promise<void> {
    await eventually(async () => assert.deepEqual(await names(), expected), 10_000);
    await rows().nth(study).locator(`[data-part="${parts[cell]}"]`).click();
  }

  it("writes every key where it was meant, on a slow page and with a server that hangs", async () => {
    const runs = Number(process.env.ANALYSES_TYPING_RUNS ?? 8);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        deeds,
        fc.constantFrom(...paces),
        fc.constantFrom(1, 1, 4, 12),
        bursts,
        async (asked, { least, most }, rate, hangs) => {
          count += 1;
          const text = await evidence.open(review(first));
          await evidence.slowDown(rate);
          const person = new Person(evidence.keyboard, () => least + Math.random() * (most - least));
          const reviewer = new Reviewer(person, look, first);
          await reviewer.begin();
          const typing = { isDone: false };
          const hanging = (async () => {
            for (let at = 0; hangs !== undefined && !typing.isDone; at += 1) {
              evidence.server.hang(at % 2 === 0);
              await new Promise((resolve) => setTimeout(resolve, hangs[at % hangs.length]));
            }
            evidence.server.hang(false);
          })();
          try {
            for (const [index, one] of asked.entries()) {
              const deed = meant(one, 1001 + index, reviewer);
              if (deed !== undefined) await reviewer.does(deed);
            }
            await person.done();
          } finally {
            typing.isDone = true;
            await hanging;
          }
          await evidence.slowDown(1);
          const said = () => evidence.page.locator("#said").innerText();
          await eventually(
            async () =>
              assert.deepEqual(
                studiesOf(text()),
                reviewer.meant,
                `${reviewer.done}; at ${least} to ${most} ms, ${rate} times; “${await said()}”`,
              ),
            10_000,
          );
        },
      ),
      { numRuns: runs, endOnFailure: true },
    );
    assert.equal(count, runs);
  });
});

/** A deed that stays within the table. */
function meant(
  deed: { kind: string } & Record<string, unknown>,
  number: number,
  reviewer: Reviewer,
): Deed | undefined {
  const isName = reviewer.isInName;
  switch (deed.kind) {
    case "type": {
      const leave = deed.leave as "Enter" | "Tab" | "Shift+Enter" | "Shift+Tab";
      const down = leave === "Enter" ? 1 : leave === "Shift+Enter" ? -1 : 0;
      const right = leave === "Tab" ? 1 : leave === "Shift+Tab" ? -1 : 0;
      const text = isName ? `Quist ${number}` : String(number);
      if (reviewer.canGo(down, right)) return { kind: "type", text, leave };
      return { kind: "type", text, leave: reviewer.canGo(0, 1) ? "Tab" : "Shift+Tab" };
    }
    case "go": {
      const key = deed.key as "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
      const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
        key
      ];
      return reviewer.canGo(down ?? 0, right ?? 0) ? { kind: "go", key } : undefined;
    }
    case "add": {
      const leave = deed.leave as "Enter" | "Tab" | "Control+Enter";
      // Below the last study there is the total.
      return {
        kind: "add",
        name: `Rask ${number}`,
        leave: leave === "Enter" && !reviewer.canGo(1, 0) ? "Tab" : leave,
      };
    }
    default:
      return deed as Deed;
  }
}
