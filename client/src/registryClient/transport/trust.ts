import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
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
 * Trusts Node's own authorities, and those that company networks install in the three usual places: the system's
 * store, `SSL_CERT_FILE`, `NODE_EXTRA_CA_CERTS`.
 *
 * Node by itself reads only the first or the third, depending on how the editor was started.
 */
export function createTrust(files: AuthorityFiles): Trust {
  const names = filesOf(files);
  let last: Promise<Reading> | undefined;
  let isInDoubt = false;
  const read = async (): Promise<Reading> => {
    const state = await stateOf(names);
    return { state, context: await readTrust(names) };
  };
  return {
    current: async () => {
      const before = last;
      if (before !== undefined && isInDoubt) {
        isInDoubt = false;
        // Checks for changes first: reading all files takes as long as twenty answers, and few retries need it.
        const { state } = await before;
        if ((await stateOf(names)) !== state && last === before) last = undefined;
      }
      return (await (last ??= read())).context;
    },
    forget: () => {
      isInDoubt = true;
    },
  };
}

interface Reading {
  /** The result of {@link stateOf} when the files were read. */
  readonly state: string;
  readonly context: SecureContext | undefined;
}

function filesOf({ environment, systemFiles }: AuthorityFiles): readonly string[] {
  const named = [environment.SSL_CERT_FILE, environment.NODE_EXTRA_CA_CERTS];
  return [...systemFiles, ...named.filter((file) => file !== undefined)];
}

/** A text that changes when one of the files changes. */
async function stateOf(names: readonly string[]): Promise<string> {
  const states = names.map(async (name) => {
    try {
      const { ino, size, mtimeNs, ctimeNs } = await stat(name, { bigint: true });
      return [ino, size, mtimeNs, ctimeNs].join(" ");
    } catch {
      return "";
    }
  });
  return (await Promise.all(states)).join("\n");
}

async function readTrust(names: readonly string[]): Promise<SecureContext | undefined> {
  const read = await Promise.all(names.map(certificatesIn));
  const further = [...systemStore(), ...read.flat()];
  // Without its own authorities, a request gets the system's store from VS Code.
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
    const text = await readFile(file, "utf8");
    return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  } catch {
    return [];
  }
}

/** The distinct valid certificates that Node does not include: one invalid entry must not break the rest. */
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
