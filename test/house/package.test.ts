import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { shippedBundles } from "../../scripts/lib/bundles.mjs";
import { packageExtension, packagedFiles } from "../../scripts/lib/vsix.mjs";

describe("the packaged extension", () => {
  it("holds only what runs", async () => {
    assert.deepEqual(await packagedFiles(), [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "client/language/analyses.tmLanguage.json",
      "client/language/language-configuration.json",
      "dist/ThirdPartyNotices.txt",
      "dist/client/extension.js",
      "dist/server/check.js",
      "dist/server/languageServer.js",
      "media/analyses-dark.svg",
      "media/analyses-light.svg",
      "media/icon.png",
      "media/registry.svg",
      "media/walkthrough/document.md",
      "media/walkthrough/itemSchema.md",
      "media/walkthrough/problem.md",
      "media/walkthrough/reference.md",
      "media/walkthrough/registry.md",
      "package.json",
      "schemas/analyses-1.0.0.schema.json",
    ]);
  });

  it("is the same, bit for bit, when it is packed again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "analyses-package-"));
    try {
      const [first, second] = [join(folder, "first.vsix"), join(folder, "second.vsix")];
      await packageExtension(first);
      await packageExtension(second);
      assert.equal(digest(first), digest(second));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("has bundles that come out the same when they are built again", async () => {
    for (const bundle of shippedBundles) {
      const { outputFiles } = await build({ ...bundle, write: false });
      for (const { path, text } of outputFiles) assert.equal(text, readFileSync(path, "utf8"));
    }
  });

  it("names the licence of every package in it, each one permissive", () => {
    const notices = readFileSync("dist/ThirdPartyNotices.txt", "utf8");
    const licences = [...notices.matchAll(/^\S+ \d+\.\d+\.\d+\S* \((.+)\)$/gm)].map(([, licence]) => licence);
    assert.ok(licences.length > 0);
    for (const licence of licences)
      assert.match(licence ?? "", /^(0BSD|MIT|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/);
  });
});

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
