import assert from "node:assert/strict";
import { readCommandLine } from "@analyses/server/main/checkCommandLine";

describe("the command line of analyses-check", () => {
  it("is refused with the reason where an option or its value means nothing", () => {
    const wrong: readonly (readonly [string[], string])[] = [
      [[], "no file was named"],
      [["--no-such", "x"], "there is no option --no-such"],
      [["-x"], "there is no option -x"],
      [["--constructor", "x"], "there is no option --constructor"],
      [["--format", "xml", "x"], "--format must be one of text, json, sarif, github, junit"],
      [["--item-schema"], "--item-schema needs a value"],
      [["--item-schema=", "x"], "--item-schema needs a value"],
      [["--fix=yes", "x"], "--fix takes no value"],
      [["--max-warnings", "few", "x"], "--max-warnings must be a whole number"],
      [["--max-problems=1e3", "x"], "--max-problems must be a whole number"],
      [["--schema", "urn:x", "x"], "--schema must be ID=FILE"],
      [["--schema", "=x", "x"], "--schema must be ID=FILE"],
      [["--severity", "syntax", "x"], "--severity must be CODE=error|warning|information|hint|off"],
      [["--severity", "sintax=off", "x"], "there is no problem with the code sintax"],
      [["--severity", "syntax=error=off", "x"], "--severity must be CODE=error|warning|information|hint|off"],
      [["--config", "a.json", "x", "--no-config"], "--config and --no-config cannot both be given"],
      [["--stdin-filename", "new.json", "x"], "--stdin-filename goes only with -"],
      [["--watch", "-"], "- cannot be watched"],
      [["-", "x"], "- is checked alone, without other files"],
    ];
    for (const [words, reason] of wrong) assert.deepEqual(readCommandLine(words), { kind: "wrong", reason });
  });

  it("takes options before and after names, with and without =, and names of any form after --", () => {
    const line = readCommandLine([
      "a",
      "--schema=urn:a=b=c.json",
      "-q",
      "--fix",
      "--format",
      "json",
      "--",
      "-x",
      "--diff",
    ]);
    assert.equal(line.kind, "check");
    assert.deepEqual(line.names, ["a", "-x", "--diff"]);
    assert.deepEqual(line.schemas, [{ id: "urn:a=b", path: "c.json" }]);
    assert.deepEqual([line.isQuiet, line.fixing, line.format], [true, "files", "json"]);
    assert.deepEqual(readCommandLine(["x", "-h", "--no-such"]).kind, "wrong");
    assert.deepEqual(readCommandLine(["-hq"]).kind, "help");
  });
});
