import {
  checkGroup,
  checkGroupType,
  checkPerson,
  checkUser,
} from "../../../schemas/generated/registryValidators.js";
import type { RegistryValidator } from "../../../schemas/generated/registryValidators.js";
import { checkContent } from "./checkContent";
import type { ContentRecords } from "./content";

export type ContentResult =
  | { readonly kind: "content"; readonly records: ContentRecords }
  | { readonly kind: "faulty"; readonly problems: readonly string[] };

/**
 * Reads what a data file holds and checks it: each record against the description of its resource, then the
 * records against each other. What a record leaves out is empty.
 *
 * @param data what `JSON.parse` made of the file; records in it are filled in in place
 */
export function readContent(data: unknown): ContentResult {
  const problems: string[] = [];
  const file = isObject(data) ? data : {};
  const records: ContentRecords = {
    groupTypes: readList(file, "groupTypes", checkGroupType, problems),
    groups: readList(file, "groups", checkGroup, problems),
    people: readList(file, "people", checkPerson, problems),
    users: readList(file, "users", checkUser, problems),
  };
  if (problems.length === 0) problems.push(...checkContent(records));
  return problems.length === 0 ? { kind: "content", records } : { kind: "faulty", problems };
}

function readList<Resource>(
  file: Readonly<Record<string, unknown>>,
  name: keyof ContentRecords,
  check: RegistryValidator<Resource>,
  problems: string[],
): readonly Resource[] {
  const list = file[name];
  if (!Array.isArray(list)) {
    problems.push(`${name} is not a list`);
    return [];
  }
  return list.filter((record, index): record is Resource => {
    if (check(record)) return true;
    const error = check.errors?.[0];
    const { missingProperty, type } = error?.params ?? {};
    const reason =
      missingProperty === undefined ? `is not of type ${String(type)}` : `has no ${missingProperty}`;
    problems.push(`${name}/${index}${error?.instancePath ?? ""} ${reason}`);
    return false;
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
