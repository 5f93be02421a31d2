import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";

/**
 * What a table of times needs beside it, in one sentence.
 *
 * @param nodeOfServers the Node that language servers and evidence run under, if they are measured
 */
export function machine(nodeOfServers: string | undefined): string {
  const processors = cpus();
  const model = processors[0]?.model.replaceAll(/\s+/g, " ").trim() ?? "";
  const named = model === "" || model === "unknown" ? "" : ` (${model})`;
  const gibibytes = (totalmem() / 2 ** 30).toFixed(0);
  const node = process.versions.node;
  const itsVersion = ["-p", "process.versions.node"];
  const ofServers =
    nodeOfServers === undefined
      ? ""
      : `, language servers and evidence under Node ${execFileSync(nodeOfServers, itsVersion, { encoding: "utf8" }).trim()}`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return (
    `${processors.length} cores${named}, ${gibibytes} GiB of memory, ${process.platform} ${process.arch}, ` +
    `Node ${node}${ofServers}; load average at the start: ${load}.`
  );
}
