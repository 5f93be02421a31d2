import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { sampleAccounts } from "@analyses/registry/authorizationServer";
import { makeCertificates } from "@analyses/registry/certificates";
import { moduleFolders, shippedBundles } from "../../scripts/lib/bundles.mjs";
import { packageExtension, packagedFiles } from "../../scripts/lib/vsix.mjs";

describe("the packaged extension", () => {
  it("holds only what runs", async () => {
    const isModule = (file: string): boolean =>
      moduleFolders.some((folder) => file.startsWith(`dist/${folder}/`));
    const files = await packagedFiles();
    // Chunk names contain a hash of their content.
    assert.deepEqual(
      files.filter(isModule),
      moduleFolders
        .flatMap((folder) => readdirSync(`dist/${folder}`).map((name) => `dist/${folder}/${name}`))
        .sort(),
    );
    const kinds = [
      /^(CHANGELOG|README|SECURITY)\.md$|^LICENSE$|^package(\.nls(\.(de|es))?)?\.json$/,
      /^client\/language\/[\w.-]+\.json$/,
      /^dist\/(ThirdPartyNotices\.txt|analyses\.config\.schema\.json)$/,
      /^dist\/(client|web)\/\w+\.js$|^dist\/webviews\/\w+\.(css|js)$/,
      /^docs\/diagnostics\/[\w-]+\.md$/,
      /^l10n\/bundle\.l10n\.(de|es)\.json$/,
      /^media\/[\w-]+\.(png|svg)$|^media\/walkthrough\/\w+(\.(de|es))?\.md$/,
      /^samples\/[\w-]+\.(analyses|schema)\.json$/,
      /^schemas\/[\w.-]+\.schema\.json$/,
    ];
    assert.deepEqual(
      files.filter((file) => !isModule(file) && !kinds.some((kind) => kind.test(file))),
      [],
    );
  });

  it("is the same, bit for bit, when it is packed again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "analyses-package-"));
    const [first, second] = [join(folder, "first.vsix"), join(folder, "second.vsix")];
    await packageExtension(first);
    await packageExtension(second);
    assert.equal(digest(first), digest(second));
  });

  it("has bundles that come out the same when they are built again", async () => {
    for (const bundle of shippedBundles) {
      const { outputFiles } = await build({ ...bundle, write: false });
      for (const { path, text } of outputFiles) assert.equal(text, readFileSync(path, "utf8"));
    }
  });

  it("has at most 1.8 MB of code to load in Node", () => {
    const loaded = new Set(["dist/client/extension.js", "dist/client/languageClient.js"]);
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      // Static imports in minified modules; `import()` has a parenthesis.
      for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)"(\.[^"]+)"/g))
        load(join(dirname(file), path));
    };
    load("dist/server/languageServer.js");
    const bytes = [...loaded].map((file) => statSync(file).size).reduce((sum, size) => sum + size);
    assert.ok(bytes <= 1_800_000, `${bytes} bytes`);
  });

  it("has at most 60 KB of script in the evidence panel's page", () => {
    const { size } = statSync("dist/webviews/evidence.js");
    assert.ok(size <= 60_000, `${size} bytes`);
  });

  it("loads little when it is activated: not the language client", () => {
    const text = readFileSync("dist/client/extension.js", "utf8");
    assert.ok(Buffer.byteLength(text) < 260_000, `${Buffer.byteLength(text)} bytes`);
    assert.ok(text.includes('"./languageClient.js"'));
  });

  it("has programs that can be run as they are built, also where an older build was installed globally", function () {
    if (process.platform === "win32") this.skip();
    const { bin } = JSON.parse(readFileSync("package.json", "utf8")) as { bin: Record<string, string> };
    for (const program of Object.values(bin)) assert.equal(statSync(program).mode & 0o111, 0o111, program);
  });

  it("ships the packages that package.json says it does, so that `npm audit` knows which", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, object | undefined>;
    const shipped = new Set(packagesIn(readFileSync("dist/ThirdPartyNotices.txt", "utf8")));
    const named = Object.keys(manifest.dependencies ?? {});
    assert.deepEqual(
      named.filter((name) => !shipped.has(name)),
      [],
    );
    assert.deepEqual(
      Object.keys(manifest.devDependencies ?? {}).filter((name) => shipped.has(name)),
      [],
    );
  });

  it("holds no key, no certificate and no credential of the reference registry", async () => {
    const secrets = sampleAccounts.flatMap(({ password, token }) => [password, token]);
    const encoded = sampleAccounts.map(({ userName, password }) =>
      Buffer.from(`${userName}:${password}`).toString("base64"),
    );
    for (const file of await packagedFiles()) {
      const text = readFileSync(file, "latin1");
      assert.doesNotMatch(text, pemBlock, file);
      for (const secret of [...secrets, ...encoded]) assert.ok(!text.includes(secret), file);
    }
    const certificates = await makeCertificates({
      hosts: ["localhost"],
      notBefore: new Date(0),
      notAfter: new Date(1),
    });
    for (const pem of [certificates.key, certificates.certificate])
      for (const written of [pem, JSON.stringify(pem)]) assert.match(written, pemBlock, "it would be found");
  });

  it("names the licence of every package in it, each one permissive", () => {
    const notices = readFileSync("dist/ThirdPartyNotices.txt", "utf8");
    const licences = [...notices.matchAll(/^\S+ \d+\.\d+\.\d+\S* \((.+)\)$/gm)].map(([, licence]) => licence);
    assert.ok(licences.length > 0);
    for (const licence of licences)
      assert.match(licence ?? "", /^(0BSD|MIT|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/);
  });
});

function packagesIn(notices: string): readonly string[] {
  return [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name = ""]) => name);
}

/** A key or certificate (RFC 7468), as plain text or in a string literal. */
const pemBlock = /-----BEGIN [A-Z ]+-----(?:\s|\\r|\\n)*[A-Za-z0-9+/=]{32,}/;

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
