import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { usualDocument } from "../documents/makeDocument";
import { runProcess } from "../processes/runProcess";
import type { WrongAnswers } from "../report/wrongAnswers";
import { type Row, medianTime } from "../report/table";

const documents = 2000;
const bytesOfEach = 12_000;
const rounds = 3;
const maxMilliseconds = 5000;

/** Measures one `analyses-check` of a folder of documents. */
export async function measureFolder(
  { checker, itemSchema }: { readonly checker: string; readonly itemSchema: string },
  wrongAnswers: WrongAnswers,
): Promise<Row> {
  console.log(`• a folder of ${documents.toLocaleString("en")} documents`);
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const { text, problem } = usualDocument("one of many", bytesOfEach);
  const checking: number[] = [];
  try {
    for (let number = 1; number <= documents; number += 1)
      writeFileSync(join(folder, `bench-${number}.analyses.json`), text);
    for (let round = 0; round < rounds; round += 1) {
      const words = [checker, "--item-schema", itemSchema, join(folder, "*.analyses.json")];
      const checked = await runProcess(words);
      checking.push(checked.milliseconds);
      const found = checked.output.split(problem.code).length - 1;
      if (checked.status !== 1 || found < documents)
        wrongAnswers.add("analyses-check", `ended with ${String(checked.status)}, ${found} problems found`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    what: `A folder of ${documents.toLocaleString("en")} documents of 12 KB: analyses-check`,
    ours: medianTime(checking),
    limit: { kind: "itself", value: maxMilliseconds },
  };
}
