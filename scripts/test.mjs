// Runs the tests: all layers, or those named. `npm test -- pure server --grep "what"`
// `--size 1` runs long tests completely (`npm run test:long`), instead of a tenth.
// `--vscode VERSION` downloads that version of desktop VS Code and runs the tests inside the editor in it.
import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareLayers, runLayers } from "./lib/runLayers.mjs";
import { testLayers } from "./lib/testLayers.mjs";

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: "string" }, vscode: { type: "string" }, size: { type: "string" } },
});
const unknown = named.filter((name) => !(name in testLayers));
if (unknown.length > 0) {
  console.error(`There is no layer ${unknown.join(", ")}: there are ${Object.keys(testLayers).join(", ")}.`);
  process.exit(2);
}
const wanted = named.length > 0 ? named : Object.keys(testLayers);

if (values.size !== undefined) process.env["ANALYSES_TEST_SIZE"] = values.size;
await main(async () => {
  // Starts all preparations now, so that slow installations are complete when their layers start.
  const prepared = prepareLayers(wanted, values);
  await build();
  rmSync(inRoot("test-results"), { recursive: true, force: true });
  mkdirSync(inRoot("test-results"));
  const { passed, failed, flaky } = await runLayers(prepared, values);
  console.log();
  for (const title of failed) console.log(`Failed: ${title}`);
  if (flaky.length > 0) console.log(`flaky: ${flaky.join("; ")}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1;
});
