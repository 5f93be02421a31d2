import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFileOf } from "@analyses/server/main/files";
import { folderWith } from "./support/runChecker";

describe("files that schemas and documents are read from", () => {
  let folder: string;
  beforeEach(() => (folder = folderWith({})));

  const read = (name: string) => readFileOf(pathToFileURL(join(folder, name)).href);

  it("are read as an editor reads them: UTF-8, the byte order mark apart", async () => {
    writeFileSync(join(folder, "a ä#.json"), '\ufeff{ "é": "🐁" }');
    assert.deepEqual(await read("a ä#.json"), { kind: "read", text: '{ "é": "🐁" }', mark: "\ufeff" });
    writeFileSync(join(folder, "empty.json"), "");
    assert.deepEqual(await read("empty.json"), { kind: "read", text: "" });
  });

  it("are refused with the reason in another encoding, in which letters would be others", async () => {
    const text = '{ "name": "Ødegård" }';
    for (const encoding of ["latin1", "utf16le"] as const) {
      writeFileSync(join(folder, "encoded.json"), text, encoding);
      assert.deepEqual(await read("encoded.json"), { kind: "failed", reason: "it is not UTF-8 text" });
    }
  });

  it("are refused with the reason where they could keep the server waiting or fill its memory", async () => {
    const huge = openSync(join(folder, "huge.json"), "w");
    ftruncateSync(huge, 300 * 1024 * 1024);
    closeSync(huge);
    assert.deepEqual(await read("huge.json"), { kind: "failed", reason: "it is larger than 256 MB" });
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [join(folder, "pipe.json")]);
      const reason = "it is a device or a pipe, not a file";
      assert.deepEqual(await read("pipe.json"), { kind: "failed", reason });
      assert.deepEqual(await readFileOf("file:///dev/zero"), { kind: "failed", reason });
    }
  });

  it("may be links to files elsewhere, but not to a device or back to themselves", async () => {
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere/shared.json"), "{}");
    symlinkSync(join(folder, "elsewhere/shared.json"), join(folder, "link.json"));
    assert.deepEqual(await read("link.json"), { kind: "read", text: "{}" });
    symlinkSync(join(folder, "loop.json"), join(folder, "loop.json"));
    assert.deepEqual(await read("loop.json"), { kind: "failed", reason: "the file could not be read" });
    if (process.platform === "win32") return;
    symlinkSync("/dev/zero", join(folder, "device.json"));
    const reason = "it is a device or a pipe, not a file";
    assert.deepEqual(await read("device.json"), { kind: "failed", reason });
  });

  it("are refused with the reason where there are none", async () => {
    assert.deepEqual(await read("."), { kind: "failed", reason: "it is a folder" });
    writeFileSync(join(folder, "file"), "");
    for (const name of ["no-such.json", "file/x.json"])
      assert.deepEqual(await read(name), { kind: "failed", reason: "there is no such file", isAbsent: true });
    for (const elsewhere of [
      "https://example.org/schema.json",
      "file:///%5Cattacker/share/x.json",
      "file:////attacker/share/x.json",
    ]) {
      const reason = "it is not a file on this machine";
      assert.deepEqual(await readFileOf(elsewhere), { kind: "failed", reason }, elsewhere);
    }
  });
});
