import { fieldsOf } from "@analyses/protocol/message";
import type { Group, GroupType, Person, User } from "@analyses/schemas/generated/registry";
import {
  checkGroup,
  checkGroupType,
  checkPerson,
  checkUser,
} from "@analyses/schemas/generated/registryValidators.js";
import type { RegistryValidator } from "@analyses/schemas/generated/registryValidators.js";

/**
 * The records of a registry, as in a data file: each is a resource of the specification (section 2) whose references
 * need only their identifiers. For each answer `Resources` fills in the names and links of references, the records' own
 * links, and the groups of a group type.
 */
export interface ContentRecords {
  readonly groupTypes: readonly GroupType[];
  readonly groups: readonly Group[];
  readonly people: readonly Person[];
  readonly users: readonly User[];
}

/** All records of a registry. They can change while the registry serves them. */
export class Content {
  readonly groupTypes: Collection<GroupType>;
  readonly groups: Collection<Group>;
  readonly people: Collection<Person>;
  readonly users: Collection<User>;
  #revision = 0;
  readonly #usersByName = perRevision(
    this,
    () => new Map(Array.from(this.users.values(), (user) => [user.userName, user])),
  );
  readonly #groupsByType = perRevision(this, () => byType(this.groups.values()));

  constructor(records: ContentRecords) {
    const changed = () => {
      this.#revision += 1;
    };
    this.groupTypes = new Collection(records.groupTypes, ({ groupTypeId }) => groupTypeId, changed);
    this.groups = new Collection(records.groups, ({ groupId }) => groupId, changed);
    this.people = new Collection(records.people, ({ personId }) => personId, changed);
    this.users = new Collection(records.users, ({ userId }) => userId, changed);
  }

  /** Grows with every change of the records; a value made from an older revision is out of date. */
  get revision(): number {
    return this.#revision;
  }

  userNamed(userName: string): User | undefined {
    return this.#usersByName().get(userName);
  }

  groupsOfType(groupTypeId: string): readonly Group[] {
    return this.#groupsByType().get(groupTypeId) ?? [];
  }
}

function byType(groups: Iterable<Group>): ReadonlyMap<string, readonly Group[]> {
  const lists = new Map<string, Group[]>();
  for (const group of groups) {
    const list = lists.get(group.groupType.groupTypeId);
    if (list === undefined) lists.set(group.groupType.groupTypeId, [group]);
    else list.push(group);
  }
  return lists;
}

/** Records by identifier, in the order of insertion. */
class Collection<Resource> {
  readonly #records: Map<string, Resource>;

  constructor(
    records: readonly Resource[],
    private readonly idOf: (record: Resource) => string,
    private readonly changed: () => void,
  ) {
    this.#records = new Map(records.map((record) => [idOf(record), record]));
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): Resource | undefined {
    return this.#records.get(id);
  }

  values(): Iterable<Resource> {
    return this.#records.values();
  }

  /** Adds a record, or replaces the one with its identifier. */
  put(record: Resource): void {
    this.#records.set(this.idOf(record), record);
    this.changed();
  }

  delete(id: string): void {
    this.#records.delete(id);
    this.changed();
  }
}

/**
 * Whether a text can be an identifier here. The specification shows identifiers that look like numbers and
 * long alphanumeric ones (section 2); this registry has no others, and answers 400 to any other.
 */
export function isIdentifier(text: string): boolean {
  return /^[0-9A-Za-z]{1,128}$/.test(text);
}

/** Stands for the caller in `people/me` and `users/me` (section 4): no record may have it as identifier. */
export const me = "me";

/** Returns a function that makes a value at the first call after each change of its source, and caches it. */
export function perRevision<Value>(source: { readonly revision: number }, make: () => Value): () => Value {
  let last: { readonly revision: number; readonly value: Value } | null = null;
  return () => {
    if (last?.revision !== source.revision) last = { revision: source.revision, value: make() };
    return last.value;
  };
}

export type ContentResult =
  | { readonly kind: "content"; readonly records: ContentRecords }
  | { readonly kind: "faulty"; readonly problems: readonly string[] };

/**
 * Reads and validates a data file: each record against the schema of its resource, then whether identifiers are
 * well-formed and unique. Missing fields become empty; so do references that lead to no record, in each answer.
 *
 * @param data the parsed file; validation fills in its records in place
 */
export function readContent(data: unknown): ContentResult {
  const problems: string[] = [];
  const file = fieldsOf(data);
  const records: ContentRecords = {
    groupTypes: readList(file, "groupTypes", checkGroupType, problems),
    groups: readList(file, "groups", checkGroup, problems),
    people: readList(file, "people", checkPerson, problems),
    users: readList(file, "users", checkUser, problems),
  };
  identifiers(problems, "groupTypes", records.groupTypes, ({ groupTypeId }) => groupTypeId);
  identifiers(problems, "groups", records.groups, ({ groupId }) => groupId);
  identifiers(problems, "people", records.people, ({ personId }) => personId);
  identifiers(problems, "users", records.users, ({ userId }) => userId);
  unique(problems, "user names", records.users, ({ userName }) => userName);
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

function identifiers<T>(
  problems: string[],
  list: string,
  records: readonly T[],
  idOf: (record: T) => string,
): void {
  for (const id of unique(problems, list, records, idOf))
    if (!isIdentifier(id) || id === me) problems.push(`${list}: "${id}" is not an identifier`);
}

function unique<T>(
  problems: string[],
  list: string,
  records: readonly T[],
  textOf: (record: T) => string,
): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const text of records.map(textOf)) {
    if (seen.has(text)) problems.push(`${list}: ${text} occurs twice`);
    seen.add(text);
  }
  return seen;
}

export interface RegistrySize {
  /** At least 1. */
  readonly groups: number;
  /** At least 2: the sample users are the first. */
  readonly people: number;
}

/**
 * Makes a registry of any size from sample records: repeats groups and people in rounds, each with identifiers of its
 * own. The copies refer to what their originals refer to.
 */
export function enlarged(sample: ContentRecords, size: RegistrySize): ContentRecords {
  return {
    ...sample,
    groups: inRounds(sample.groups, size.groups, (group, round) => ({
      ...group,
      groupId: identifierIn(group.groupId, round),
      name: `${group.name} (${round + 1})`,
    })),
    people: inRounds(sample.people, size.people, (person, round) => ({
      ...person,
      personId: identifierIn(person.personId, round),
    })),
  };
}

/** @param copied makes a copy of a record for a round after the first */
function inRounds<T>(records: readonly T[], size: number, copied: (record: T, round: number) => T): T[] {
  const rounds = Array.from({ length: Math.ceil(size / records.length) }, (_, round) =>
    round === 0 ? records : records.map((record) => copied(record, round)),
  );
  return rounds.flat().slice(0, size);
}

/** The identifier of a record's copy in a round; it is unique, because no identifier in the sample contains an R. */
function identifierIn(id: string, round: number): string {
  return `${id}R${round}`;
}
