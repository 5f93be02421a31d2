import type { GroupListItem, GroupTypeReference } from "./records";

/**
 * The same groups with only the described fields, and with one object for each group type: a registry holds
 * a hundred thousand groups of some twenty types.
 */
export function compactGroups(groups: readonly GroupListItem[]): readonly GroupListItem[] {
  const shared = new Map<string, GroupTypeReference>();
  return groups.map(({ groupId, name, link, groupType }) => ({
    groupId,
    name,
    link,
    groupType: sharedType(groupType, shared),
  }));
}

function sharedType(
  { groupTypeId, name, link }: GroupTypeReference,
  shared: Map<string, GroupTypeReference>,
): GroupTypeReference {
  const known = shared.get(groupTypeId);
  if (known?.name === name && known.link === link) return known;
  const groupType = { groupTypeId, name, link };
  shared.set(groupTypeId, groupType);
  return groupType;
}
