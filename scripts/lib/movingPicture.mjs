// Records a page as a GIF: takes screenshots one after the other, and joins them with ffmpeg.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { withTemporaryFolder } from "./temporaryFolder.mjs";

/** Duration of the last frame, in seconds. */
const pause = 2.5;

/**
 * @param {import("playwright-core").Page} page
 * @param {string} file a GIF
 * @param {() => Promise<void>} act the actions to record
 */
export const takeMovingPicture = (page, file, act) =>
  withTemporaryFolder(async (folder) => {
    /** @type {{ readonly path: string, readonly at: number }[]} */
    const pictures = [];
    let isOver = false;
    const taken = (async () => {
      while (!isOver) {
        const path = join(folder, `${pictures.length}.png`);
        await page.screenshot({ path, animations: "allow", caret: "initial" });
        pictures.push({ path, at: performance.now() });
      }
    })();
    await act().finally(() => (isOver = true));
    await taken;
    const list = pictures.map(({ path, at }, index) => {
      const next = pictures[index + 1];
      return `file '${path}'\nduration ${next === undefined ? pause : (next.at - at) / 1000}\n`;
    });
    writeFileSync(join(folder, "list"), list.join(""));
    const colours =
      "fps=8,scale=1000:-1:flags=lanczos,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none";
    const from = ["-f", "concat", "-safe", "0", "-i", join(folder, "list")];
    await run("ffmpeg", ["-y", "-loglevel", "error", ...from, "-vf", colours, file]);
  });
