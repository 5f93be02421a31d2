import type { CheckedFile, Problem } from "./checkFiles";
import { isObject } from "@analyses/protocol/message";

/** For each file of an earlier check, how many problems it had of each code and message. */
export type Baseline = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** @returns undefined unless the text is a report of `--format json` */
export function readBaseline(text: string): Baseline | undefined {
  const report = parsed(text);
  if (!isObject(report) || !Array.isArray(report.files)) return undefined;
  const baseline = new Map<string, ReadonlyMap<string, number>>();
  for (const file of report.files.filter(isObject)) {
    const problems = Array.isArray(file.problems) ? file.problems.filter(isObject) : [];
    baseline.set(fileKey(String(file.file)), counted(problems));
  }
  return baseline;
}

/** A file without the problems that it had in the earlier check, wherever in the file they are now. */
export function withoutKnown(file: CheckedFile, baseline: Baseline): CheckedFile {
  const known = baseline.get(fileKey(file.name));
  if (known === undefined) return file;
  const newIn = (problems: readonly Problem[]): readonly Problem[] => {
    const left = new Map(known);
    return problems.filter((problem) => {
      const count = left.get(keyOf(problem)) ?? 0;
      left.set(keyOf(problem), count - 1);
      return count <= 0;
    });
  };
  return { ...file, problems: newIn(file.problems), problemsBefore: newIn(file.problemsBefore) };
}

function counted(problems: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  return counts;
}

const keyOf = ({ code, message }: Readonly<Record<string, unknown>> | Problem): string =>
  JSON.stringify([code, message]);

/** The report of another system may have other separators. */
const fileKey = (name: string): string => name.replaceAll("\\", "/");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
