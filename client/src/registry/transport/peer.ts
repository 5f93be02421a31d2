import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import type { DetailedPeerCertificate } from "node:tls";
import { TLSSocket } from "node:tls";

const longestName = 200;

/**
 * Notes who issued the certificate that the other side of a request shows.
 *
 * @returns a function that gives the name of the topmost authority seen so far, "" for none
 */
export function watchPeer(request: ClientRequest): () => string {
  let authority = "";
  request.on("socket", (socket: Socket) => {
    if (!(socket instanceof TLSSocket)) return;
    // Before Node's own listener, which closes a connection that is not trusted and lets go of the certificate.
    socket.prependOnceListener("secure", () => {
      authority = topmostIssuer(socket.getPeerCertificate(true));
    });
  });
  return () => authority;
}

/** @param leaf empty when the connection goes on from an earlier one and no certificate was shown */
function topmostIssuer(leaf: Partial<DetailedPeerCertificate>): string {
  let top: DetailedPeerCertificate | undefined;
  const seen = new Set<string>();
  // The types promise an issuer's certificate; the last one that the server sent has none.
  for (let next: Partial<DetailedPeerCertificate> | undefined = leaf; isCertificate(next);) {
    if (seen.has(next.fingerprint256)) break;
    seen.add(next.fingerprint256);
    top = next;
    next = next.issuerCertificate;
  }
  const name = [top?.issuer.CN ?? top?.issuer.O ?? ""].flat().join(", ");
  return name.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, longestName);
}

function isCertificate(
  given: Partial<DetailedPeerCertificate> | undefined,
): given is DetailedPeerCertificate {
  return given?.fingerprint256 !== undefined && given.issuer !== undefined;
}
