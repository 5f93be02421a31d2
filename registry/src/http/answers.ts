import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import type { RegistryAnswer } from "./exchange";

/** @param value what `JSON.stringify` can write */
export function json(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): RegistryAnswer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(value), "utf8"),
  };
}

/** The shape of an error's body is open (section 7): here, its status and a sentence. */
export function failure(status: number, message: string, headers: OutgoingHttpHeaders = {}): RegistryAnswer {
  return json(status, { status, message }, headers);
}

/** An answer that anyone may have, with a validator by which it can be asked for again (RFC 9110 section 8.8). */
export function publicJson(value: unknown): RegistryAnswer {
  const answer = json(200, value, { "Cache-Control": "no-cache" });
  const tag = createHash("sha256").update(answer.body).digest("base64url").slice(0, 22);
  return { ...answer, headers: { ...answer.headers, ETag: `"${tag}"` } };
}

/** An answer for one caller, which nobody in between may keep. */
export function privateJson(value: unknown): RegistryAnswer {
  return json(200, value, { "Cache-Control": "no-store" });
}
