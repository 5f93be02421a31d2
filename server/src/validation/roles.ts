/** What a value of the document is by its place (specification, section 2.7). */
export type Role = "document" | "groups" | "group" | "analyses" | "item" | "other";

/** What the value of a property is. */
export function roleOfProperty(parent: Role, name: string): Role {
  if (parent === "document" && name === "analysis-groups") return "groups";
  return parent === "group" && name === "analyses" ? "analyses" : "other";
}

/** What the elements of a list are. */
export function roleOfElements(parent: Role): Role {
  if (parent === "groups") return "group";
  return parent === "analyses" ? "item" : "other";
}
