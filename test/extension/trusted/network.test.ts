import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import * as vscode from "vscode";
import type { GuardedAnswer } from "@analyses/client/registryClient/guardedRequest";
import type { RegistryAddress } from "@analyses/client/registryClient/registryAddress";
import type { AuthorityFiles } from "@analyses/client/registryClient/transport/nodeTransport";
import { type HttpsHost, addressOf, startHost } from "../../support/httpsHost";
import { get, requestsTo, transportWith } from "../../support/requests";

/** VS Code inserts its own proxy and certificate handling into extensions' requests. */
describe("a request to a registry from inside VS Code", () => {
  let host: HttpsHost;

  before(async () => {
    host = await startHost(
      (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
      { hosts: ["localhost", "registry.example"] },
    );
  });
  after(() => host.close());

  const ask = (address: RegistryAddress, files: Partial<AuthorityFiles>): Promise<GuardedAnswer> =>
    get(requestsTo({ address, authorityFile: "" }, { transport: transportWith(files) }));

  it("is not sent to a registry whose authority is unknown, and says which one is missing", async () => {
    const sent = host.requests.length;
    const outcome = await ask(host.address, {});
    assert.deepEqual(outcome.kind === "failed" && outcome.error, {
      kind: "certificateNotTrusted",
      problem: "unknownAuthority",
      authority: "Analyses & Registry reference authority",
    });
    assert.equal(host.requests.length, sent);
  });

  it("has a connection of its own: one that died meanwhile, with the computer asleep, fails none", async () => {
    const whole = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    // The response headers keep the connection alive, but the server closes it.
    const dying = await startHost(({ socket }) => void socket.end(whole));
    const send = requestsTo(dying, { transport: transportWith({ systemFiles: [dying.authorityFile] }) });
    for (let count = 0; count < 4; count += 1) assert.equal((await get(send)).kind, "json");
    await dying.close();
  });

  it("goes through the proxy that the user configured", async () => {
    const proxy = await startProxy(Number(new URL(host.origin).port));
    const settings = vscode.workspace.getConfiguration("http");
    await settings.update("proxy", proxy.url, vscode.ConfigurationTarget.Global);
    try {
      for (const support of ["override", "on"]) {
        await settings.update("proxySupport", support, vscode.ConfigurationTarget.Global);
        proxy.targets.length = 0;
        const outcome = await ask(addressOf("https://registry.example"), {
          systemFiles: [host.authorityFile],
        });
        assert.equal(outcome.kind, "json", `${support}: ${JSON.stringify(outcome)}`);
        assert.deepEqual(proxy.targets, ["registry.example:443"]);
      }
    } finally {
      await settings.update("proxySupport", undefined, vscode.ConfigurationTarget.Global);
      await settings.update("proxy", undefined, vscode.ConfigurationTarget.Global);
      await proxy.stop();
    }
  });
});

interface Proxy {
  readonly url: string;
  /** Requested hosts and ports. */
  readonly targets: string[];
  stop(): Promise<void>;
}

/** A proxy that connects every request to one port of this machine. */
async function startProxy(port: number): Promise<Proxy> {
  const targets: string[] = [];
  const server = createServer().on("connect", (request, client: Socket, first: Buffer) => {
    targets.push(request.url ?? "");
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(first);
      client.pipe(upstream).pipe(client);
    });
    upstream.on("error", () => undefined).on("close", () => client.destroy());
    client.on("error", () => undefined).on("close", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    targets,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
