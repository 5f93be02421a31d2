// A separate process, with cold code like the extension's at the first view of a registry: reads the list of groups
// and prints the time and the number of groups. Parameters: plain or client, base URL, authority.
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { systemClock } from "@analyses/client/registryClient/transport";
import { usualLimits } from "@analyses/client/registryClient/guardedRequest";
import { ClientPool, type RegistryClient } from "@analyses/client/registryClient/registryClient";
import { readRegistryAddress } from "@analyses/client/registryClient/registryAddress";
import {
  createNodeTransport,
  createTrust,
  systemAuthorityFiles,
} from "@analyses/client/registryClient/transport/nodeTransport";
import { listOf, property } from "../json/read";

/** @returns the number of groups in the list */
async function plain(url: string, authority: string): Promise<number> {
  const ca = readFileSync(authority);
  const body = await new Promise<string>((resolve, reject) => {
    get(`${url}/rest/groups`, { ca }, (response: IncomingMessage) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () => resolve(Buffer.concat(pieces).toString()));
    }).on("error", reject);
  });
  return listOf(property(JSON.parse(body), "groups")).length;
}

/** Reads the list and builds the indexes of groups by identifier and by type. */
async function withClient(url: string, authority: string): Promise<number> {
  const client = registryClientOf(url, authority);
  const outcome = await client.groups({ signal: new AbortController().signal });
  if (outcome.kind === "failed") throw new Error(`The list could not be read: ${outcome.error.kind}.`);
  const last = outcome.value.at(-1);
  if (last === undefined || client.store.group(last.groupId) === undefined)
    throw new Error("The last group is not found by its identifier.");
  client.store.countOfType(last.groupType.groupTypeId);
  return outcome.value.length;
}

/** Creates a client like the extension's that trusts one more authority. */
function registryClientOf(url: string, authority: string): RegistryClient {
  const reading = readRegistryAddress(url);
  if (reading.kind === "refused") throw new Error(`${url} is not a registry's address.`);
  const registries = new ClientPool({
    transport: createNodeTransport(
      createTrust({
        environment: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
        systemFiles: systemAuthorityFiles(process.platform),
      }),
    ),
    clock: systemClock,
    limits: usualLimits,
    log: { add: () => undefined },
    loadSignIn: () => Promise.resolve(undefined),
  });
  registries.configure([reading.address]);
  const client = registries.get(reading.address);
  if (client === undefined) throw new Error("The registry was not configured.");
  return client;
}

const [how, url = "", authority = ""] = process.argv.slice(2);
const read = how === "plain" ? plain : withClient;
const startedAt = performance.now();
void read(url, authority).then((count) =>
  console.log(JSON.stringify({ milliseconds: performance.now() - startedAt, count })),
);
