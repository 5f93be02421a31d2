import type { Fault } from "./fault";

/**
 * Sends the client elsewhere.
 *
 * @param location makes the header `Location` from the request target
 */
export function redirect(
  location: (target: string) => string,
  status: 301 | 302 | 303 | 307 | 308 = 302,
): Fault {
  return ({ request, response }) => {
    response.writeHead(status, { Location: location(request.target), "Content-Length": 0 });
    response.end();
  };
}
