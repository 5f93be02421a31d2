import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { systemClock } from "@analyses/client/registryClient/transport";
import { describeRegistryError, inEnglish } from "@analyses/client/registryClient/registryError";
import type { GuardedAnswer } from "@analyses/client/registryClient/guardedRequest";
import { guardRequests, usualLimits } from "@analyses/client/registryClient/guardedRequest";
import {
  createNodeTransport,
  type AuthorityFiles,
  createTrust,
  systemAuthorityFiles,
} from "@analyses/client/registryClient/transport/nodeTransport";
import { type HostOptions, type HttpsHost, startHost } from "../../support/httpsHost";
import { get, json } from "../../support/requests";

const day = 24 * 60 * 60 * 1000;

describe("a registry's certificate", () => {
  const hosts: HttpsHost[] = [];
  const start = async (options: HostOptions = {}) => {
    const host = await startHost((_, response) => response.writeHead(200, json).end("{}"), options);
    hosts.push(host);
    return host;
  };
  after(() => Promise.all(hosts.map((host) => host.close())));

  const sendTrusting = (host: HttpsHost, files: Partial<AuthorityFiles>) =>
    guardRequests(
      host.address,
      createNodeTransport(createTrust({ environment: {}, systemFiles: [], ...files })),
      systemClock,
      usualLimits,
      { add: () => undefined },
    );
  const trusting = (host: HttpsHost, files: Partial<AuthorityFiles>) => get(sendTrusting(host, files));

  it("counts when its authority is in the system's store, in SSL_CERT_FILE or in NODE_EXTRA_CA_CERTS", async () => {
    const host = await start();
    const file = host.authorityFile;
    for (const files of [
      { systemFiles: ["/no/such/file", file] },
      { environment: { SSL_CERT_FILE: file } },
      { environment: { NODE_EXTRA_CA_CERTS: file } },
      { environment: { SSL_CERT_FILE: "/no/such/file", NODE_EXTRA_CA_CERTS: file } },
    ]) {
      assert.equal((await trusting(host, files)).kind, "json", JSON.stringify(files));
    }
  });

  it("counts although other authorities in the file are broken", async () => {
    const host = await start();
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    const good = await readFile(host.authorityFile, "utf8");
    await writeFile(host.authorityFile, `# a comment\n${broken}${good}`);
    assert.equal((await trusting(host, { environment: { SSL_CERT_FILE: host.authorityFile } })).kind, "json");
  });

  it("counts when the file of its authority is in binary form", async () => {
    const host = await start();
    await writeFile(host.authorityFile, new X509Certificate(await readFile(host.authorityFile)).raw);
    assert.equal((await trusting(host, { environment: { SSL_CERT_FILE: host.authorityFile } })).kind, "json");
  });

  it("of the client is named where the registry requires one", async () => {
    const host = await start({ requestCert: true });
    const outcome = await trusting(host, { systemFiles: [host.authorityFile] });
    const authority = "Analyses & Registry reference authority";
    assert.deepEqual(errorOf(outcome), { kind: "certificateNotTrusted", problem: "ofClient", authority });
  });

  it("is refused when its authority is unknown, with the authority's name and what to do", async () => {
    const host = await start();
    const outcome = await trusting(host, { systemFiles: systemAuthorityFiles("linux") });
    const authority = "Analyses & Registry reference authority";
    assert.deepEqual(errorOf(outcome), {
      kind: "certificateNotTrusted",
      problem: "unknownAuthority",
      authority,
    });
    assert.equal(host.requests.length, 0);
    const sentence = outcome.kind === "failed" ? describeRegistryError(outcome.error, "Test", inEnglish) : "";
    assert.match(sentence, /^The certificate of Test .* reference authority.* system's certificate store/);
  });

  it("counts on the next try after its authority was added, without a restart", async () => {
    const host = await start();
    const other = await start({ hosts: ["localhost"] });
    const file = other.authorityFile;
    const send = sendTrusting(host, { systemFiles: [file] });
    assert.equal(errorOf(await get(send))?.kind, "certificateNotTrusted");
    await copyFile(host.authorityFile, file);
    assert.equal((await get(send)).kind, "json");
  });

  it("is checked anew for each connection, also when an earlier one was trusted", async () => {
    const host = await start();
    assert.equal((await trusting(host, { systemFiles: [host.authorityFile] })).kind, "json");
    assert.equal(errorOf(await trusting(host, {}))?.kind, "certificateNotTrusted");
    assert.equal(host.requests.length, 1);
  });

  it("is refused when it is for another host or out of date", async () => {
    const trustIt = (host: HttpsHost) => trusting(host, { systemFiles: [host.authorityFile] });
    const problemOf = (outcome: GuardedAnswer) => {
      const error = errorOf(outcome);
      return error?.kind === "certificateNotTrusted" ? error.problem : error?.kind;
    };
    assert.equal(problemOf(await trustIt(await start({ hosts: ["registry.example"] }))), "otherHost");
    const now = Date.now();
    const past = { notBefore: new Date(now - 2 * day), notAfter: new Date(now - day) };
    assert.equal(problemOf(await trustIt(await start({ validFor: past }))), "expired");
    const future = { notBefore: new Date(now + day), notAfter: new Date(now + 2 * day) };
    assert.equal(problemOf(await trustIt(await start({ validFor: future }))), "expired");
  });

  it("is checked also where the environment tells Node not to", async () => {
    const host = await start();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      assert.equal(errorOf(await trusting(host, {}))?.kind, "certificateNotTrusted");
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    assert.equal(host.requests.length, 0);
  });
});

function errorOf(outcome: GuardedAnswer) {
  return outcome.kind === "failed" ? outcome.error : undefined;
}
