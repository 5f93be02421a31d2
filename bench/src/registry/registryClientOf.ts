import { systemClock } from "@analyses/client/registryClient/transport";
import { usualLimits } from "@analyses/client/registryClient/guardedRequest";
import { ClientPool } from "@analyses/client/registryClient/clientPool";
import type { RegistryClient } from "@analyses/client/registryClient/registryClient";
import { readRegistryAddress } from "@analyses/client/registryClient/registryAddress";
import { createNodeTransport } from "@analyses/client/registryClient/transport/nodeTransport";
import { createTrust, systemAuthorityFiles } from "@analyses/client/registryClient/transport/trust";

/** Creates a client like the extension's that trusts one more authority. */
export function registryClientOf(url: string, authority: string): RegistryClient {
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
  });
  registries.configure([reading.address]);
  const client = registries.get(reading.address);
  if (client === undefined) throw new Error("The registry was not configured.");
  return client;
}
