import { isIdentifier } from "./content/identifiers";

/** What a request asks for, by its target (section 4). `id` is `me` where the caller's own record is meant. */
export type Route =
  | { readonly kind: "person" | "user" | "groupType" | "group"; readonly id: string }
  | { readonly kind: "groupTypes" | "groups" }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "unknown" };

const collections = [
  { name: "people", record: "person", list: null },
  { name: "users", record: "user", list: null },
  { name: "groupTypes", record: "groupType", list: "groupTypes" },
  { name: "groups", record: "group", list: "groups" },
] as const;

/**
 * Reads a request target. Query parameters are not shown in the specification and change nothing.
 *
 * @param target as in the request line, percent-encoded; the absolute form is read as well
 */
export function readRoute(target: string): Route {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    try {
      segments.push(decodeURIComponent(segment));
    } catch {
      return { kind: "malformed", reason: "The path is not properly percent-encoded." };
    }
  }
  const [before, rest, collectionName, id, ...beyond] = segments;
  if (before !== "" || rest !== "rest" || beyond.length > 0) return { kind: "unknown" };
  const collection = collections.find(({ name }) => name === collectionName);
  if (collection === undefined) return { kind: "unknown" };
  if (id === undefined) return collection.list === null ? { kind: "unknown" } : { kind: collection.list };
  if (id === "") return { kind: "unknown" };
  if (isIdentifier(id)) return { kind: collection.record, id };
  return {
    kind: "malformed",
    reason: "The identifier has characters that no identifier has, or is too long.",
  };
}
