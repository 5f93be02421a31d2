import type { Exchange } from "./listen";

/**
 * Lets browsers hand answers to pages of any origin (WHATWG Fetch, section 3.3, CORS). No answer depends on who
 * is signed in at the browser, for credentials come in the header `Authorization` only.
 */
export function openToPages(exchange: Exchange): Exchange {
  return async (request, response, connection) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
      response.setHeader("Access-Control-Allow-Headers", "Authorization, If-None-Match, If-Modified-Since");
      response.writeHead(204);
      response.end();
      return;
    }
    await exchange(request, response, connection);
  };
}
