import { readFile, writeFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { milliseconds, showQuantity } from "./table";

/** Of a document, an edit until its diagnostics: milliseconds, medians. */
export interface Headline {
  readonly document: string;
  readonly ours: number;
  readonly theirs: number;
}

/** The entry of README.md's list that tells how quick it is, with its further lines. */
const entry = /^- Documents of up to 50 MB.*(?:\n {2}.*)*/m;

/** Writes the measured sentence into README.md. */
export async function writeReadmeLine(file: string, { document, ours, theirs }: Headline): Promise<void> {
  const before = await readFile(file, "utf8");
  const [own, peer] = [ours, theirs].map((value) => showQuantity(milliseconds(value)));
  const line =
    `- Documents of up to 50 MB. At ${document}, the problems that an edit makes or mends show after ${own};\n` +
    `  VS Code's own JSON server takes ${peer} in the same run (all figures: \`docs/performance.md\`).`;
  if (!entry.test(before)) throw new Error(`${file} has no entry about large documents.`);
  const after = before.replace(entry, () => line);
  await writeFile(file, await format(after, { ...(await resolveConfig(file)), filepath: file }));
}
