import type { Fault } from "./fault";
import { otherBody } from "./otherBody";

/** A web page where JSON is expected, as from a proxy that wants a log-in. */
export function html(): Fault {
  return otherBody(
    "text/html; charset=utf-8",
    "<!DOCTYPE html><html><head><title>Log in</title></head><body><h1>Please log in</h1></body></html>",
  );
}
