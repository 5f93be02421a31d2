import { cpus, loadavg, totalmem } from "node:os";

/** Describes the machine in one sentence, for a table of times. */
export function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.replaceAll(/\s+/g, " ").trim() ?? "";
  const named = model === "" || model === "unknown" ? "" : ` (${model})`;
  const gibibytes = (totalmem() / 2 ** 30).toFixed(0);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return (
    `${processors.length} cores${named}, ${gibibytes} GiB of memory, ${process.platform} ${process.arch}, ` +
    `Node ${process.versions.node}; load average at the start: ${load}.`
  );
}
