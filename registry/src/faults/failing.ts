import { failure } from "../http/answers";
import { send } from "../http/send";
import type { Fault } from "./fault";

/**
 * Another status than the right one: 500, 403, 429, 503 …
 *
 * @param retryAfter the header `Retry-After`: seconds, or a date in HTTP's form (RFC 9110 section 10.2.3)
 */
export function failing(status: number, retryAfter?: string): Fault {
  return ({ response }) => {
    const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
    send(response, failure(status, "This is a fault that was asked for.", headers));
  };
}
