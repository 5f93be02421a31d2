/** Why the registry's certificate was not accepted. */
export type CertificateProblem = "unknownAuthority" | "selfSigned" | "expired" | "otherHost" | "other";

/** In which way an answer is not of the interface that the specification describes. */
export type AnswerFault =
  | { readonly kind: "notHttp" }
  | { readonly kind: "headersTooLarge" }
  | { readonly kind: "unexpectedStatus"; readonly status: number }
  | { readonly kind: "redirectElsewhere" }
  | { readonly kind: "redirectWithoutEnd" }
  | { readonly kind: "notUnpacked" }
  /** A few bytes that unpack to many, as no data of a registry does. */
  | { readonly kind: "overpacked" }
  | { readonly kind: "notJson" }
  | { readonly kind: "malformedJson" }
  | { readonly kind: "notUtf8" }
  /** More values, or more in one record, than an answer of the interface has. */
  | { readonly kind: "tooMuch" }
  | { readonly kind: "tooDeep" }
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
  /** `missing`: nobody is signed in; `refused`: the registry does not accept the credential; `maybeMisread`: nor
   * this one, and it may read its letters otherwise than they were sent; `expired`: the access token is not valid
   * any more. */
  | {
      readonly kind: "unauthenticated";
      readonly credential: "missing" | "refused" | "maybeMisread" | "expired";
    }
  /** `withCredential`: whether an account was refused, or whoever asks. */
  | { readonly kind: "forbidden"; readonly withCredential: boolean }
  /** The access token is valid, and was not issued for this. */
  | { readonly kind: "insufficientScope" }
  /** The access token is at its end, and `host`, who issues them, cannot give another now. */
  | { readonly kind: "notRenewed"; readonly host: string }
  | { readonly kind: "notFound" }
  | { readonly kind: "badRequest" }
  /** Statuses 500 to 599, and 429: the registry is there but does not answer now. */
  /** `busyUntil`, in milliseconds since 1970, where the registry said how long, and it is longer than one waits. */
  | { readonly kind: "serverError"; readonly status: number; readonly busyUntil?: number }
  | { readonly kind: "notTheInterface"; readonly fault: AnswerFault }
  | { readonly kind: "tooLarge"; readonly limitBytes: number }
  | { readonly kind: "cancelled" };

/**
 * What a question to the registry came to. `readAt`, in milliseconds since 1970, is when the
 * registry gave or last confirmed the value.
 */
export type Outcome<T> =
  | {
      readonly kind: "ok";
      readonly value: T;
      readonly readAt: number;
      /** Of a list, where there is something to say of it. */
      readonly gaps?: ListGaps;
    }
  | Failed;

/** What is amiss with a list that could be read. */
export interface ListGaps {
  /** How many records the registry sent. */
  readonly sent: number;
  /** How many of them are left out, for they are not of the interface's form. */
  readonly leftOut: number;
  /** How many there are by the registry's own count, as it writes it, where that differs; else "". */
  readonly announced: string;
}

export interface Failed {
  readonly kind: "failed";
  readonly error: RegistryError;
}

export function failed(error: RegistryError): Failed {
  return { kind: "failed", error };
}
