import assert from "node:assert/strict";
import { ESLint } from "eslint";

const eslint = new ESLint();
const needsTypes = "@typescript-eslint/no-floating-promises";

describe("the linter", () => {
  it("knows the types of all that ships, and of what builds and measures it", async () => {
    for (const folder of [
      "client",
      "client/webviews",
      "server",
      "json",
      "json-schema",
      "evidence",
      "protocol",
      "registry",
    ])
      assert.equal(await severity(`${folder}/src/some.ts`, needsTypes), "error", folder);
  });

  it("covers tests without their types", async () => {
    assert.equal(await severity("test/pure/some.test.ts", needsTypes), undefined);
    assert.equal(await severity("test/pure/some.test.ts", "@typescript-eslint/no-explicit-any"), "error");
  });

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
      const [result] = await eslint.lintText(`${line}\n`, { filePath: "evidence/src/extremes.ts" });
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

async function severity(filePath: string, rule: string): Promise<"error" | undefined> {
  const { rules } = (await eslint.calculateConfigForFile(filePath)) as {
    rules: Readonly<Record<string, readonly unknown[]>>;
  };
  return rules[rule]?.[0] === 2 ? "error" : undefined;
}

async function messages(line: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: "test/window/some.test.ts" });
  return (result?.messages ?? []).map(({ message }) => message);
}
