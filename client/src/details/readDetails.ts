import { writeRegistryLink } from "../../../protocol/src/registryLink";
import { fullName } from "../registry/fullName";
import { groupId, groupTypeId, personId, userId } from "../registry/ids";
import type { Outcome } from "../registry/outcome";
import type { Registry } from "../registries/registry";
import type { RegistryRecord } from "../tree/records";
import type { DetailsPage } from "./detailsPage";
import { groupDetails } from "./groupDetails";
import { groupTypeDetails } from "./groupTypeDetails";
import { personDetails } from "./personDetails";
import { userDetails } from "./userDetails";

/** Makes the page of a record that was read, with or without its private parts. */
export type PageMaker = (showPrivate: boolean) => DetailsPage;

/** Reads a record from the registry. */
export async function readDetails(
  { client, groupFacts }: Registry,
  { kind, id, name }: Pick<RegistryRecord, "kind" | "id" | "name">,
  signal: AbortSignal,
): Promise<Outcome<PageMaker>> {
  switch (kind) {
    case "group":
      return pageFrom(await client.group(groupId(id), { signal }), (group) => {
        groupFacts.learn(group);
        return (showPrivate) => groupDetails(group, groupFacts.parentOf(group.groupId), showPrivate);
      });
    case "groupType":
      return pageFrom(
        await client.groupType(groupTypeId(id), { signal }),
        (type) => () => groupTypeDetails(type),
      );
    case "person":
      return pageFrom(await client.person(personId(id), { signal }), (person) => {
        const shownName = fullName(person) || name;
        return (showPrivate) => personDetails(person, shownName, showPrivate);
      });
    case "user": {
      const link = writeRegistryLink({ baseUrl: client.address, kind: "user", id }) ?? "";
      return pageFrom(await client.user(userId(id), { signal }), (user) => () => userDetails(user, link));
    }
  }
}

function pageFrom<T>(outcome: Outcome<T>, make: (value: T) => PageMaker): Outcome<PageMaker> {
  return outcome.kind === "ok" ? { ...outcome, value: make(outcome.value) } : outcome;
}
