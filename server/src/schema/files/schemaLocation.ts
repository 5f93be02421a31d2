import { URI, Utils } from "vscode-uri";
import * as messages from "../schemaMessages";
import { canonical, isWeb } from "./addresses";

/** Where a schema file of the settings lies. `uri` is as `canonical` writes it. */
export type SchemaLocation =
  | { readonly kind: "file"; readonly uri: string }
  | { readonly kind: "nowhere"; readonly uri: string; readonly reason: string };

/**
 * What a path or URI of the settings means.
 *
 * @param document URI of the document that it is for
 * @param base URI of the folder that relative paths count from; the document's folder if not given
 */
export function locateSchema(path: string, document: string, base: string | undefined): SchemaLocation {
  const from = URI.parse(base ?? document);
  const folder = base === undefined ? Utils.dirname(from) : from;
  const place = placeOf(path.trim(), folder);
  const uri = place.toString();
  if (isWeb(place.scheme)) return { kind: "nowhere", uri, reason: messages.webAddress() };
  if (place.scheme === "untitled") return { kind: "nowhere", uri, reason: messages.noFolder() };
  // On Windows, merely opening such a file sends a request to that computer.
  if (place.scheme === "file" && place.authority !== "" && place.authority !== folder.authority)
    return { kind: "nowhere", uri, reason: messages.otherHost() };
  return { kind: "file", uri: canonical(uri) };
}

function placeOf(path: string, folder: URI): URI {
  if (/^[a-zA-Z]:[\\/]/.test(path))
    return URI.from({ scheme: "file", path: `/${path.replaceAll("\\", "/")}` });
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(path)) return URI.parse(path);
  const isWindows = /^\/[a-zA-Z]:/.test(folder.path);
  const slashed = isWindows ? path.replaceAll("\\", "/") : path;
  if (slashed.startsWith("//")) return URI.parse(`file:${slashed}`);
  return slashed.startsWith("/") ? folder.with({ path: slashed }) : Utils.joinPath(folder, slashed);
}
