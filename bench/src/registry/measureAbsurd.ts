import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { makeCertificates } from "../../../registry/src/certificates";
import { property } from "../json/read";
import { runProcess } from "../processes/runProcess";
import type { Complaints } from "../report/complaints";
import type { FiguresTable } from "../report/table";
import { kibibytes, mebibytes, medianTime, milliseconds } from "../report/table";
import type { AbsurdAnswer } from "./absurdAnswers";
import { absurdAnswers } from "./absurdAnswers";

export interface AbsurdSurroundings {
  /** The bundle of `readAbsurd.ts`. */
  readonly reader: string;
  /** VS Code's Node. */
  readonly node: string;
}

const rounds = 3;
const longestTurn = milliseconds(100);

/** What answers that no registry should give cost an editor that reads them: each by processes of their own. */
export async function measureAbsurd(
  { reader, node }: AbsurdSurroundings,
  complaints: Complaints,
): Promise<FiguresTable> {
  console.log("• absurd answers of a registry");
  const host = await startHost();
  const rows: FiguresTable["rows"][number][] = [];
  for (const answer of absurdAnswers) {
    const body = answer.isPacked ? gzipSync(answer.body()) : Buffer.from(answer.body());
    host.serve(body, answer);
    const turns: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const told = await read(answer.endpoint);
      turns.push(Number(property(told, "longestTurn")));
      memory.push(Number(property(told, "memory")));
      const outcome = String(property(told, "outcome"));
      if (outcome !== answer.outcome) complaints.add(answer.what, `comes out as ${outcome}`);
    }
    console.log(`  ${answer.what}: ${turns.map((turn) => turn.toFixed(0)).join(", ")} ms`);
    const worst = milliseconds(Math.max(...turns));
    rows.push({
      what: answer.what,
      words: [answer.outcome],
      figures: [
        body.length < 2 ** 20 ? kibibytes(body.length) : mebibytes(body.length),
        medianTime(turns),
        worst,
        mebibytes(Math.max(...memory)),
      ],
      limited: worst,
      limit: longestTurn,
    });
  }
  await host.close();
  return {
    title: "Absurd answers of a registry",
    words: ["comes out as"],
    figures: ["on the wire", "longest turn, median", `worst of ${rounds}`, "peak memory"],
    rows,
  };

  async function read(endpoint: AbsurdAnswer["endpoint"]): Promise<unknown> {
    const parameters = [reader, endpoint, host.url, host.authority];
    const { status, output } = await runProcess(parameters, node);
    if (status !== 0) throw new Error(`Reading an absurd answer ended with ${String(status)}.`);
    return JSON.parse(output);
  }
}

interface Host {
  readonly url: string;
  /** The file with the certificate of its authority. */
  readonly authority: string;
  serve(body: Buffer, answer: AbsurdAnswer): void;
  close(): Promise<void>;
}

/** A registry where one can sign in, and whatever else is asked gets the answer of the moment. */
async function startHost(): Promise<Host> {
  const day = 24 * 60 * 60 * 1000;
  const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) };
  const certificates = await makeCertificates({ hosts: ["localhost"], ...validity });
  const folder = await mkdtemp(join(tmpdir(), "analyses-bench-"));
  const authority = join(folder, "authority.pem");
  await writeFile(authority, certificates.authority);
  let headers: Record<string, string> = {};
  let body: Buffer = Buffer.alloc(0);
  const json = { "content-type": "application/json" };
  const server = createServer(
    { cert: certificates.certificate, key: certificates.key },
    (request, response) => {
      if (request.url === "/rest/users/me") response.writeHead(200, json).end('{"userId":"1"}');
      else response.writeHead(200, headers).end(body);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `https://localhost:${address.port}`,
    authority,
    serve: (bytes, { isPacked }) => {
      body = bytes;
      headers = isPacked ? { ...json, "content-encoding": "gzip" } : json;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
