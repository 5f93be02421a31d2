import type { CertificateProblem, RegistryError } from "../registryError";

/** Node's and OpenSSL's codes for certificates that were not accepted (Node, "TLS: X509 certificate error codes"). */
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
 * Names what broke a connection or the reading of an answer.
 *
 * @param authority who issued the registry's certificate, as far as it was seen
 */
export function connectionError(error: unknown, authority: string): RegistryError {
  const code = codeOf(error);
  const problem = certificateProblems[code];
  if (problem !== undefined) return { kind: "certificateNotTrusted", problem, authority };
  if (/^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_ZLIB)/.test(code)) {
    return { kind: "notTheInterface", fault: { kind: "notUnpacked" } };
  }
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
