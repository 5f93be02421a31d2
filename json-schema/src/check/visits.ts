import type { JsonValue } from "@analyses/json";
import type { Report, SchemaCondition, SchemaProblem } from "./problems";

/** The part of a run that affects the result of a schema. */
interface Reached {
  readonly scope: object | undefined;
  readonly unfinished: boolean;
}

/** The result of a schema for a value, and the run's state and the condition that it depends on. */
interface Visit extends Reached {
  readonly problems: readonly SchemaProblem[] | undefined;
  readonly condition: SchemaCondition | undefined;
  readonly valid: boolean;
}

/**
 * Caches the last result of each schema for each value: if many paths lead to a schema, such as `allOf` on thirty
 * levels, it checks a value once.
 */
export class Visits {
  readonly #last = new Map<object, Map<object, Visit>>();

  /** @returns undefined if the schema has not checked the value in the same scope and state */
  known(checker: object, value: object, run: Reached, report: Report | undefined): boolean | undefined {
    const visit = this.#last.get(checker)?.get(value);
    const isSame =
      visit !== undefined &&
      visit.scope === run.scope &&
      visit.unfinished === run.unfinished &&
      visit.problems === report?.problems &&
      visit.condition === report?.condition;
    return isSame ? visit.valid : undefined;
  }

  note(checker: object, value: object, run: Reached, report: Report | undefined, valid: boolean): void {
    const ofChecker = this.#last.get(checker) ?? new Map<object, Visit>();
    this.#last.set(checker, ofChecker);
    const { scope, unfinished } = run;
    ofChecker.set(value, {
      scope,
      unfinished,
      problems: report?.problems,
      condition: report?.condition,
      valid,
    });
  }
}

/** Whether a value is an object or a list, which are expensive to check twice. */
export function isWorthNoting(value: JsonValue): value is Extract<JsonValue, object> {
  return typeof value === "object" && value !== null;
}
