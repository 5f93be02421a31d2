import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Answered, type Ask, askRegistry } from "../../support/askRegistry";
import { authorization, startReferenceRegistry } from "../../support/referenceRegistry";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { failing } from "../../support/registryFaults";

// Independent of ajv and the generated types: the tests read the description itself, and validate responses with
// another implementation of JSON Schema.

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

const file = resolve("schemas/registry.openapi.json");
const description = JSON.parse(readFileSync(file, "utf8")) as Description;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Credentials by the name of the description's security scheme. */
const credentials: Readonly<Record<string, string>> = {
  basic: authorization.reviewer,
  bearer: authorization.reviewerToken,
};

describe("the reference registry conforms to the description", () => {
  let registry: ReferenceRegistry;
  /** @param schema URI, or a fragment for a schema in the description */
  let isValid: (schema: string, value: unknown) => Promise<boolean>;

  before(async () => {
    registry = await startReferenceRegistry();
    const { validate } = await import("@hyperjump/json-schema/openapi-3-1");
    const compiled = new Map<string, ReturnType<typeof validate>>();
    isValid = async (schema, value) => {
      const url = schema.startsWith("#") ? `${pathToFileURL(file).href}${schema}` : schema;
      const known = compiled.get(url) ?? validate(url);
      compiled.set(url, known);
      const check = await known;
      return check(value as Parameters<typeof check>[0]).valid;
    };
  });
  after(async () => {
    agent.destroy();
    await registry.stop();
  });

  /** Sends a request, and validates status and body against the description of the operation. */
  async function check(operation: Operation, target: string, how: Ask): Promise<Answered> {
    const answer = await askRegistry(registry, target, { ...how, agent });
    const at = `${target}: ${answer.status} ${answer.body.slice(0, 200)}`;
    const response = resolved(operation.responses[answer.status] ?? assert.fail(at));
    const [mediaType] = Object.keys(response.content ?? {});
    assert.equal(answer.headers["content-type"], mediaType, at);
    const schema = response.content?.["application/json"]?.schema ?? assert.fail(at);
    if (schema.$ref !== undefined) assert.ok(await isValid(schema.$ref, answer.json()), at);
    return answer;
  }

  /** All targets of an endpoint: one for each record if its path has a parameter. */
  function targets(path: string): readonly string[] {
    const { content } = registry;
    const records: Readonly<Record<string, readonly string[]>> = {
      personId: Array.from(content.people.values(), ({ personId }) => personId),
      userId: Array.from(content.users.values(), ({ userId }) => userId),
      groupTypeId: Array.from(content.groupTypes.values(), ({ groupTypeId }) => groupTypeId),
      groupId: Array.from(content.groups.values(), ({ groupId }) => groupId),
    };
    const [whole, parameter] = /\{(\w+)\}/.exec(path) ?? [];
    if (whole === undefined || parameter === undefined) return [path];
    return (records[parameter] ?? assert.fail(parameter)).map((id) => path.replace(whole, id));
  }

  it("in the records of every endpoint, by every scheme of signing in, with no field left out", async () => {
    for (const [path, { get }] of Object.entries(description.paths)) {
      const ways = get.security.flatMap((scheme) => Object.keys(scheme)).map((name) => credentials[name]);
      const [whole, parameter] = /\{(\w+)\}/.exec(path) ?? [];
      // Every third of hundreds of records, since this validator is slow.
      for (const [index, target] of targets(path)
        .filter((_, position) => position % 3 === 0)
        .entries()) {
        // All schemes for the first record, then one in turn.
        const turn = index === 0 ? ways : ways.slice(index % 2).slice(0, 1);
        for (const way of ways.length === 0 ? [undefined] : turn) {
          const { status, json } = await check(get, target, way === undefined ? {} : { authorization: way });
          assert.equal(status, 200, target);
          const schema = resolved(get.responses["200"] ?? assert.fail()).content?.["application/json"]
            ?.schema;
          assert.deepEqual(leftOut(json(), schema ?? assert.fail(), target), []);
          if (whole !== undefined && parameter !== undefined) {
            const [collection] = path.split(whole);
            assert.equal(
              target,
              `${String(collection)}${String((json() as Record<string, unknown>)[parameter])}`,
            );
          }
        }
      }
    }
  });

  it("in every error that an endpoint describes", async () => {
    for (const [path, { get }] of Object.entries(description.paths)) {
      const plain = { ...registry, url: registry.url.replace("https:", "http:") };
      const first = targets(path)[0] ?? assert.fail();
      const someone = { authorization: authorization.reviewer };
      if (get.security.length > 0) {
        assert.equal((await check(get, first, {})).status, 401);
        assert.equal((await check(get, first, { authorization: "Bearer wrong" })).status, 401);
      }
      if (path.includes("{")) {
        assert.equal((await check(get, path.replace(/\{\w+\}/, "404404404"), someone)).status, 404);
        assert.equal((await check(get, path.replace(/\{\w+\}/, "%"), someone)).status, 400);
      }
      const insecure = await askRegistry(plain, first);
      assert.equal(insecure.status, 403);
      assert.ok(resolved(get.responses["403"] ?? assert.fail()).content?.["application/json"] !== undefined);
      assert.equal(insecure.headers["content-type"], "application/json");
      const repair = registry.faults.use(failing(500));
      assert.equal((await check(get, first, someone)).status, 500);
      repair();
    }
  });

  it("in links, counts and dates, whose forms the specification gives in words", async () => {
    const links: string[] = [];
    for (const path of ["/rest/groups", "/rest/groupTypes"]) {
      const { json } = await askRegistry(registry, path, { agent });
      const answer = json() as Record<string, unknown[]> & { numberOfEntries: unknown };
      const list = path === "/rest/groups" ? answer.groups : answer.groupTypes;
      assert.equal(answer.numberOfEntries, String(list?.length));
      collectLinks(answer, links);
    }
    for (const path of ["/rest/people/{personId}", "/rest/groups/{groupId}", "/rest/users/{userId}"]) {
      for (const target of targets(path).slice(0, 60)) {
        const { json } = await askRegistry(registry, target, {
          authorization: authorization.reviewerToken,
          agent,
        });
        const answer = json() as { registrationDate?: string };
        assert.match(answer.registrationDate ?? "", /^$|^\d{4}-\d{2}-\d{2}$/);
        collectLinks(answer, links);
      }
    }
    const form =
      /^https:\/\/localhost:\d+\/rest\/((people|users|groups|groupTypes)\/\w+|reviews\/\w+\/metadata)$/;
    for (const link of links) assert.match(link, form);
    assert.ok(links.length > 1000);
  });

  it("and the description is one: it is valid OpenAPI, and the validator can say no", async () => {
    const openApi = "https://spec.openapis.org/oas/3.1/schema-draft-2020-12";
    assert.ok(await isValid(openApi, description));
    assert.ok(!(await isValid(openApi, { openapi: "3.1.1", info: { title: "No version" } })));
    assert.ok(!(await isValid("#/components/schemas/Person", { personId: 11143 })));
    assert.ok(
      !(await isValid("#/components/schemas/GroupList", {
        groups: [{ groupId: "1", groupType: { name: 2 } }],
      })),
    );
    assert.deepEqual(leftOut({ personId: "1" }, { $ref: "#/components/schemas/PersonReference" }, "here"), [
      "here/name",
      "here/link",
    ]);
  });
});

function resolved(response: Response): Response {
  if (response.$ref === undefined) return response;
  return (
    description.components.responses[response.$ref.split("/").at(-1) ?? ""] ?? assert.fail(response.$ref)
  );
}

/** The described fields that are missing from a value, at any depth. */
function leftOut(value: unknown, schema: Schema, at: string): readonly string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return leftOut(value, description.components.schemas[name] ?? assert.fail(name), at);
  }
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return leftOut(value, first, at);
  if (schema.allOf !== undefined) return schema.allOf.flatMap((part) => leftOut(value, part, at));
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      leftOut(item, schema.items ?? assert.fail(at), `${at}/${index}`),
    );
  }
  if (schema.properties === undefined) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties).flatMap(([name, inner]) =>
    Object.hasOwn(fields, name) ? leftOut(fields[name], inner, `${at}/${name}`) : [`${at}/${name}`],
  );
}

/** Adds the links in a response to a list, except those of empty references. */
function collectLinks(value: unknown, links: string[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    if (name === "link" && typeof field === "string" && field !== "") links.push(field);
    else collectLinks(field, links);
  }
}
