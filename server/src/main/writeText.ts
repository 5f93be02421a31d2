import { randomUUID } from "node:crypto";
import { readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FixedText } from "../checker/checkedFile";
import { translate } from "../localisation/translate";
import { textOf } from "./readFileOf";

/**
 * Puts a mended text in the place of a file's, whole or not at all; a byte order mark stays. A file that is no
 * longer what was checked is left alone.
 *
 * @returns why it was not written: the end of a sentence, for people; undefined when it was
 */
export async function writeText(path: string, { before, after }: FixedText): Promise<string | undefined> {
  let beside: string | undefined;
  try {
    // What is a link stays one.
    const file = await realpath(path);
    const bytes = await readFile(file);
    const reading = textOf(bytes);
    if (reading.kind === "failed" || reading.text !== before)
      return translate("it was changed meanwhile and is left as it is");
    const { mode } = await stat(file);
    beside = join(dirname(file), `.${randomUUID()}.tmp`);
    const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? "\ufeff" : "";
    await writeFile(beside, mark + after, { mode, flag: "wx", flush: true });
    await rename(beside, file);
    return undefined;
  } catch {
    if (beside !== undefined) await rm(beside, { force: true });
    return translate("the mended text could not be written");
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
