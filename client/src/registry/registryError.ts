/** Why the registry's certificate was not accepted. */
export type CertificateProblem = "unknownAuthority" | "selfSigned" | "expired" | "otherHost" | "other";

/** In which way an answer is not of the interface that the specification describes. */
export type AnswerFault =
  | { readonly kind: "notHttp" }
  | { readonly kind: "unexpectedStatus"; readonly status: number }
  | { readonly kind: "redirectElsewhere" }
  | { readonly kind: "redirectWithoutEnd" }
  | { readonly kind: "notUnpacked" }
  | { readonly kind: "notJson" }
  | { readonly kind: "malformedJson" }
  /** `path` leads to the value, for example `groups[17].groupId`; "" is the whole answer. */
  | {
      readonly kind: "wrongType";
      readonly path: string;
      readonly found: JsonType;
      readonly expected: JsonType;
    }
  | { readonly kind: "missing"; readonly path: string };

export type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null";

/** Everything that can go wrong between the extension and a registry: a closed set. */
export type RegistryError =
  /** No connection, or one that broke. `code` is the system's name for it, for example `ECONNREFUSED`. */
  | { readonly kind: "notReachable"; readonly code: string }
  /** A browser did not hand the answer on, and does not say why: no connection, or one that it forbids (CORS). */
  | { readonly kind: "blockedByBrowser" }
  /** `authority` names who issued the certificate, "" when the registry did not say. */
  | {
      readonly kind: "certificateNotTrusted";
      readonly problem: CertificateProblem;
      readonly authority: string;
    }
  | { readonly kind: "timeOut" }
  /** `missing`: nobody is signed in; `refused`: the registry does not accept the credential. */
  | { readonly kind: "unauthenticated"; readonly credential: "missing" | "refused" }
  /** `withCredential`: whether an account was refused, or whoever asks. */
  | { readonly kind: "forbidden"; readonly withCredential: boolean }
  | { readonly kind: "notFound" }
  | { readonly kind: "badRequest" }
  /** Statuses 500 to 599, and 429: the registry is there but does not answer now. */
  | { readonly kind: "serverError"; readonly status: number }
  | { readonly kind: "notTheInterface"; readonly fault: AnswerFault }
  | { readonly kind: "tooLarge"; readonly limitBytes: number }
  | { readonly kind: "cancelled" };
