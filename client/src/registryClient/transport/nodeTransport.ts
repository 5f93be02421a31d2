// Imported without the prefix "node:" and called through the module object: VS Code patches its proxy
// support (settings `http.proxy…`) into this module.
import * as https from "https";
import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { ConnectionOptions, DetailedPeerCertificate, SecureContext } from "node:tls";
import { TLSSocket } from "node:tls";
import { type CertificateProblem, type Failed, type RegistryError, failed } from "../registryError";
import type { ExchangeAnswer, ExchangeRequest, Transport } from "../transport";
import { type Readable, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Socket } from "node:net";
import * as tls from "node:tls";
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The trusted certificate authorities; `current` resolves to undefined if the platform's own authorities apply. */
export interface Trust {
  current(): Promise<SecureContext | undefined>;
  /** Makes the next request read the authorities again: the user may have just added the missing authority. */
  forget(): void;
}

/**
 * Sends requests with Node's `https`, with certificate checks always on.
 *
 * Sets no agent: VS Code's own agent follows the user's proxy settings, but with `http.proxySupport: on` VS Code sets it
 * only for requests without an agent. Each request opens its own connection, so that no request uses a connection that
 * died while the computer slept.
 */
export function createNodeTransport(trust: Trust): Transport {
  return {
    async exchange(request, signal) {
      const secureContext = await trust.current();
      if (signal.aborted) return failed({ kind: "cancelled" });
      const result = await exchange(request, secureContext, signal);
      if (result.kind === "failed" && result.error.kind === "certificateNotTrusted") trust.forget();
      return result;
    },
    addressesOf: async (hostname) => {
      try {
        return (await lookup(hostname, { all: true })).map(({ address }) => address);
      } catch {
        // If a proxy resolves the names, this machine may be unable to.
        return [];
      }
    },
  };
}

function exchange(
  { url, headers, limits, post }: ExchangeRequest,
  secureContext: SecureContext | undefined,
  signal: AbortSignal,
): Promise<ExchangeAnswer | Failed> {
  return new Promise((resolve) => {
    const sent = post === undefined ? headers : { ...headers, "content-type": post.type };
    const method = post === undefined ? "GET" : "POST";
    const request = requestOrError(url, { ...optionsFor(sent, secureContext), method });
    if (request instanceof Error) {
      resolve(failed(connectionError(request, "")));
      return;
    }
    // The header `connection: close` is not enough: some registries ignore it, and Node follows the answer's header.
    request.shouldKeepAlive = false;
    const peer = watchPeer(request);

    // Cleared once called: until the connection closes, its listeners would keep the answer in memory.
    let answerWith: typeof resolve | undefined = resolve;
    const settle = (result: ExchangeAnswer | Failed) => {
      clearTimeout(silence);
      clearTimeout(total);
      signal.removeEventListener("abort", onAbort);
      request.destroy();
      answerWith?.(result);
      answerWith = undefined;
    };
    const fail = (error: RegistryError) => settle(failed(error));
    const silence = setTimeout(() => fail({ kind: "timeOut" }), limits.silenceMilliseconds);
    const total = setTimeout(() => fail({ kind: "timeOut" }), limits.totalMilliseconds);
    const onAbort = () => fail({ kind: "cancelled" });
    signal.addEventListener("abort", onAbort);

    const receive = async (response: IncomingMessage) => {
      silence.refresh();
      const status = response.statusCode ?? 0;
      // Other bodies of answers to GET are not used; an answer to POST has the OAuth error in its body.
      const body =
        status === 200 || post !== undefined
          ? await bodyOf(response, limits.bodyBytes, () => void silence.refresh())
          : [];
      settle({ kind: "answer", status, headers: singleValues(response.headers), body });
    };
    const onError = (error: unknown) => {
      if (error instanceof BodyTooLarge) fail({ kind: "tooLarge", limitBytes: limits.bodyBytes });
      else if (error instanceof BodyOverpacked)
        fail({ kind: "notTheInterface", fault: { kind: "overpacked" } });
      else fail(connectionError(error, peer()));
    };
    request.on("response", (response) => void receive(response).catch(onError));
    // The server switches protocols although the request did not ask it to (RFC 9110, section 7.8).
    request.on("upgrade", ({ statusCode = 101 }) =>
      fail({ kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: statusCode } }),
    );
    request.on("error", onError);
    request.end(post?.text);
  });
}

/** Creates the request, or returns the error that Node throws for an illegal header value. */
function requestOrError(url: URL, options: https.RequestOptions): ClientRequest | Error {
  try {
    return https.request(url, options);
  } catch (error) {
    return error instanceof Error ? error : new Error();
  }
}

function optionsFor(
  headers: ExchangeRequest["headers"],
  secureContext: SecureContext | undefined,
): https.RequestOptions & ConnectionOptions {
  return {
    headers: { ...headers, "accept-encoding": "gzip, deflate, br", connection: "close" },
    // Set explicitly: an environment variable can change the default.
    rejectUnauthorized: true,
    // Otherwise Node resumes an earlier TLS session without checking the certificate.
    session: undefined,
    ...(secureContext === undefined ? {} : { secureContext }),
  };
}

function singleValues(headers: IncomingHttpHeaders): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

class BodyTooLarge extends Error {}
class BodyOverpacked extends Error {}

/** The maximum ratio of decompressed to received bytes; lists of groups have a ratio of some twenty. */
const maxRatio = 200;
/** Bodies of at most this size may have any ratio: they take little memory. */
const ratioExemptBytes = 8 * 2 ** 20;

/**
 * Reads a response's body, decompressed according to its `Content-Encoding` (RFC 9110, section 8.4).
 * Throws {@link BodyTooLarge}, {@link BodyOverpacked}, and the errors of connection and decompression.
 *
 * @param limitBytes the maximum size of the decompressed body
 * @param onArrival called for every decompressed piece
 */
async function bodyOf(
  response: IncomingMessage,
  limitBytes: number,
  onArrival: () => void,
): Promise<readonly Uint8Array[]> {
  if (Number(response.headers["content-length"] ?? 0) > limitBytes) throw new BodyTooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  let packedSize = 0;
  const body = unpacked(response);
  if (body !== response) response.on("data", (piece: Buffer) => (packedSize += piece.length));
  for await (const piece of body as AsyncIterable<Buffer>) {
    onArrival();
    size += piece.length;
    if (size > limitBytes) throw new BodyTooLarge();
    if (body !== response && size > ratioExemptBytes && size > packedSize * maxRatio)
      throw new BodyOverpacked();
    pieces.push(piece);
  }
  return pieces;
}

function unpacked(response: IncomingMessage): Readable {
  const decoder = decoderFor(response.headers["content-encoding"]?.trim().toLowerCase());
  // The callback ignores errors, because the loop over the decoder throws them.
  return decoder === undefined ? response : pipeline(response, decoder, () => undefined);
}

function decoderFor(encoding: string | undefined) {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

/** Node's and OpenSSL's codes for rejected certificates (Node, "TLS: X509 certificate error codes"). */
const certificateProblems: Readonly<Partial<Record<string, CertificateProblem>>> = {
  UNABLE_TO_GET_ISSUER_CERT: "unknownAuthority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknownAuthority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknownAuthority",
  SELF_SIGNED_CERT_IN_CHAIN: "unknownAuthority",
  CERT_UNTRUSTED: "unknownAuthority",
  DEPTH_ZERO_SELF_SIGNED_CERT: "selfSigned",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "otherHost",
  HOSTNAME_MISMATCH: "otherHost",
  INVALID_CA: "other",
  INVALID_PURPOSE: "other",
  CERT_REVOKED: "other",
  CERT_REJECTED: "other",
  CERT_SIGNATURE_FAILURE: "other",
  CERT_CHAIN_TOO_LONG: "other",
  PATH_LENGTH_EXCEEDED: "other",
};

/**
 * Converts an error of the connection, or of reading the answer.
 *
 * @param authority the topmost issuer of the registry's certificate; "" if unknown
 */
function connectionError(error: unknown, authority: string): RegistryError {
  const code = codeOf(error);
  // OpenSSL and Electron's BoringSSL have different codes for this alert of TLS 1.3.
  const isOfClient = code.endsWith("_ALERT_CERTIFICATE_REQUIRED");
  const problem = isOfClient ? "ofClient" : certificateProblems[code];
  if (problem !== undefined) return { kind: "certificateNotTrusted", problem, authority };
  if (/^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_ZLIB)/.test(code)) {
    return { kind: "notTheInterface", fault: { kind: "notUnpacked" } };
  }
  if (code === "HPE_HEADER_OVERFLOW") return { kind: "notTheInterface", fault: { kind: "headersTooLarge" } };
  if (code.startsWith("HPE_")) return { kind: "notTheInterface", fault: { kind: "notHttp" } };
  return { kind: "notReachable", code };
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  // VS Code's errors about proxies have no code.
  return /prox(y|ies)/i.test(error.message) ? "proxy" : "unknown";
}

const maxNameLength = 200;

/**
 * Records the topmost issuer of the certificate that the server presents.
 *
 * @returns a function that returns the name of the issuer seen so far, "" for none
 */
function watchPeer(request: ClientRequest): () => string {
  let authority = "";
  request.on("socket", (socket: Socket) => {
    if (!(socket instanceof TLSSocket)) return;
    // Runs before Node's own listener, which closes an untrusted connection and drops the certificate.
    socket.prependOnceListener("secure", () => {
      authority = topmostIssuer(socket.getPeerCertificate(true));
    });
  });
  return () => authority;
}

/** @param leaf empty if the connection resumed a TLS session without a certificate */
function topmostIssuer(leaf: Partial<DetailedPeerCertificate>): string {
  let top: DetailedPeerCertificate | undefined;
  const seen = new Set<string>();
  // Despite the types, the last certificate that the server sent has no `issuerCertificate`.
  for (let next: Partial<DetailedPeerCertificate> | undefined = leaf; isCertificate(next);) {
    if (seen.has(next.fingerprint256)) break;
    seen.add(next.fingerprint256);
    top = next;
    next = next.issuerCertificate;
  }
  const name = [top?.issuer.CN ?? top?.issuer.O ?? ""].flat().join(", ");
  return name.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, maxNameLength);
}

function isCertificate(
  given: Partial<DetailedPeerCertificate> | undefined,
): given is DetailedPeerCertificate {
  return given?.fingerprint256 !== undefined && given.issuer !== undefined;
}

const linuxFiles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** A function of Node 22.15 and later, which the types do not know. */
interface NewerTls {
  getCACertificates(type: "system"): string[];
}

/** Where to look for authorities in addition to Node's own. */
export interface AuthorityFiles {
  /** The process's environment variables. */
  readonly environment: Readonly<Partial<Record<string, string>>>;
  /** The files of the system's own store. */
  readonly systemFiles: readonly string[];
}

/** Where Linux distributions store the system's authorities; other systems have no such files. */
export function systemAuthorityFiles(platform: NodeJS.Platform): readonly string[] {
  return platform === "linux" ? linuxFiles : [];
}

/**
 * Trusts Node's own authorities, and the authorities that company networks install in the three usual places: the
 * system's store, `SSL_CERT_FILE`, `NODE_EXTRA_CA_CERTS`.
 *
 * Node by itself reads only the first or the third, depending on how the editor was started.
 */
export function createTrust(files: AuthorityFiles): Trust {
  const names = filesOf(files);
  let last: Promise<SecureContext | undefined> | undefined;
  return {
    current: () => (last ??= readTrust(names)),
    forget: () => {
      last = undefined;
    },
  };
}

function filesOf({ environment, systemFiles }: AuthorityFiles): readonly string[] {
  const named = [environment.SSL_CERT_FILE, environment.NODE_EXTRA_CA_CERTS];
  return [...systemFiles, ...named.filter((file) => file !== undefined)];
}

async function readTrust(names: readonly string[]): Promise<SecureContext | undefined> {
  const read = await Promise.all(names.map(certificatesIn));
  const further = [...systemStore(), ...read.flat()];
  // If a request sets no authorities, VS Code sets those of the system's store.
  if (further.length === 0) return undefined;
  return tls.createSecureContext({ ca: [...tls.rootCertificates, ...unknownAmong(further)] });
}

/** The system's store, which Node 22.15 and later can read, also on Windows and macOS. */
function systemStore(): readonly string[] {
  try {
    return readsSystemStore(tls) ? tls.getCACertificates("system") : [];
  } catch {
    return [];
  }
}

function readsSystemStore(module: object): module is NewerTls {
  return "getCACertificates" in module;
}

async function certificatesIn(file: string): Promise<readonly string[]> {
  try {
    const content = await readFile(file);
    const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
    // A file without PEM blocks may be one certificate in binary form (DER).
    return content.toString().match(pem) ?? [new X509Certificate(content).toString()];
  } catch {
    return [];
  }
}

/**
 * The distinct certificates that Node does not include; leaves out invalid ones, which would make the others unusable.
 */
function unknownAmong(certificates: readonly string[]): string[] {
  const content = (certificate: string) => certificate.replace(/\s/g, "");
  const byContent = new Map(certificates.map((certificate) => [content(certificate), certificate]));
  for (const root of tls.rootCertificates) byContent.delete(content(root));
  return [...byContent.values()].filter(isValid);
}

function isValid(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
