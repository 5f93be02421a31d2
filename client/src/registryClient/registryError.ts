import { filledIn } from "@analyses/protocol/customMessages";
import type { RejectedCredential } from "./records";

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
   * any more; `ended`: nor is it renewed. */
  | {
      readonly kind: "unauthenticated";
      readonly credential: "missing" | "maybeMisread" | RejectedCredential;
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

/**
 * Says in a sentence or two what went wrong and what to do next.
 *
 * @param registry the name that the user gave the registry
 */
export function describeRegistryError(error: RegistryError, registry: string, translate: Translate): string {
  switch (error.kind) {
    case "notReachable":
      return translate(
        "{0} could not be reached ({1}). Check your network connection and the registry's address, then retry.",
        registry,
        error.code,
      );
    case "blockedByBrowser":
      return translate(
        "The browser could not read {0}: either it cannot be reached, or it does not allow web pages to read it (CORS). Check the registry's address and retry, use VS Code on the desktop, or ask the registry's managers to allow the address of this page.",
        registry,
      );
    case "certificateNotTrusted":
      return describeCertificateProblem(error.problem, error.authority, registry, translate);
    case "timeOut":
      return translate("{0} did not answer in time. Retry in a moment.", registry);
    case "unauthenticated":
      return describeRefusal(error.credential, registry, translate);
    case "forbidden":
      return error.withCredential
        ? translate(
            "Your account may not read this in {0}. Ask the registry's managers for access, or sign in with another account.",
            registry,
          )
        : translate(
            "{0} lets nobody read this from here (status 403). Check whether your network connection is the one to use, or ask the registry's managers for access.",
            registry,
          );
    case "insufficientScope":
      return translate(
        "Your sign-in to {0} was not given access to this. Sign out and in again, or ask the registry's managers which scopes it takes.",
        registry,
      );
    case "notRenewed":
      return translate(
        "Your access token for {0} is at its end, and {1} does not renew it now. Retry in a moment.",
        registry,
        error.host,
      );
    case "notFound":
      return translate("{0} has no record with this identifier. Check the identifier.", registry);
    case "badRequest":
      return translate("{0} did not understand the request. Check the identifier.", registry);
    case "serverError":
      if (error.busyUntil !== undefined) {
        return translate(
          "{0} is busy until {1} (status {2}). Retry then.",
          registry,
          new Date(error.busyUntil).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
          error.status,
        );
      }
      return error.status === 429 || error.status === 503
        ? translate("{0} is busy (status {1}). Retry in a moment.", registry, error.status)
        : translate("{0} had a problem of its own (status {1}). Retry later.", registry, error.status);
    case "notTheInterface":
      return translate(
        "What answers at the address of {0} is not the registry's interface. {1} Check the registry's address.",
        registry,
        describeFault(error.fault, translate),
      );
    case "tooLarge":
      return translate(
        "The answer of {0} is larger than {1} MB and was not read. Check the registry's address.",
        registry,
        Math.round(error.limitBytes / (1024 * 1024)),
      );
    case "cancelled":
      return translate("The request to {0} was cancelled. Retry when you need it.", registry);
  }
}

function describeRefusal(
  credential: Extract<RegistryError, { readonly kind: "unauthenticated" }>["credential"],
  registry: string,
  translate: Translate,
): string {
  switch (credential) {
    case "missing":
      return translate("Sign in to {0} to see this.", registry);
    case "refused":
      return translate("{0} does not accept your sign-in any more. Sign in again.", registry);
    case "maybeMisread":
      return translate(
        "{0} did not accept this sign-in. Nothing was kept. It holds letters beyond A to Z, which were sent in UTF-8, and {0} does not say that it reads them so. Check it, or ask the registry's managers for a user name and a password without such letters.",
        registry,
      );
    case "expired":
      return translate(
        "Your access token for {0} has expired or was withdrawn. Sign in with a new one.",
        registry,
      );
    case "ended":
      return translate(
        "Your sign-in to {0} has ended, for it is not renewed any more. Sign in again.",
        registry,
      );
  }
}

/** What is wrong with an answer, as a sentence. */
export function describeFault(fault: AnswerFault, translate: Translate): string {
  switch (fault.kind) {
    case "notHttp":
      return translate("It does not speak HTTP.");
    case "headersTooLarge":
      return translate("The headers of its answer are too large.");
    case "unexpectedStatus":
      return translate("It answers with status {0}.", fault.status);
    case "redirectElsewhere":
      return translate("It redirects to another place.");
    case "redirectWithoutEnd":
      return translate("It redirects again and again.");
    case "notUnpacked":
      return translate("Its answer cannot be unpacked.");
    case "overpacked":
      return translate("Its answer is packed so tightly that it cannot be a registry's.");
    case "notJson":
      return translate("Its answer is not JSON.");
    case "malformedJson":
      return translate("Its answer is not well-formed JSON.");
    case "notUtf8":
      return translate("Its answer is not text in UTF-8.");
    case "tooMuch":
      return translate("Its answer holds more than a registry's can.");
    case "tooDeep":
      return translate("Its answer is nested too deeply.");
    case "wrongType":
      return fault.path === ""
        ? translate("Its answer is of the JSON type {0} instead of {1}.", fault.found, fault.expected)
        : translate(
            "{0} in its answer is of the JSON type {1} instead of {2}.",
            fault.path,
            fault.found,
            fault.expected,
          );
    case "missing":
      return translate("{0} is missing in its answer.", fault.path);
  }
}

function describeCertificateProblem(
  problem: CertificateProblem,
  authority: string,
  registry: string,
  translate: Translate,
): string {
  switch (problem) {
    case "unknownAuthority":
    case "selfSigned":
      if (authority === "") {
        return translate(
          "The certificate of {0} was issued by an authority that this computer does not trust, and it does not say by which. If you know this authority, add its certificate to the system's certificate store, or name its file in the environment variable NODE_EXTRA_CA_CERTS and start the editor again.",
          registry,
        );
      }
      return translate(
        "The certificate of {0} was issued by an authority that this computer does not trust: {1}. If you know this authority, add its certificate to the system's certificate store, or name its file in the environment variable NODE_EXTRA_CA_CERTS and start the editor again.",
        registry,
        authority,
      );
    case "expired":
      return translate(
        "The certificate of {0} is out of date or not valid yet. Check this computer's clock, or tell the registry's managers.",
        registry,
      );
    case "otherHost":
      return translate(
        "The certificate of {0} belongs to another host. Check the registry's address.",
        registry,
      );
    case "other":
      return translate(
        "The certificate of {0} could not be verified. Tell the registry's managers.",
        registry,
      );
  }
}

/**
 * Puts values into a sentence in the user's language; `{0}`, `{1}` … stand for the values.
 * In VS Code this is `vscode.l10n.t`.
 */
export type Translate = (sentence: string, ...values: (string | number)[]) => string;

/** The sentences as they are written in the source. */
export const inEnglish: Translate = (sentence, ...values) => filledIn(sentence, values);
