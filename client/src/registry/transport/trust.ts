import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { SecureContext } from "node:tls";
import * as tls from "node:tls";
import type { Trust } from "./nodeTransport";

const linuxFiles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

interface NewerTls {
  getCACertificates(type: "system"): string[];
}

/** Where further authorities may be, beside those that come with Node. */
export interface AuthorityFiles {
  /** The process's environment variables. */
  readonly environment: Readonly<Partial<Record<string, string>>>;
  /** The files of the system's own store. */
  readonly systemFiles: readonly string[];
}

/** Where Linux distributions keep the system's authorities; elsewhere they are not in files. */
export function systemAuthorityFiles(platform: NodeJS.Platform): readonly string[] {
  return platform === "linux" ? linuxFiles : [];
}

/**
 * Trusts what users of company networks have been given, in whichever of the three usual places: the system's
 * store, `SSL_CERT_FILE`, `NODE_EXTRA_CA_CERTS`; and the authorities that come with Node.
 *
 * Node by itself takes only the first or the third, depending on how the editor was started.
 */
export function createTrust(files: AuthorityFiles): Trust {
  let reading: Promise<SecureContext | undefined> | undefined;
  return {
    current: () => (reading ??= readTrust(files)),
    forget: () => {
      reading = undefined;
    },
  };
}

async function readTrust({ environment, systemFiles }: AuthorityFiles): Promise<SecureContext | undefined> {
  const named = [environment.SSL_CERT_FILE, environment.NODE_EXTRA_CA_CERTS].filter(
    (file) => file !== undefined,
  );
  const read = await Promise.all([...systemFiles, ...named].map(certificatesIn));
  const further = [...systemStore(), ...read.flat()];
  // Where the store cannot be read from here, VS Code adds it to requests that bring no authorities.
  if (further.length === 0) return undefined;
  return tls.createSecureContext({ ca: [...tls.rootCertificates, ...unknownAmong(further)] });
}

/** The system's store as newer versions of Node read it (22.15 and later, also on Windows and macOS). */
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
    const text = await readFile(file, "utf8");
    return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  } catch {
    return [];
  }
}

/** Each that does not come with Node, once; without those that are none, for one bad entry must not spoil the rest. */
function unknownAmong(certificates: readonly string[]): string[] {
  const content = (certificate: string) => certificate.replace(/\s/g, "");
  const byContent = new Map(certificates.map((one) => [content(one), one]));
  for (const root of tls.rootCertificates) byContent.delete(content(root));
  return [...byContent.values()].filter(isCertificate);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
