import { webcrypto } from "node:crypto";

/** A server's certificate and key, and the authority that a client must trust; all as PEM. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateOptions {
  /** The host names and addresses that the certificate is for. */
  readonly hosts: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const signing = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/**
 * Makes an authority and one certificate that it signed. The authority's own key is forgotten at once: trusting
 * it is trusting this one certificate, since nobody can ever make another.
 */
export async function makeCertificates(options: CertificateOptions): Promise<Certificates> {
  // Loaded here, since a registry that has its certificates needs neither.
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
