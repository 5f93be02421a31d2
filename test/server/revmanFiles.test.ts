import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { revmanExamples } from "../support/revmanExamples";
import { folderWith, runChecker } from "./support/runChecker";

/** Repeats the analyses of a RevMan document up to one megabyte, on one line. */
function megabyte(text: string): string {
  const start = text.indexOf('{"number":1,"name":"Drug versus placebo"');
  const groups = text.slice(start, text.lastIndexOf("]}"));
  const count = Math.ceil(1_000_000 / groups.length);
  return `${text.slice(0, start)}${Array.from({ length: count }, () => groups).join(",")}]}`;
}

describe("analyses-check on files as RevMan writes them", () => {
  const [example] = revmanExamples().filter(({ name }) => name.startsWith("minimal"));
  let folder: string;
  beforeEach(() => {
    folder = folderWith(Object.fromEntries(revmanExamples().map(({ name, text }) => [`CD1-${name}`, text])));
  });

  it("finds no problem in them, whatever they are called", async () => {
    const { status, stdout } = await runChecker(folder, ["*.json", "--format=json"]);
    assert.equal(status, 0, stdout);
    const { files } = JSON.parse(stdout) as { files: { problems: object[] }[] };
    assert.equal(files.length, revmanExamples().length);
    assert.deepEqual(
      files.flatMap(({ problems }) => problems),
      [],
    );
  });

  it("checks them as RevMan's where a team has an item schema, which its own documents follow", async () => {
    const id = "https://assets.cochrane.org/schema/v1/analyses.schema.json";
    const team = { $id: "urn:team", type: "object", required: ["lead"] };
    writeFileSync(join(folder, "team.schema.json"), JSON.stringify(team));
    const own = {
      "risk-of-bias-method": "RISK_OF_BIAS_1",
      "analysis-groups": [{ number: 1, name: "a", analyses: [{}] }],
    };
    writeFileSync(join(folder, "own.analyses.json"), JSON.stringify(own));
    const problemsWith = async (settings: object): Promise<readonly string[]> => {
      writeFileSync(join(folder, "analyses.config.json"), JSON.stringify(settings));
      const { stdout } = await runChecker(folder, ["CD1-*.json", "own.analyses.json", "--format=json"]);
      const { files } = JSON.parse(stdout) as { files: { file: string; problems: object[] }[] };
      return files.flatMap(({ file, problems }) => (problems.length > 0 ? [file] : []));
    };
    assert.deepEqual(await problemsWith({ itemSchema: "team.schema.json" }), ["own.analyses.json"]);
    // A schema set for RevMan's identifier applies to its documents, including their analyses.
    const explicit = { itemSchema: "team.schema.json", schemas: [{ id, path: "bundled:1.0.0" }] };
    assert.equal((await problemsWith(explicit)).length, revmanExamples().length + 1);
    const { stdout } = await runChecker(folder, ["CD1-*.json", "--item-schema=team.schema.json"]);
    for (const { name } of revmanExamples())
      assert.match(
        stdout,
        new RegExp(`CD1-${name}:.*lead`),
        "What is on the command line is for these files.",
      );
  });

  it("reports the column of a problem, and quotes no line of a megabyte", async () => {
    const whole = megabyte(example?.text ?? assert.fail());
    const text = whole.replace('"cases":19,', '"cases":"19",');
    const big = folderWith({ "CD2-analysis-data.json": text });
    const at = text.indexOf('"19"') + 1;
    for (const [format, place] of [
      ["text", `CD2-analysis-data.json:1:${at}: error:`],
      ["github", `::error file=CD2-analysis-data.json,line=1,endLine=1,col=${at},`],
      ["sarif", `"startColumn": ${at},`],
    ] as const) {
      const { stdout } = await runChecker(big, ["CD2-analysis-data.json", `--format=${format}`]);
      assert.ok(stdout.includes(place), format);
      const longest = stdout.split("\n").reduce((most, { length }) => Math.max(most, length), 0);
      assert.ok(longest < 5000, `${format}: a line of ${longest} characters`);
    }
  });
});
