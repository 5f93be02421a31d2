import { URI } from "vscode-uri";
import type { Problem } from "../checker/checkFiles";
import { checkFiles } from "../checker/checkFiles";
import { addressOf, nameOf, readFileOf } from "./files";

/** In UTF-16 units: a merge skips the check of longer documents, because Git waits for the driver. */
const longest = 2_000_000;

/** The problems of a merged document; `unknown` if the check failed. */
export type MergeProblems =
  | { readonly kind: "known"; readonly problems: readonly Problem[] }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * The problems of a merged document that neither version had, with the checks and schemas in force at its path: a study
 * that both added under two numbers, or a stored result that differs from the merged data.
 *
 * @param home the package folder, which contains the bundled schemas
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
