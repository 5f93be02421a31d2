import type { Fault } from "./fault";

/**
 * The first half of the right answer's body, whose length was announced in full; then the connection is
 * closed, or stays open and says no more.
 */
export function halfBody(then: "close" | "stall"): Fault {
  return async ({ response, answer }) => {
    const { status, headers, body } = await answer();
    response.writeHead(status, { ...headers, "Content-Length": body.length });
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
      if (then === "close") response.destroy();
    });
  };
}
