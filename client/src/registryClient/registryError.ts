import { filledIn } from "@analyses/protocol/customMessages";
import type { RejectedCredential } from "./records";

/** Why the registry's certificate was rejected. */
export type CertificateProblem =
  | "unknownAuthority"
  | "selfSigned"
  | "expired"
  | "otherHost"
  /** The registry requires a certificate of the client. */
  | "ofClient"
  | "other";

/** How an answer violates the interface that the specification describes. */
export type AnswerFault =
  | { readonly kind: "notHttp" }
  | { readonly kind: "headersTooLarge" }
  | { readonly kind: "unexpectedStatus"; readonly status: number }
  /** `host`: the target's host; "" if it is the registry's own, is unreadable, or the browser hides it. */
  | { readonly kind: "redirectElsewhere"; readonly host: string }
  | { readonly kind: "redirectWithoutEnd" }
  | { readonly kind: "notUnpacked" }
  /** The ratio of the decompressed body to the received bytes is far higher than registry data has. */
  | { readonly kind: "overpacked" }
  | { readonly kind: "notJson" }
  | { readonly kind: "malformedJson" }
  | { readonly kind: "notUtf8" }
  /** More values in the answer, or in one item, than the client accepts. */
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

/** Every error of a request to a registry: a closed set. */
export type RegistryError =
  /** The connection failed or broke. `code` is the system's error code, for example `ECONNREFUSED`. */
  | { readonly kind: "notReachable"; readonly code: string }
  /** The browser withheld the answer without a reason: no connection, or CORS forbids it. */
  | { readonly kind: "blockedByBrowser" }
  /** `authority` is the topmost issuer of the certificate; "" if unknown. */
  | {
      readonly kind: "certificateNotTrusted";
      readonly problem: CertificateProblem;
      readonly authority: string;
    }
  | { readonly kind: "timeOut" }
  /**
   * `missing`: the user is signed out. `refused`: the registry does not accept the credential. `maybeMisread`: the
   * registry may have refused the credential because it decoded non-ASCII characters in another encoding. `expired`:
   * the access token is no longer valid. `ended`: the access token is no longer valid and cannot be renewed.
   */
  | {
      readonly kind: "unauthenticated";
      readonly credential: "missing" | "maybeMisread" | RejectedCredential;
    }
  /** `withCredential`: whether the request carried a credential. */
  | { readonly kind: "forbidden"; readonly withCredential: boolean }
  /** The access token is valid, but lacks the scope for this request. */
  | { readonly kind: "insufficientScope" }
  /**
   * The access token has expired and cannot be renewed now. `host`: the issuer's host, or the ID of VS Code's provider.
   */
  | { readonly kind: "notRenewed"; readonly host: string }
  | { readonly kind: "notFound" }
  | { readonly kind: "badRequest" }
  /**
   * Statuses 500 to 599, and 429. `busyUntil`, in milliseconds since 1970, is present if the registry announced a
   * longer pause than requests wait for.
   */
  | { readonly kind: "serverError"; readonly status: number; readonly busyUntil?: number }
  | { readonly kind: "notTheInterface"; readonly fault: AnswerFault }
  | { readonly kind: "tooLarge"; readonly limitBytes: number }
  | { readonly kind: "cancelled" };

/**
 * The result of reading from a registry. `readAt`, in milliseconds since 1970, is when the
 * registry sent or last confirmed the value.
 */
export type Outcome<T> =
  | {
      readonly kind: "ok";
      readonly value: T;
      readonly readAt: number;
      /** Present for a list with invalid or missing records. */
      readonly gaps?: ListGaps | undefined;
    }
  | Failed;

/** The defects of a list that could be read. */
export interface ListGaps {
  /** How many records the registry sent. */
  readonly sent: number;
  /** How many records the client left out as invalid. */
  readonly leftOut: number;
  /** The answer's `numberOfEntries` if it differs from `sent`; else "". */
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
 * Describes the error and what to do next, in a sentence or two.
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
      if (error.status === 511) return describeNetworkSignIn(error.status, registry, translate);
      return error.status === 429 || error.status === 503
        ? translate("{0} is busy (status {1}). Retry in a moment.", registry, error.status)
        : translate("{0} had a problem of its own (status {1}). Retry later.", registry, error.status);
    case "notTheInterface":
      if (error.fault.kind === "unexpectedStatus" && error.fault.status === 407)
        return describeNetworkSignIn(error.fault.status, registry, translate);
      if (error.fault.kind === "redirectElsewhere" && error.fault.host !== "")
        return translate(
          "The address of {0} redirects to {1}. If that is your network's sign-in page, sign in there in a browser and retry, else check the registry's address.",
          registry,
          error.fault.host,
        );
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

/** A proxy (status 407) or a portal (status 511; RFC 6585, section 6) answers in place of the registry. */
function describeNetworkSignIn(status: number, registry: string, translate: Translate): string {
  return status === 407
    ? translate(
        "A proxy on the connection to {0} requires a sign-in (status 407). Check VS Code's proxy settings (http.proxy).",
        registry,
      )
    : translate(
        "The network requires a sign-in before it connects to {0} (status 511). Sign in on its page, which any web address opens in a browser, and retry.",
        registry,
      );
}

/** Why a request counts as unauthenticated. */
type Refusal = Extract<RegistryError, { readonly kind: "unauthenticated" }>["credential"];

/** Describes a refusal in a row: short, and without the registry's name, which the row or one above it shows. */
export function refusalLabel(credential: Refusal, translate: Translate): string {
  if (credential === "missing") return translate("Sign in to see this");
  if (credential === "expired") return translate("Access token expired");
  return credential === "ended"
    ? translate("Your sign-in has ended")
    : translate("Sign-in no longer accepted");
}

function describeRefusal(credential: Refusal, registry: string, translate: Translate): string {
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
    case "ofClient":
      return translate(
        "{0} requires a certificate of this computer, which this extension cannot send. Ask the registry's managers for an address that requires none.",
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
 * Translates a sentence into the user's language and replaces `{0}`, `{1}` … by the values.
 * In VS Code this is `vscode.l10n.t`.
 */
export type Translate = (sentence: string, ...values: (string | number)[]) => string;

/** Fills in the values, without translating. */
export const inEnglish: Translate = (sentence, ...values) => filledIn(sentence, values);
