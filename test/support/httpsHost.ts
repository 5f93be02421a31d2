import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificates, makeCertificates } from "@analyses/registry/certificates";
import { type RegistryAddress, readRegistryAddress } from "@analyses/client/registryClient/registryAddress";

const day = 24 * 60 * 60 * 1000;

export interface HttpsHost {
  readonly origin: string;
  readonly address: RegistryAddress;
  /** All received requests, in order. A test may empty the list. */
  readonly requests: ReceivedRequest[];
  /** Maximum number of concurrent requests. */
  readonly mostAtOnce: number;
  /** Path of the certificate of the authority that a client must trust. */
  readonly authorityFile: string;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Whether the client closed the connection before the response was complete. */
  readonly isAborted: () => boolean;
}

export interface HostOptions {
  readonly hosts?: readonly string[];
  readonly validFor?: { readonly notBefore: Date; readonly notAfter: Date };
  /** Whether clients have to present a certificate. */
  readonly requestCert?: boolean;
}

/** Starts an HTTPS server on loopback, with its own certificate authority that no client trusts by default. */
export async function startHost(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: HostOptions = {},
): Promise<HttpsHost> {
  const certificates = await certificatesFor(options);
  const folder = await mkdtemp(join(tmpdir(), "registry-client-"));
  const authorityFile = join(folder, "authority.pem");
  await writeFile(authorityFile, certificates.authority);

  const requests: ReceivedRequest[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const listener: RequestListener = (request, response) => {
    let aborted = false;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const ended = once(() => (atOnce -= 1));
    response.once("finish", ended);
    response.once("close", () => {
      ended();
      aborted = !response.writableFinished;
    });
    requests.push({ path: request.url ?? "", headers: request.headers, isAborted: () => aborted });
    answer(request, response);
  };
  const { certificate: cert, key } = certificates;
  const server = createServer({ cert, key, requestCert: options.requestCert === true }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `https://localhost:${port}`;
  return {
    origin,
    address: addressOf(origin),
    requests,
    get mostAtOnce() {
      return mostAtOnce;
    },
    authorityFile,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

/** Writes a body for as long as the client reads. */
export function writeWithoutEnd(response: ServerResponse): void {
  const more = () => {
    while (response.write("x".repeat(65_536)));
  };
  response.on("drain", more);
  more();
}

export function addressOf(text: string): RegistryAddress {
  const reading = readRegistryAddress(text);
  if (reading.kind === "refused") throw new Error(reading.problem);
  return reading.address;
}

let usual: Promise<Certificates> | undefined;

function certificatesFor({ hosts, validFor }: HostOptions): Promise<Certificates> {
  const isUsual = hosts === undefined && validFor === undefined;
  return isUsual ? (usual ??= make(undefined, undefined)) : make(hosts, validFor);
}

function make(hosts: HostOptions["hosts"], validFor: HostOptions["validFor"]): Promise<Certificates> {
  const now = Date.now();
  return makeCertificates({
    hosts: hosts ?? ["localhost", "127.0.0.1"],
    notBefore: validFor?.notBefore ?? new Date(now - day),
    notAfter: validFor?.notAfter ?? new Date(now + day),
  });
}
