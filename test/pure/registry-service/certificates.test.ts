import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import type { CertificateFolder } from "@analyses/registry/certificates";
import { openCertificateFolder } from "@analyses/registry/certificates";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { askRegistry } from "../../support/askRegistry";

const day = 24 * 60 * 60 * 1000;

describe("the reference registry's certificates", () => {
  let parent: string;
  let folder: string;
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "certificates-"));
    folder = join(parent, "registry");
  });
  after(() => rm(parent, { recursive: true }));

  it("are made once, and kept where only their owner can read them", async () => {
    const made = await openCertificateFolder(folder, new Date());
    assert.deepEqual(await openCertificateFolder(folder, new Date()), made);
    assert.equal(await readFile(made.authorityFile, "utf8"), made.authority);
    if (process.platform !== "win32") {
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      assert.equal((await stat(join(folder, "key.pem"))).mode & 0o777, 0o600);
    }
  });

  it("are made anew when they soon expire or were damaged", async () => {
    const made = await openCertificateFolder(folder, new Date());
    const renewed = await openCertificateFolder(folder, new Date(Date.now() + 800 * day));
    assert.notEqual(renewed.certificate, made.certificate);
    await writeFile(join(folder, "authority.pem"), made.authority);
    const repaired = await openCertificateFolder(folder, new Date(Date.now() + 800 * day));
    assert.notEqual(repaired.authority, made.authority);
    assert.deepEqual(await readdir(parent), ["registry"]);
  });

  it("are made anew when a file is missing or is no certificate or key at all", async () => {
    const isMadeAnew = async (harm: (made: CertificateFolder) => Promise<void>) => {
      const made = await openCertificateFolder(folder, new Date());
      await harm(made);
      const repaired = await openCertificateFolder(folder, new Date());
      assert.notEqual(repaired.certificate, made.certificate);
      assert.deepEqual(await openCertificateFolder(folder, new Date()), repaired);
      assert.deepEqual(await readdir(parent), ["registry"]);
    };
    for (const name of ["authority", "certificate", "key"]) {
      await isMadeAnew(() => rm(join(folder, `${name}.pem`)));
      await isMadeAnew(() => writeFile(join(folder, `${name}.pem`), "nonsense"));
    }
    await isMadeAnew(({ authority }) => writeFile(join(folder, "key.pem"), authority));
  });

  it("are kept from others also where they were copied with other permissions", async () => {
    if (process.platform === "win32") return;
    await openCertificateFolder(folder, new Date());
    await chmod(folder, 0o755);
    await chmod(join(folder, "key.pem"), 0o644);
    await openCertificateFolder(folder, new Date());
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(join(folder, "key.pem"))).mode & 0o777, 0o600);
  });

  it("are the same for registries that start for the first time together", async () => {
    const fresh = join(parent, "fresh");
    const opened = await Promise.all([1, 2, 3].map(() => openCertificateFolder(fresh, new Date())));
    const [first] = opened;
    for (const each of opened) assert.deepEqual(each, first);
    assert.deepEqual(await readdir(parent), ["fresh", "registry"]);
  });

  it("are an authority and a server's, no more", async () => {
    const { authority, certificate } = await openCertificateFolder(folder, new Date());
    const [issuer, server] = [new X509Certificate(authority), new X509Certificate(certificate)];
    assert.ok(issuer.ca && !server.ca);
    assert.ok(server.checkIssued(issuer) && server.verify(issuer.publicKey));
    assert.equal(server.checkHost("localhost"), "localhost");
    assert.deepEqual([server.checkIP("127.0.0.1"), server.checkIP("::1")], ["127.0.0.1", "::1"]);
    assert.equal(server.checkHost("registry.example.org"), undefined);
  });

  it("are trusted at localhost, 127.0.0.1 and, where there is IPv6, ::1", async () => {
    const registry = await startReferenceRegistry();
    try {
      const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
        list?.some(({ address }) => address === "::1"),
      );
      for (const host of ["localhost", "127.0.0.1", ...(hasIpv6 ? ["[::1]"] : [])]) {
        const url = `https://${host}:${registry.port}`;
        assert.equal((await askRegistry({ url, ca: registry.ca }, "/rest/groupTypes")).status, 200, host);
      }
    } finally {
      await registry.stop();
    }
  });
});
