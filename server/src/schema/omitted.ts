import type { JsonValue } from "../document/valueOf";

/**
 * Stands in a value for something that is left out, an analysis for example: every schema is content
 * with it. Compared by identity.
 */
export const omitted: JsonValue = Object.freeze({});
