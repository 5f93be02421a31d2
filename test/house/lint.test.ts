import assert from "node:assert/strict";
import { ESLint } from "eslint";

const eslint = new ESLint();

describe("the linter", () => {
  it("finds each list that is spread into a call, but for those whose length is known", async () => {
    for (const [line, count] of [
      ["export const most = (numbers: readonly number[]) => Math.max(...numbers);", 1],
      ["export const all = (lists: number[][]) => new Array<number>().concat(...lists);", 1],
      [
        `export function put(to: number[], more: readonly number[]) {
          to.push(0, ...more);
          to.unshift(...more);
          to.splice(0, 1, ...new Set(more));
          return [String.fromCharCode(...more), new Array<number>(...more)];
        }`,
        5,
      ],
      ["export const most = (numbers: readonly [number, number]) => Math.max(...numbers);", 0],
      ["export const most = (...numbers: number[]) => Math.max(...numbers);", 0],
    ] as const) {
      const [result] = await eslint.lintText(`${line}\n`, { filePath: "evidence/src/lists.ts" });
      assert.equal(
        (result?.messages ?? []).filter(({ ruleId }) => ruleId === "house/spreading").length,
        count,
        line,
      );
    }
  });

  it("finds what a test does not await", async () => {
    for (const line of [
      "assert.rejects(answer);",
      "eventually(() => assert.ok(isShown));",
      "fc.assert(fc.asyncProperty(fc.string(), readsBack));",
      'window.saved("drug.json", "{}");',
      'workbench.openFile("drug.json");',
      'window.workbench.page.keyboard.press("Enter");',
      "page.getByText(name).waitFor();",
    ]) {
      assert.equal((await messages(line)).length, 1, line);
      assert.deepEqual(await messages(`await ${line}`), [], line);
    }
  });
});

async function messages(line: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: "test/window/some.test.ts" });
  return (result?.messages ?? []).map(({ message }) => message);
}
