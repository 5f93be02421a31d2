/** A reference to a group (specification 2.6) or to a person, as it stands in a document. */
export type RegistryReference = GroupReference | PersonReference;

export interface GroupReference {
  readonly kind: "group";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

export interface PersonReference {
  readonly kind: "person";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

/** The property that holds the identifier in a reference of each kind. */
export const identifierProperty = { group: "groupId", person: "personId" } as const;

/** Whether something that was stored or handed over is a reference. */
export function isRegistryReference(value: unknown): value is RegistryReference {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    (value.kind === "group" || value.kind === "person") &&
    "id" in value &&
    typeof value.id === "string" &&
    "name" in value &&
    typeof value.name === "string" &&
    "link" in value &&
    typeof value.link === "string"
  );
}

/** The reference as the JSON object that a document holds, its properties in the order they are written. */
export function referenceObject({
  kind,
  id,
  name,
  link,
}: RegistryReference): Readonly<Record<string, string>> {
  return { [identifierProperty[kind]]: id, name, link };
}
