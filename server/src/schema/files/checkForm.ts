import type { JsonValue } from "../../document/valueOf";
import { isJsonArray, isJsonObject } from "../../document/json";
import { compilePattern } from "../pattern/pattern";
import { formFault, patternFault } from "../schemaMessages";
import type { KeywordForm } from "./keywordForms";
import { typeNames } from "./keywordForms";
import { isSchema } from "./schemaValue";

/**
 * What is wrong with the value of a keyword, for people; undefined if nothing is. Schemas in it are not
 * looked into.
 */
export function checkForm(keyword: string, form: KeywordForm, value: JsonValue): string | undefined {
  if (!isOfForm(form, value)) return formFault(keyword, form);
  if (form === "pattern" && typeof value === "string") return checkPattern(value);
  if (form === "schemas-by-pattern" && isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const fault = checkPattern(name);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function checkPattern(source: string): string | undefined {
  const compilation = compilePattern(source);
  return compilation.kind === "failed" ? patternFault(source, compilation.fault) : undefined;
}

function isOfForm(form: KeywordForm, value: JsonValue): boolean {
  switch (form) {
    case "any":
      return true;
    case "schema":
      return isSchema(value);
    case "schemas":
      return isJsonArray(value) && value.length > 0 && value.every(isSchema);
    case "schemas-by-name":
    case "schemas-by-pattern":
      return isJsonObject(value) && Object.values(value).every(isSchema);
    case "list":
      return isJsonArray(value);
    case "text":
    case "pattern":
      return typeof value === "string";
    case "identifier":
      return typeof value === "string" && /^[^#]*#?$/.test(value);
    case "anchor":
      return typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value);
    case "flag":
      return typeof value === "boolean";
    case "flags-by-name":
      return isJsonObject(value) && Object.values(value).every((flag) => typeof flag === "boolean");
    case "number":
      return typeof value === "number";
    case "positive-number":
      return typeof value === "number" && value > 0;
    case "count":
      return typeof value === "number" && Number.isInteger(value) && value >= 0;
    case "types":
      return isTypeName(value) || (isNames(value) && value.length > 0 && value.every(isTypeName));
    case "names":
      return isNames(value);
    case "names-by-name":
      return isJsonObject(value) && Object.values(value).every(isNames);
  }
}

function isTypeName(value: JsonValue): boolean {
  return typeof value === "string" && typeNames.includes(value);
}

function isNames(value: JsonValue): value is readonly string[] {
  return (
    isJsonArray(value) &&
    value.every((name) => typeof name === "string") &&
    new Set(value).size === value.length
  );
}
