import { isObject } from "./json";

/** Properties by which item schemas name an analysis; their structure is not prescribed. */
export const nameProperties = ["name", "title", "label", "outcome"];

/** The name of an analysis: one of {@link nameProperties}, or one of these in an object there. */
export function analysisName(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  return nameProperties
    .map((property) => item[property])
    .map((value) => (isObject(value) ? nameProperties.map((inner) => value[inner]).find(isName) : value))
    .find(isName);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
