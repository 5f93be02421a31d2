// The official JSON Schema test suite, for conformance tests: downloaded from Debian, never committed.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { inTurnWithApt } from "./prepareSystem.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

const debianPackage = "libtest-json-schema-acceptance-perl";
const unpacked = inRoot(".local/json-schema-test-suite");

/** Possible locations of the suite, by precedence: each has a folder for every draft, such as `draft7`. */
const folders = [
  process.env["JSON_SCHEMA_TEST_SUITE"] ?? [],
  inRoot("../shared/json-schema-test-suite"),
  join(unpacked, "usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests"),
].flat();

export const howToGetSuite =
  `The official JSON Schema test suite is not at hand. On Debian, \`apt-get download ${debianPackage}\` and ` +
  `\`dpkg-deb -x\` into ${unpacked} bring it, and \`npm test\` does so by itself; elsewhere, clone ` +
  "json-schema-org/JSON-Schema-Test-Suite and let the variable JSON_SCHEMA_TEST_SUITE name its folder `tests`.";

/** Returns the folder that contains a folder for each draft. */
export const schemaSuiteFolder = () => folders.find((folder) => existsSync(join(folder, "draft2020-12")));

/** Installs the suite if possible. If not, the tests that need it fail with a message. */
export async function prepareSchemaSuite() {
  if (schemaSuiteFolder() !== undefined) return;
  mkdirSync(unpacked, { recursive: true });
  try {
    await inTurnWithApt(() =>
      step(`Bringing the JSON Schema test suite: Debian's ${debianPackage}`, async () => {
        await run("apt-get", ["download", debianPackage], { cwd: unpacked });
        const archive = readdirSync(unpacked).find((file) => file.endsWith(".deb")) ?? "";
        await run("dpkg-deb", ["-x", archive, "."], { cwd: unpacked });
      }),
    );
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
}
