import { URI } from "vscode-uri";
import type { Problem } from "../checker/checkFiles";
import { checkFiles } from "../checker/checkFiles";
import { addressOf, nameOf, readFileOf } from "./files";

/** In UTF-16 units: longer documents are not checked once more while Git waits. */
const longest = 2_000_000;

/** What is wrong with a merged document; `unknown` says why nobody can say it. */
export type MergeProblems =
  | { readonly kind: "known"; readonly problems: readonly Problem[] }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * The problems that a merged document has and neither version had, by the checks and schemas that hold where it lies: a
 * study that both added under two numbers, or a stored result that is not that of the merged data.
 *
 * @param home the folder of the package, where the schemas that ship lie
 */
export async function problemsOfMerge(
  merged: string,
  versions: readonly string[],
  path: string,
  home: string,
): Promise<MergeProblems> {
  if ([merged, ...versions].some(({ length }) => length > longest))
    return { kind: "unknown", reason: "it is too long to be checked while it is merged: use analyses-check" };
  const uri = addressOf(path);
  const documents = [merged, ...versions].map((text) => ({
    name: path,
    uri,
    read: () => Promise.resolve({ kind: "read", text } as const),
  }));
  const options = {
    settings: { severity: {} },
    configuration: { kind: "nearest" },
    isFixing: false,
  } as const;
  const runtime = { readFile: readFileOf, packageUri: () => URI.file(home).toString(), nameOf };
  const { files, failures } = await checkFiles(documents, options, runtime);
  const [failure] = failures;
  if (failure !== undefined) return { kind: "unknown", reason: `${failure.name}: ${failure.reason}` };
  const [result, ...before] = files.map(({ problems }) => problems);
  const known = new Set(before.flat().map(keyOf));
  return { kind: "known", problems: (result ?? []).filter((problem) => !known.has(keyOf(problem))) };
}

function keyOf({ code, message }: Problem): string {
  return `${code} ${message}`;
}
