// Runs the tests: all layers, or those named. `npm test -- pure server --grep caret`
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { inRoot, root } from "./lib/paths.mjs";
import { build } from "./build.mjs";

const mochaLayers = ["house", "pure", "server"];

const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith("-"));
const named = firstOption === -1 ? words : words.slice(0, firstOption);
const mochaOptions = firstOption === -1 ? [] : words.slice(firstOption);

await build();
rmSync(inRoot("test-results"), { recursive: true, force: true });
mkdirSync(inRoot("test-results"), { recursive: true });

let passed = 0;
let failed = 0;
for (const layer of mochaLayers.filter((name) => named.length === 0 || named.includes(name))) {
  console.log(`\n== ${layer}`);
  const output = inRoot("test-results", `${layer}.json`);
  const code = await run("node", [
    inRoot("node_modules/mocha/bin/mocha.js"),
    "--recursive",
    inRoot("out/test", layer),
    "--extension",
    "test.js",
    "--reporter",
    inRoot("out/test/support/countingReporter.js"),
    "--reporter-option",
    `output=${output}`,
    "--timeout",
    "20000",
    ...mochaOptions,
  ]);
  try {
    const counts = JSON.parse(readFileSync(output, "utf8"));
    passed += counts.passed;
    failed += counts.failed;
    if (code !== 0 && counts.failed === 0) failed += 1;
  } catch {
    console.error(`The layer ${layer} ended without a result (exit status ${code}).`);
    failed += 1;
  }
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/**
 * @param {string} command
 * @param {string[]} parameters
 * @returns {Promise<number | null>} the exit status
 */
function run(command, parameters) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd: root, stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code));
  });
}
