import type { AnswerFault, CertificateProblem, JsonType, RegistryError } from "./registryError";
import type { Translate } from "./translate";

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
        "What answers at the address of {0} is not the registry's interface: {1}. Check the registry's address.",
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
  }
}

/** What is wrong with an answer, as part of a sentence. */
export function describeFault(fault: AnswerFault, translate: Translate): string {
  switch (fault.kind) {
    case "notHttp":
      return translate("it does not speak HTTP");
    case "headersTooLarge":
      return translate("the headers of its answer are too large");
    case "unexpectedStatus":
      return translate("it answers with status {0}", fault.status);
    case "redirectElsewhere":
      return translate("it redirects to another place");
    case "redirectWithoutEnd":
      return translate("it redirects again and again");
    case "notUnpacked":
      return translate("its answer cannot be unpacked");
    case "overpacked":
      return translate("its answer is packed so tightly that it cannot be a registry's");
    case "notJson":
      return translate("its answer is not JSON");
    case "malformedJson":
      return translate("its answer is not well-formed JSON");
    case "notUtf8":
      return translate("its answer is not text in UTF-8");
    case "tooMuch":
      return translate("its answer holds more than a registry's can");
    case "tooDeep":
      return translate("its answer is nested too deeply");
    case "wrongType":
      return translate(
        "{0} is {1}, not {2}",
        fault.path === "" ? translate("the answer") : fault.path,
        nameOf(fault.found, translate),
        nameOf(fault.expected, translate),
      );
    case "missing":
      return translate("{0} is missing", fault.path);
  }
}

function nameOf(type: JsonType, translate: Translate): string {
  switch (type) {
    case "object":
      return translate("an object");
    case "array":
      return translate("an array");
    case "string":
      return translate("a string");
    case "number":
      return translate("a number");
    case "boolean":
      return translate("a boolean");
    case "null":
      return translate("null");
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
      return translate(
        "The certificate of {0} was issued by an authority that this computer does not trust: {1}. If you know this authority, add its certificate to the system's certificate store, or name its file in the environment variable NODE_EXTRA_CA_CERTS and start the editor again.",
        registry,
        authority === "" ? translate("unknown") : authority,
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
