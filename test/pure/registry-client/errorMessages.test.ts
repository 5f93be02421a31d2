import assert from "node:assert/strict";
import { describeRegistryError, inEnglish } from "@analyses/client/registryClient/registryError";
import type {
  AnswerFault,
  CertificateProblem,
  JsonType,
  RegistryError,
} from "@analyses/client/registryClient/registryError";

const types: readonly JsonType[] = ["object", "array", "string", "number", "boolean", "null"];

const faults: readonly AnswerFault[] = [
  { kind: "notHttp" },
  { kind: "unexpectedStatus", status: 418 },
  { kind: "redirectElsewhere", host: "" },
  { kind: "redirectElsewhere", host: "login.example" },
  { kind: "redirectWithoutEnd" },
  { kind: "notUnpacked" },
  { kind: "notJson" },
  { kind: "malformedJson" },
  { kind: "missing", path: "groups[3].groupId" },
  ...types.map((found) => ({ kind: "wrongType", path: "", found, expected: "string" }) as const),
];

const certificateProblems: readonly CertificateProblem[] = [
  "unknownAuthority",
  "selfSigned",
  "expired",
  "otherHost",
  "ofClient",
  "other",
];

const errors: readonly RegistryError[] = [
  { kind: "notReachable", code: "ENOTFOUND" },
  ...certificateProblems.flatMap((problem) =>
    ["", "Company authority"].map(
      (authority) => ({ kind: "certificateNotTrusted", problem, authority }) as const,
    ),
  ),
  { kind: "timeOut" },
  { kind: "unauthenticated", credential: "missing" },
  { kind: "unauthenticated", credential: "refused" },
  { kind: "unauthenticated", credential: "maybeMisread" },
  { kind: "unauthenticated", credential: "expired" },
  { kind: "forbidden", withCredential: true },
  { kind: "forbidden", withCredential: false },
  { kind: "notFound" },
  { kind: "badRequest" },
  { kind: "serverError", status: 500 },
  { kind: "serverError", status: 503 },
  ...faults.map((fault) => ({ kind: "notTheInterface", fault }) as const),
  { kind: "tooLarge", limitBytes: 1024 * 1024 },
  { kind: "cancelled" },
];

describe("what a person reads when a registry cannot be read", () => {
  it("names the registry and the next step, whatever went wrong", () => {
    for (const error of errors) {
      const text = describeRegistryError(error, "Test registry", inEnglish);
      const about = `${JSON.stringify(error)}: ${text}`;
      assert.match(text, /Test registry/, about);
      assert.match(text, /\b(retry|sign in|check|ask|tell|add)\b/i, about);
      assert.match(text, /^[A-Z].*\.$/, about);
      assert.doesNotMatch(text, /\{\d\}|undefined|  /, about);
    }
  });

  it("names the proxy or the network, not the registry, where that answers in its place", () => {
    const words = (error: RegistryError) => describeRegistryError(error, "Test registry", inEnglish);
    const proxy = words({ kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: 407 } });
    assert.match(proxy, /^A proxy .* Check VS Code's proxy settings/);
    assert.match(words({ kind: "serverError", status: 511 }), /^The network .* Sign in on its page/);
    const portal = { kind: "redirectElsewhere", host: "login.example" } as const;
    assert.match(
      words({ kind: "notTheInterface", fault: portal }),
      /redirects to login\.example\. .* sign in/,
    );
  });

  it("can be translated, sentence by sentence", () => {
    const sentences = new Set<string>();
    for (const error of errors) {
      describeRegistryError(error, "R", (sentence, ...values) => {
        sentences.add(sentence);
        return inEnglish(sentence, ...values);
      });
    }
    for (const sentence of sentences)
      assert.doesNotMatch(sentence, /418|login\.example|ENOTFOUND|Company|groups\[3\]/);
  });

  it("says which authority is missing and how to trust it", () => {
    const error = {
      kind: "certificateNotTrusted",
      problem: "unknownAuthority",
      authority: "Company authority",
    } as const;
    const text = describeRegistryError(error, "R", inEnglish);
    assert.match(text, /Company authority/);
    assert.match(text, /system's certificate store/);
    assert.match(text, /NODE_EXTRA_CA_CERTS/);
  });
});
