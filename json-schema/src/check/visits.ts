import type { JsonValue } from "@analyses/json";
import type { Report, SchemaCondition, SchemaProblem } from "./problems";

/** Of a run, what the answer of a schema hangs on. */
interface Reached {
  readonly scope: object | undefined;
  readonly unfinished: boolean;
}

/** A schema that looked at a value, and what hangs on where it was reached from. */
interface Visit extends Reached {
  readonly problems: readonly SchemaProblem[] | undefined;
  readonly condition: SchemaCondition | undefined;
  readonly valid: boolean;
}

/**
 * What schemas came to at the values that they looked at, each by its last visit: where many ways lead to a schema, as by
 * `allOf` on thirty levels, it looks at a value once.
 */
export class Visits {
  readonly #last = new Map<object, Map<object, Visit>>();

  /** @returns undefined where the schema has not looked at the value, or came to it otherwise */
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

/** Objects and lists: what stands in them makes looking twice dear. */
export function isWorthNoting(value: JsonValue): value is Extract<JsonValue, object> {
  return typeof value === "object" && value !== null;
}
