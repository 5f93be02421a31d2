import { Checkers } from "./check/checkers";
import { Report } from "./check/report";
import type { Run } from "./check/rule";
import type { CompiledSchema, SchemaProblem } from "./compiledSchema";
import type { SchemaPlace } from "./files/indexFile";
import type { SchemaSet } from "./files/schemaSet";
import { Work, WorkExceeded } from "./work";

const defaultLimit = 1000;
const workForAny = 2_000_000;
/** A value of a megabyte may take about a second. */
const workForCharacter = 20;

/** Makes a schema of a set ready to check values. Costs next to nothing until the first value comes. */
export function compileSchema(set: SchemaSet, place: SchemaPlace): CompiledSchema {
  const checker = new Checkers(set).of(place);
  return (value, limit = defaultLimit) => {
    const start = (): Run => ({
      work: new Work(workForAny, () => workForCharacter * JSON.stringify(value).length),
      scope: undefined,
    });
    const report = Report.start(limit);
    try {
      if (checker.check(value, start(), undefined, undefined)) return [];
      checker.check(value, start(), report, undefined);
      return report.problems;
    } catch (error) {
      return [...report.problems, unfinished(place, error)];
    }
  };
}

function unfinished({ schema }: SchemaPlace, error: unknown): SchemaProblem {
  const isTooDeep = error instanceof RangeError;
  if (!isTooDeep && !(error instanceof WorkExceeded)) throw error;
  return {
    instancePath: [],
    detail: { keyword: "unfinished", reason: isTooDeep ? "too-deep" : "too-much-work" },
    schema: typeof schema === "boolean" ? false : schema,
    parents: [],
  };
}
