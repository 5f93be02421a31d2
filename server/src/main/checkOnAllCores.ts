import { availableParallelism } from "node:os";
import { Worker, parentPort, workerData } from "node:worker_threads";
import { URI } from "vscode-uri";
import type { CheckOptions, CheckResult, DocumentToCheck } from "../checker/checkFiles";
import { checkFiles } from "../checker/checkFiles";
import { addressOf, nameOf, readFileAtOnce, readNamed } from "./files";
import { packageUri } from "./packageFolder";

/** The result of a check, and the paths of all further files that it read. */
export interface CheckedPart extends CheckResult {
  readonly read: readonly string[];
}

/** Plain data for another thread. */
interface Part {
  readonly names: readonly string[];
  readonly options: CheckOptions;
}

/** Checking so many documents takes as long as starting a thread. */
const fewestOfThread = 100;

/**
 * Checks files in order: many of them in several threads, each of which reads the schemas anew.
 *
 * @param program the file that each thread runs, and which calls {@link answerAsThread}
 */
export async function checkOnAllCores(program: string, { names, options }: Part): Promise<CheckedPart> {
  const threads = Math.max(1, Math.min(availableParallelism(), Math.floor(names.length / fewestOfThread)));
  const share = Math.ceil(names.length / threads);
  const partAt = (at: number): Part => ({ names: names.slice(at * share, (at + 1) * share), options });
  const others = Array.from({ length: threads - 1 }, (_, at) => inThread(program, partAt(at + 1)));
  const parts = await Promise.all([checkHere(partAt(0)), ...others]);
  const failures = new Map(
    parts.flatMap((part) => part.failures.map((one) => [`${one.uri} ${one.reason}`, one] as const)),
  );
  return {
    files: parts.flatMap(({ files }) => files),
    failures: [...failures.values()],
    read: parts.flatMap(({ read }) => read),
  };
}

function inThread(program: string, part: Part): Promise<CheckedPart> {
  return new Promise((resolve, reject) => {
    new Worker(program, { workerData: part }).once("message", resolve).once("error", reject);
  });
}

/** In a thread of {@link checkOnAllCores}, checks its part. @returns false in the program's own thread */
export function answerAsThread(): boolean {
  if (parentPort === null) return false;
  const port = parentPort;
  // The main thread of the same program made it.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const part: Part = workerData;
  void checkHere(part).then((checked) => port.postMessage(checked));
  return true;
}

function checkHere({ names, options }: Part): Promise<CheckedPart> {
  const documents = names.map((name) => ({ name, uri: addressOf(name), read: () => readNamed(name) }));
  return checkDocuments(documents, options);
}

/** Checks documents in order. */
export async function checkDocuments(
  documents: readonly DocumentToCheck[],
  options: CheckOptions,
): Promise<CheckedPart> {
  const read = new Set<string>();
  const result = await checkFiles(documents, options, {
    readFile: (uri) => {
      read.add(URI.parse(uri).fsPath);
      return Promise.resolve(readFileAtOnce(uri));
    },
    packageUri,
    nameOf,
  });
  return { ...result, read: [...read] };
}
