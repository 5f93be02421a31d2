import type { Row } from "../row";
import { documentRoleRow } from "./documentRoleNode";
import { groupBucketChildren, groupBucketRow } from "./groupBucketNode";
import { groupChildren, groupRow } from "./groupNode";
import { groupRoleChildren, groupRoleRow } from "./groupRoleNode";
import { groupsChildren, groupsRow } from "./groupsNode";
import { groupTypeChildren, groupTypeRow } from "./groupTypeNode";
import { groupTypesChildren, groupTypesRow } from "./groupTypesNode";
import { meChildren, meRow } from "./meNode";
import { messageRow } from "./messageNode";
import type { Children, LoadOptions, TreeNode } from "./node";
import { known } from "./node";
import { peopleChildren, peopleRow } from "./peopleNode";
import { personChildren, personRow } from "./personNode";
import { registryChildren, registryRow } from "./registryNode";
import { userRow } from "./userNode";

/** What the row of a node shows. */
export function rowOf(node: TreeNode): Row {
  switch (node.kind) {
    case "registry":
      return registryRow(node);
    case "me":
      return meRow(node);
    case "groupTypes":
      return groupTypesRow(node);
    case "groupType":
      return groupTypeRow(node);
    case "groups":
      return groupsRow(node);
    case "groupBucket":
      return groupBucketRow(node);
    case "group":
      return groupRow(node);
    case "people":
      return peopleRow(node);
    case "person":
      return personRow(node);
    case "user":
      return userRow(node);
    case "groupRole":
      return groupRoleRow(node);
    case "documentRole":
      return documentRoleRow(node);
    case "message":
      return messageRow(node);
  }
}

/** What a node opens to. */
export function childrenOf(node: TreeNode, options: LoadOptions): Children | Promise<Children> {
  switch (node.kind) {
    case "registry":
      return registryChildren(node);
    case "me":
      return meChildren(node, options);
    case "groupTypes":
      return groupTypesChildren(node, options);
    case "groupType":
      return groupTypeChildren(node, options);
    case "groups":
      return groupsChildren(node, options);
    case "groupBucket":
      return groupBucketChildren(node);
    case "group":
      return groupChildren(node, options);
    case "people":
      return peopleChildren(node);
    case "person":
      return personChildren(node, options);
    case "groupRole":
      return groupRoleChildren(node);
    case "user":
    case "documentRole":
    case "message":
      return known([]);
  }
}
