import assert from "node:assert/strict";
import { readCommandLine } from "@analyses/registry/options";

describe("the reference registry's command line", () => {
  it("takes a port, a data file, a size and whether to start an authorization server, or nothing", () => {
    const serve = (source: object, port = 0) => ({ kind: "serve", port, oauth: false, source });
    assert.deepEqual(readCommandLine([]), serve({ kind: "file", path: null }));
    assert.deepEqual(readCommandLine(["--oauth"]), { ...serve({ kind: "file", path: null }), oauth: true });
    assert.deepEqual(readCommandLine(["--port", "8443"]), serve({ kind: "file", path: null }, 8443));
    assert.deepEqual(readCommandLine(["--data=a.json"]), serve({ kind: "file", path: "a.json" }));
    assert.deepEqual(
      readCommandLine(["--groups", "100000", "--people", "2"]),
      serve({ kind: "enlarged", groups: 100_000, people: 2 }),
    );
    assert.deepEqual(readCommandLine(["--groups", "5"]), serve({ kind: "enlarged", groups: 5, people: 300 }));
  });

  it("says what it cannot do", () => {
    for (const [words, problem] of [
      [["--port", "high"], /--port is not a port number/],
      [["--port", "65536"], /--port is not a port number/],
      [["--port", "-1"], /--port/],
      [["--groups", "0"], /--groups is not a count/],
      [["--groups", "1e5"], /--groups is not a count/],
      [["--people", "1"], /--people is not a count/],
      [["--groups", "5", "--data", "a.json"], /exclude each other/],
      [["--unknown"], /Unknown option/],
      [["a.json"], /Unexpected argument/],
    ] as const) {
      const read = readCommandLine(words);
      assert.ok(read.kind === "usage", words.join(" "));
      assert.match(read.problem, problem);
    }
  });
});
