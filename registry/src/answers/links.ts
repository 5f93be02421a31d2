/** The addresses of resources, absolute: `{base_url}/rest/<collection>/<id>` (section 2). */
export class Links {
  readonly #baseUrl: string;

  /** @param baseUrl the service's base address, without a slash at its end */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  groupType(groupTypeId: string): string {
    return `${this.#baseUrl}/rest/groupTypes/${groupTypeId}`;
  }

  group(groupId: string): string {
    return `${this.#baseUrl}/rest/groups/${groupId}`;
  }

  person(personId: string): string {
    return `${this.#baseUrl}/rest/people/${personId}`;
  }

  user(userId: string): string {
    return `${this.#baseUrl}/rest/users/${userId}`;
  }

  /** @param path the address of a document's metadata as a data file has it, relative to the base address */
  document(path: string): string {
    return path === "" ? "" : `${this.#baseUrl}/${path}`;
  }
}
