import type {
  Person,
  User,
  Group,
  GroupList,
  GroupReference,
  GroupType,
  GroupTypeList,
  GroupTypeReference,
  PersonReference,
  UserReference,
} from "@analyses/schemas/generated/registry";
import type { Account, Authentication, AuthorizationServer, OAuthOptions } from "./authorizationServer";
import { authenticate, recordsScope, startAuthorizationServer } from "./authorizationServer";
import { type Content, isIdentifier, me, perRevision } from "./content";
import { failure, listen, openToPages, privateJson, publicJson, send } from "./http";
import type { Exchange, RegistryAnswer, RegistryRequest, Responder } from "./http";
import type { Certificates } from "./certificates";

interface Service {
  readonly content: Content;
  readonly accounts: readonly Account[];
  /** The base address of links. */
  readonly baseUrl: string;
  /** A server whose access tokens the registry accepts, too. */
  readonly authorizationServer?: AuthorizationServer | undefined;
  /** Logs internal errors, which no answer reveals. */
  readonly log: (message: string) => void;
}

/** Creates the function that answers requests (sections 4, 5 and 7 of the specification). */
export function createResponder(service: Service): Responder {
  const { content } = service;
  const resources = new Resources(content, service.baseUrl);
  const { authorizationServer } = service;
  const metadata = service.baseUrl + metadataPath;
  // Cached, since the list of 100,000 groups is 20 MB of text.
  const groups = perRevision(content, () => publicJson(resources.groupList()));
  const groupTypes = perRevision(content, () => publicJson(resources.groupTypeList()));

  return async (request) => {
    try {
      return await respond(request);
    } catch (error) {
      service.log(`${request.method} ${request.target}: ${String(error)}`);
      return failure(500, "The registry met an unexpected problem.");
    }
  };

  async function respond(request: RegistryRequest): Promise<RegistryAnswer> {
    if (!request.secure) return failure(403, "The registry answers over HTTPS only.");
    const route = readRoute(request.target);
    if (route.kind === "malformed") return failure(400, route.reason);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return failure(405, "Only GET and HEAD are possible here.", { Allow: "GET, HEAD" });
    }
    if (request.target === metadataPath && authorizationServer !== undefined) {
      return publicJson({
        resource: service.baseUrl,
        authorization_servers: [authorizationServer.issuer],
        scopes_supported: [recordsScope],
        bearer_methods_supported: ["header"],
      });
    }
    if (route.kind === "unknown") return notFound();
    switch (route.kind) {
      case "groups":
        return conditional(request, groups());
      case "groupTypes":
        return conditional(request, groupTypes());
      case "groupType": {
        const groupType = content.groupTypes.get(route.id);
        return groupType === undefined
          ? notFound()
          : conditional(request, publicJson(resources.groupType(groupType)));
      }
      default: {
        const header = request.headers.authorization;
        const authentication = await authenticate(header, service.accounts, authorizationServer);
        if (authentication.kind === "insufficientScope") {
          return forbidden(`Bearer error="insufficient_scope", scope="${recordsScope}"`);
        }
        if (authentication.kind !== "account") {
          return unauthenticated(authentication, authorizationServer && metadata);
        }
        return readRecord(route.kind, route.id, authentication.account);
      }
    }
  }

  function readRecord(kind: "person" | "user" | "group", id: string, account: Account): RegistryAnswer {
    const caller = callerOf(account);
    switch (kind) {
      case "group": {
        const group = content.groups.get(id);
        return group === undefined ? notFound() : privateJson(resources.group(group));
      }
      case "person": {
        const person = id === me ? caller.person : content.people.get(id);
        if (person === undefined) return notFound();
        if (person !== caller.person && account.reads !== "everything") return forbidden();
        return privateJson(resources.person(person));
      }
      case "user": {
        const user = id === me ? caller.user : content.users.get(id);
        if (user === undefined) return notFound();
        if (user !== caller.user && account.reads !== "everything") return forbidden();
        return privateJson(resources.user(user));
      }
    }
  }

  function callerOf(account: Account): { user: User | undefined; person: Person | undefined } {
    const user = content.userNamed(account.userName);
    return { user, person: user && content.people.get(user.person.personId) };
  }
}

/** Answers 304 if the caller already has the current version (RFC 9110 section 13.1.2). */
function conditional(request: RegistryRequest, answer: RegistryAnswer): RegistryAnswer {
  const known =
    request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  if (!known.includes("*") && !known.includes(String(answer.headers.ETag))) return answer;
  const { ETag, "Cache-Control": cacheControl } = answer.headers;
  return { status: 304, headers: { ETag, "Cache-Control": cacheControl }, body: Buffer.alloc(0) };
}

/** @param metadata the address of this registry's metadata about its tokens (RFC 9728, section 5.1) */
function unauthenticated(
  authentication: Extract<Authentication, { kind: "missing" | "incorrect" }>,
  metadata: string | undefined,
): RegistryAnswer {
  const isToken = authentication.kind === "incorrect" && authentication.scheme === "bearer";
  const challenges = [
    'Basic realm="registry", charset="UTF-8"',
    [
      'Bearer realm="registry"',
      ...(metadata === undefined ? [] : [`resource_metadata="${metadata}"`]),
      ...(isToken ? ['error="invalid_token"'] : []),
    ].join(", "),
  ];
  const message =
    authentication.kind === "missing" ? "Authentication is required." : "The authentication is not correct.";
  return failure(401, message, { "WWW-Authenticate": challenges });
}

function forbidden(challenge?: string): RegistryAnswer {
  const headers = challenge === undefined ? {} : { "WWW-Authenticate": challenge };
  return failure(403, "You may not read this record.", headers);
}

function notFound(): RegistryAnswer {
  return failure(404, "There is nothing with this address.");
}

/** The resource that a request target names (section 4). `id` is `me` for the caller's own record. */
type Route =
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
 * Parses a request target. Ignores query parameters, which the specification does not show.
 *
 * @param target as in the request line, percent-encoded, possibly in the absolute form
 */
function readRoute(target: string): Route {
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

/** The path of the metadata that name the issuer of the registry's tokens (RFC 9728, section 3.1). */
const metadataPath = "/.well-known/oauth-protected-resource";

interface RegistryOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly certificates: Certificates;
  readonly content: Content;
  readonly accounts: readonly Account[];
  /** The base address of links, if it is that of a public host and not the one the registry listens at. */
  readonly publicUrl?: string;
  /** Whether pages of other origins may read answers (WHATWG Fetch, CORS). False by default. */
  readonly openToPages?: boolean;
  /** Also starts an authorization server, whose users are the accounts. */
  readonly oauth?: OAuthOptions;
  readonly log: (message: string) => void;
  /** Wraps the service, to control how each answer is sent. */
  readonly wrap?: (respond: Responder) => Exchange;
  readonly connected?: () => void;
}

interface RunningRegistry {
  /** The base address, `https://localhost:PORT`. */
  readonly url: string;
  readonly port: number;
  /** The authorization server's issuer identifier; undefined without such a server. */
  readonly issuer: string | undefined;
  stop(): Promise<void>;
}

/** Starts a registry in this process. Rejects when the port is taken. */
export async function startRegistry(options: RegistryOptions): Promise<RunningRegistry> {
  const { certificates, accounts, log, oauth } = options;
  const authorizationServer =
    oauth &&
    (await startAuthorizationServer({
      ...oauth,
      certificates,
      userNames: accounts.map(({ userName }) => userName),
      resource: () => options.publicUrl ?? url,
      log,
    }));
  const listening = await listen({
    port: options.port,
    certificates,
    exchange: (...parts) => exchange(...parts),
    connected: options.connected ?? (() => undefined),
  });
  // The links in answers need the port; Node reads no request before this function continues.
  const url = `https://localhost:${listening.port}`;
  const respond = createResponder({ ...options, authorizationServer, baseUrl: options.publicUrl ?? url });
  const answer: Exchange =
    options.wrap?.(respond) ?? (async (request, response) => send(response, await respond(request)));
  const exchange = options.openToPages === true ? openToPages(answer) : answer;
  return {
    url,
    port: listening.port,
    issuer: authorizationServer?.issuer,
    stop: async () => {
      await Promise.all([listening.close(), authorizationServer?.stop()]);
    },
  };
}

/**
 * Converts records to the resources that the service returns (section 2): makes whole references from identifiers. An
 * identifier that is empty or belongs to no record makes a reference with empty fields.
 */
export class Resources {
  /** @param baseUrl the base address of links: the service's own, public one, without a slash at its end */
  constructor(
    private readonly content: Content,
    private readonly baseUrl: string,
  ) {}

  person(record: Person): Person {
    return {
      ...record,
      link: this.#link("people", record.personId),
      user: this.#userReference(record.user),
      primaryGroup: this.#groupReference(record.primaryGroup),
      groupRoles: record.groupRoles.map((role) => ({ ...role, group: this.#groupReference(role.group) })),
      documentRoles: record.documentRoles.map((role) => ({
        ...role,
        document: { ...role.document, link: this.#documentLink(role.document.link) },
        group: this.#groupReference(role.group),
      })),
    };
  }

  user(record: User): User {
    return { ...record, person: this.#personReference(record.person) };
  }

  groupType(record: GroupType): GroupType {
    return {
      ...record,
      link: this.#link("groupTypes", record.groupTypeId),
      groups: this.content.groupsOfType(record.groupTypeId).map((group) => this.#groupReference(group)),
    };
  }

  group(record: Group): Group {
    return {
      ...record,
      link: this.#link("groups", record.groupId),
      groupType: this.#groupTypeReference(record.groupType),
      contactPerson: this.#personReference(record.contactPerson),
      subgroups: record.subgroups
        .map((subgroup) => this.#groupReference(subgroup))
        .filter(({ groupId }) => groupId !== ""),
    };
  }

  groupTypeList(): GroupTypeList {
    const groupTypes = Array.from(this.content.groupTypes.values(), (type) => this.#groupTypeReference(type));
    return { numberOfEntries: String(groupTypes.length), groupTypes };
  }

  groupList(): GroupList {
    const groups = Array.from(this.content.groups.values(), (group) => ({
      ...this.#groupReference(group),
      groupType: this.#groupTypeReference(group.groupType),
    }));
    return { numberOfEntries: String(groups.length), groups };
  }

  #groupTypeReference({ groupTypeId }: GroupTypeReference): GroupTypeReference {
    const groupType = this.content.groupTypes.get(groupTypeId);
    if (groupType === undefined) return { groupTypeId: "", name: "", link: "" };
    return { groupTypeId, name: groupType.name, link: this.#link("groupTypes", groupTypeId) };
  }

  #groupReference({ groupId }: GroupReference): GroupReference {
    const group = this.content.groups.get(groupId);
    if (group === undefined) return { groupId: "", name: "", link: "" };
    return { groupId, name: group.name, link: this.#link("groups", groupId) };
  }

  #personReference({ personId }: PersonReference): PersonReference {
    const person = this.content.people.get(personId);
    if (person === undefined) return { personId: "", name: "", link: "" };
    const name = [person.firstName, person.middleNames, person.lastName]
      .filter((part) => part !== "")
      .join(" ");
    return { personId, name, link: this.#link("people", personId) };
  }

  #userReference({ userId }: UserReference): UserReference {
    const user = this.content.users.get(userId);
    if (user === undefined) return { userId: "", userName: "", link: "" };
    return { userId, userName: user.userName, link: this.#link("users", userId) };
  }

  /** An absolute address: `{base_url}/rest/<collection>/<id>` (section 2). */
  #link(collection: "people" | "users" | "groupTypes" | "groups", id: string): string {
    return `${this.baseUrl}/rest/${collection}/${id}`;
  }

  /** @param path the address of a document's metadata in a data file, relative to the base address */
  #documentLink(path: string): string {
    return path === "" ? "" : `${this.baseUrl}/${path}`;
  }
}
