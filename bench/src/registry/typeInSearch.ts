import type { GroupListItem } from "../../../client/src/registryClient/records";
import { SearchIndex, SearchList } from "../../../client/src/search/searchList";
import type { Candidate } from "../../../client/src/search/searchList";
import type { GroupsUse } from "./groupsReading";

/** How many matches the picker asks for. */
const matchLimit = 200;
const groupsSearched = 5;
const mostTyped = 20;

export function makeSearch(groups: readonly GroupListItem[]): SearchIndex<Candidate> {
  return new SearchIndex([SearchList.of(groups, candidateOf, candidateOf)]);
}

/** Types names and identifiers of groups from all over the list, one key after another. */
export function typeInSearch(
  index: SearchIndex<Candidate>,
  groups: readonly GroupListItem[],
): Pick<GroupsUse, "keystrokes" | "notFound"> {
  const keystrokes: number[] = [];
  const wanted = Array.from({ length: groupsSearched }, (_, number) =>
    groups.at(Math.floor(((number + 0.5) / groupsSearched) * groups.length)),
  ).filter((group) => group !== undefined);
  const notFound = wanted.flatMap(({ groupId, name }) =>
    [
      { query: name, isFound: type(name)?.name === name },
      { query: groupId, isFound: type(groupId)?.id === groupId },
    ].flatMap(({ query, isFound }) => (isFound ? [] : [query])),
  );
  return { keystrokes, notFound };

  /** The first match of the whole text. */
  function type(text: string): Candidate | undefined {
    for (let length = 1; length <= Math.min(text.length, mostTyped); length += 1)
      press(text.slice(0, length));
    return press(text);
  }

  function press(query: string): Candidate | undefined {
    const pressedAt = performance.now();
    const [first] = index.find(query, matchLimit);
    keystrokes.push(performance.now() - pressedAt);
    return first;
  }
}

function candidateOf({ groupId, name, link, groupType }: GroupListItem): Candidate {
  return { kind: "group", id: groupId, name, link, detail: groupType.name };
}
