/** Why the registry's certificate was not accepted. */
export type CertificateProblem = "unknownAuthority" | "selfSigned" | "expired" | "otherHost" | "other";

/** Everything that can go wrong between the extension and a registry: a closed set. */
export type RegistryError =
  /** No connection, or one that broke. `code` is the system's name for it, for example `ECONNREFUSED`. */
  | { readonly kind: "notReachable"; readonly code: string }
  /** `authority` names who issued the certificate, "" when the registry did not say. */
  | {
      readonly kind: "certificateNotTrusted";
      readonly problem: CertificateProblem;
      readonly authority: string;
    }
  | { readonly kind: "timeOut" }
  /** `missing`: nobody is signed in; `refused`: the registry does not accept the credential. */
  | { readonly kind: "unauthenticated"; readonly credential: "missing" | "refused" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "notFound" }
  | { readonly kind: "badRequest" }
  /** Statuses 500 to 599, and 429: the registry is there but does not answer now. */
  | { readonly kind: "serverError"; readonly status: number }
  /** An answer that is not of the interface; `detail` says where, e.g. `groups[17].groupId is a number, not a string`. */
  | { readonly kind: "notTheInterface"; readonly detail: string }
  | { readonly kind: "tooLarge"; readonly limitBytes: number }
  | { readonly kind: "cancelled" };
