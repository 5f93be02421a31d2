import type { Person, User } from "../../schemas/generated/registry";
import type { Account } from "./access/accounts";
import { Authenticator } from "./access/authenticator";
import type { Authentication } from "./access/authenticator";
import { Resources } from "./answers/resources";
import type { Content } from "./content/content";
import { me } from "./content/identifiers";
import { perRevision } from "./content/perRevision";
import { failure, privateJson, publicJson } from "./http/answers";
import type { RegistryAnswer, RegistryRequest, Responder } from "./http/exchange";
import { readRoute } from "./route";

export interface Service {
  readonly content: Content;
  readonly accounts: readonly Account[];
  /** The base address that links name. */
  readonly baseUrl: string;
  /** Is told of what went wrong inside the service, which no caller is told. */
  readonly log: (message: string) => void;
}

/** The service itself: what each request is answered with (sections 4, 5 and 7 of the specification). */
export function createResponder(service: Service): Responder {
  const { content } = service;
  const resources = new Resources(content, service.baseUrl);
  const authenticator = new Authenticator(service.accounts);
  // Kept, since the list of 100,000 groups is 20 MB of text.
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
        const authentication = await authenticator.authenticate(request.headers.authorization);
        if (authentication.kind !== "account") return unauthenticated(authentication);
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

/** Answers 304 when the caller has the same already (RFC 9110 section 13.1.2). */
function conditional(request: RegistryRequest, answer: RegistryAnswer): RegistryAnswer {
  const known =
    request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  if (!known.includes("*") && !known.includes(String(answer.headers.ETag))) return answer;
  const { ETag, "Cache-Control": cacheControl } = answer.headers;
  return { status: 304, headers: { ETag, "Cache-Control": cacheControl }, body: Buffer.alloc(0) };
}

function unauthenticated(authentication: Exclude<Authentication, { kind: "account" }>): RegistryAnswer {
  const isToken = authentication.kind === "incorrect" && authentication.scheme === "bearer";
  const challenges = [
    'Basic realm="registry", charset="UTF-8"',
    `Bearer realm="registry"${isToken ? ', error="invalid_token"' : ""}`,
  ];
  const message =
    authentication.kind === "missing" ? "Authentication is required." : "The authentication is not correct.";
  return failure(401, message, { "WWW-Authenticate": challenges });
}

function forbidden(): RegistryAnswer {
  return failure(403, "You may not read this record.");
}

function notFound(): RegistryAnswer {
  return failure(404, "There is nothing with this address.");
}
