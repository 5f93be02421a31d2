import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Account, type OAuthOptions, sampleAccounts } from "@analyses/registry/authorizationServer";
import { openCertificateFolder } from "@analyses/registry/certificates";
import { Content, readContent, type ContentRecords, enlarged } from "@analyses/registry/content";
import { FaultSwitch } from "./registryFaults";
import type { RegistryRequest } from "@analyses/registry/http";
import { startRegistry } from "@analyses/registry/respond";

export interface ReferenceRegistryOptions {
  /** Enlarges the sample data to this size (people: at least 2). Default: the sample data. */
  readonly size?: { readonly groups: number; readonly people: number };
  /** Base address in the records' links, if it differs from the registry's own. */
  readonly publicUrl?: string;
  readonly port?: number;
  /** Whether CORS headers let web pages read the responses. */
  readonly openToPages?: boolean;
  readonly accounts?: readonly Account[];
  /** Also starts an authorization server. */
  readonly oauth?: Partial<OAuthOptions>;
  /** Folder for certificates. Default: the project's own folder, which all tests share. */
  readonly certificateFolder?: string;
}

/** A request as received. */
interface LoggedRequest extends RegistryRequest {
  /** The status of the answer; null before, or without, an answer. */
  readonly status: number | null;
}

/** A reference registry in this process. */
export interface ReferenceRegistry {
  /** `https://localhost:PORT`. */
  readonly url: string;
  readonly port: number;
  /** URL of the authorization server; "" without one. */
  readonly issuer: string;
  /** Certificate of the authority to trust, as PEM. */
  readonly ca: string;
  /** Path of the file with that certificate. */
  readonly caFile: string;
  /** The records that it serves; a change takes effect on the next response. */
  readonly content: Content;
  /** Injects the faults of registryFaults.ts. */
  readonly faults: FaultSwitch;
  /** Received requests, with their original headers. */
  readonly requests: readonly LoggedRequest[];
  /** Number of TCP connections opened to it. */
  readonly connections: number;
  /** Clears the log of requests and connections. */
  clearLog(): void;
  stop(): Promise<void>;
}

/** The sample users' credentials, as values of the header `Authorization`. */
export const authorization = {
  reviewer: `Basic ${Buffer.from("reviewer:reviewer-password").toString("base64")}`,
  reviewerToken: "Bearer reviewer-token",
  reader: `Basic ${Buffer.from("reader:reader-password").toString("base64")}`,
  readerToken: "Bearer reader-token",
} as const;

/** Starts a separate registry for one test, on a free port. The test must stop it. */
export async function startReferenceRegistry(
  options: ReferenceRegistryOptions = {},
): Promise<ReferenceRegistry> {
  const content = new Content(
    options.size === undefined ? sampleRecords() : enlarged(sampleRecords(), options.size),
  );
  const certificates = await openCertificateFolder(
    options.certificateFolder ?? join(projectRoot(), ".local/registry"),
    new Date(),
  );
  const faults = new FaultSwitch();
  let requests: LoggedRequest[] = [];
  let connections = 0;
  const registry = await startRegistry({
    port: options.port ?? 0,
    certificates,
    content,
    accounts: options.accounts ?? sampleAccounts,
    ...(options.oauth === undefined ? {} : { oauth: { port: 0, ...options.oauth } }),
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    openToPages: options.openToPages ?? false,
    log: (message) => console.error(`reference registry: ${message}`),
    wrap: (respond) => {
      const exchange = faults.wrap(respond);
      return async (request, response, connection) => {
        requests.push({
          ...request,
          get status() {
            return response.headersSent ? response.statusCode : null;
          },
        });
        await exchange(request, response, connection);
      };
    },
    connected: () => (connections += 1),
  });
  return {
    url: registry.url,
    port: registry.port,
    issuer: registry.issuer ?? "",
    ca: certificates.authority,
    caFile: certificates.authorityFile,
    content,
    faults,
    get requests() {
      return requests;
    },
    get connections() {
      return connections;
    },
    clearLog: () => {
      requests = [];
      connections = 0;
    },
    stop: () => registry.stop(),
  };
}

/** Starts a registry for the surrounding suite. Before each test it resets the faults and the request log. */
export function registryForSuite(options?: ReferenceRegistryOptions): ReferenceRegistry {
  let started: ReferenceRegistry | undefined;
  const registry = latest(() => started);
  before(async () => {
    started = await startReferenceRegistry(options);
  });
  beforeEach(() => {
    registry.faults.clear();
    registry.clearLog();
  });
  after(() => started?.stop());
  return registry;
}

/** Stands for what a hook of the suite sets before a test. */
export function latest<T extends object>(current: () => T | undefined): T {
  const value = (): T => {
    const now = current();
    if (now === undefined) throw new Error("It is there from the suite's first hook to its last.");
    return now;
  };
  const none: Partial<T> = {};
  return new Proxy(none, { get: (_, name) => Reflect.get(value(), name) as unknown }) as T;
}

let sample: ContentRecords | undefined;

/** Cached: records are immutable; `Content` replaces them. */
export function sampleRecords(): ContentRecords {
  if (sample === undefined) {
    const data: unknown = JSON.parse(readFileSync(join(projectRoot(), "registry/data/sample.json"), "utf8"));
    const result = readContent(data);
    if (result.kind === "faulty") throw new Error(result.problems.join("\n"));
    sample = result.records;
  }
  return sample;
}

/** The repository root: the nearest folder above this bundle that contains the sample data. */
function projectRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, "registry/data/sample.json"))) {
    const above = dirname(folder);
    if (above === folder) throw new Error("The project's root folder is not above the test's.");
    folder = above;
  }
  return folder;
}
