import assert from "node:assert/strict";
import { type CheckedFile, checkFiles } from "@analyses/server/checker/checkFiles";
import { countProblems, githubReport, textReport } from "@analyses/server/checker/reports";

describe("a check that finds more problems than it shows", () => {
  const groups = Array.from({ length: 12 }, (_, index) => ({ number: 1, name: `g${index}`, analyses: [] }));
  const text = JSON.stringify({
    "risk-of-bias-method": "RISK_OF_BIAS_1",
    // The only error comes last.
    "analysis-groups": [...groups, { number: 2, name: 5, analyses: [] }],
  });

  async function checked(maxProblems: number): Promise<readonly CheckedFile[]> {
    const uri = "file:///w/analyses.json";
    const document = {
      name: "analyses.json",
      uri,
      read: () => Promise.resolve({ kind: "read", text } as const),
    };
    const options = { settings: { maxProblems }, configuration: { kind: "none" }, isFixing: false } as const;
    const { files } = await checkFiles([document], options, {
      readFile: () => Promise.resolve({ kind: "failed", reason: "there is no such file", isAbsent: true }),
      packageUri: () => "file:///package",
      nameOf: String,
    });
    return files;
  }

  const reported = (files: readonly CheckedFile[]) => ({
    files,
    failures: [],
    version: "",
    root: "file:///w/",
    pageOf: () => undefined,
    paint: (_: string, words: string) => words,
    isTrial: false,
  });

  it("counts all of them, hidden errors too, and says that not all are shown", async () => {
    const all = countProblems(await checked(1000));
    assert.equal(all.error, 1);
    for (const most of [11, 2, 0]) {
      const files = await checked(most);
      assert.deepEqual(countProblems(files), all);
      const lines = textReport(reported(files)).trimEnd().split("\n");
      assert.equal(lines.length, most + 2);
      assert.match(
        lines.at(-2) ?? "",
        most === 0
          ? /information: There are problems, and none is shown\./
          : /information: Only the first \d+ problems are shown: there are more\./,
      );
      assert.match(lines.at(-1) ?? "", /\(errors: 1, .*Not all are shown: /);
      assert.equal(githubReport(reported(files)).trimEnd().split("\n").length, most + 1);
    }
  });
});
