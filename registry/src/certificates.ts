import { X509Certificate, createPrivateKey, webcrypto } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A server's certificate and key, and the authority that a client must trust; all as PEM. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

interface CertificateOptions {
  /** The host names and addresses that the certificate is for. */
  readonly hosts: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const signing = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/**
 * Makes an authority and one certificate that it signs. Discards the authority's private key at once: trusting the
 * authority is trusting this one certificate, since it can never sign another.
 */
export async function makeCertificates(options: CertificateOptions): Promise<Certificates> {
  // Imported only here, because a registry that has its certificates needs neither package.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const { hosts, notBefore, notAfter } = options;

  const authorityKeys = await webcrypto.subtle.generateKey(signing, false, ["sign", "verify"]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: "CN=Analyses & Registry reference authority",
    notBefore,
    notAfter,
    signingAlgorithm: signing,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });

  const keys = await webcrypto.subtle.generateKey(signing, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: "CN=Analyses & Registry reference registry",
    issuer: authority.subject,
    notBefore,
    notAfter,
    signingAlgorithm: signing,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? "ip" : "dns", value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });

  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    authority: authority.toString("pem"),
    certificate: certificate.toString("pem"),
    key: x509.PemConverter.encode(key, "PRIVATE KEY"),
  };
}

/** 16 random octets, positive and without a leading zero (RFC 5280 section 4.1.2.2), in hexadecimal. */
function serialNumber(): string {
  const octets = webcrypto.getRandomValues(Buffer.alloc(16));
  octets[0] = 0x40 | (octets.readUInt8(0) & 0x3f);
  return octets.toString("hex");
}

const day = 24 * 60 * 60 * 1000;
/** Some systems trust no certificate that is valid for longer than 825 days. */
const validDays = 820;
const renewDaysBefore = 30;

const hosts = ["localhost", "127.0.0.1", "::1"];

export interface CertificateFolder extends Certificates {
  /** The path of the authority's certificate, which clients must trust. */
  readonly authorityFile: string;
}

/**
 * Reads the certificates in a folder; makes new ones if there are none or they soon expire. Only their owner may
 * access the folder and the key.
 *
 * @param folder its parent need not exist
 */
export async function openCertificateFolder(folder: string, now: Date): Promise<CertificateFolder> {
  const existing = await readCertificates(folder);
  if (existing !== null && isValid(existing, now)) {
    await keepFromOthers(folder);
    return existing;
  }
  const created = await makeCertificates({
    hosts,
    // A day ago, for clients whose clocks are slow.
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + validDays * day),
  });
  await mkdir(dirname(folder), { recursive: true });
  // Written into another folder that is then renamed: a registry that starts meanwhile finds all files or none.
  const temporaryFolder = await mkdtemp(`${folder}-`);
  for (const name of ["authority", "certificate", "key"] as const) {
    await writeFile(join(temporaryFolder, `${name}.pem`), created[name], { mode: 0o600 });
  }
  if (existing !== null) await rm(folder, { recursive: true });
  try {
    await rename(temporaryFolder, folder);
  } catch {
    if ((await readCertificates(folder)) === null) {
      // The existing folder is incomplete.
      await rm(folder, { recursive: true });
      await rename(temporaryFolder, folder);
    } else {
      // Another registry has written its certificates meanwhile: use those.
      await rm(temporaryFolder, { recursive: true });
    }
  }
  const written = await readCertificates(folder);
  if (written === null) throw new Error(`The certificates in ${folder} cannot be read.`);
  return written;
}

async function readCertificates(folder: string): Promise<CertificateFolder | null> {
  const read = (name: keyof Certificates) => readFile(join(folder, `${name}.pem`), "utf8");
  try {
    const [authority, certificate, key] = await Promise.all([
      read("authority"),
      read("certificate"),
      read("key"),
    ]);
    return { authority, certificate, key, authorityFile: join(folder, "authority.pem") };
  } catch {
    return null;
  }
}

/** Resets the permissions, which may differ if the files were copied or restored. */
async function keepFromOthers(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  await chmod(join(folder, "key.pem"), 0o600);
}

function isValid({ certificate, authority, key }: Certificates, now: Date): boolean {
  try {
    const parsed = new X509Certificate(certificate);
    return (
      Date.parse(parsed.validTo) > now.getTime() + renewDaysBefore * day &&
      Date.parse(parsed.validFrom) <= now.getTime() &&
      parsed.verify(new X509Certificate(authority).publicKey) &&
      parsed.checkPrivateKey(createPrivateKey(key))
    );
  } catch {
    // A file is not PEM.
    return false;
  }
}
