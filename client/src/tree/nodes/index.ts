import type { Row } from "../row";
import { bucketLevel, bucketRow } from "./bucketNode";
import { documentRow } from "./documentNode";
import { documentRoleLevel, documentRoleRow } from "./documentRoleNode";
import { groupLevel, groupRow } from "./groupNode";
import { groupRoleLevel, groupRoleRow } from "./groupRoleNode";
import { groupsLevel, groupsRow } from "./groupsNode";
import { groupTypeLevel, groupTypeRow } from "./groupTypeNode";
import { groupTypesLevel, groupTypesRow } from "./groupTypesNode";
import { meLevel, meRow } from "./meNode";
import { messageRow } from "./messageNode";
import type { Level, TreeNode } from "./node";
import { knownLevel } from "./node";
import { peopleLevel, peopleRow } from "./peopleNode";
import { personLevel, personRow } from "./personNode";
import { registryLevel, registryRow } from "./registryNode";
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
    case "bucket":
      return bucketRow(node);
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
    case "document":
      return documentRow(node);
    case "message":
      return messageRow(node);
  }
}

/** What a node opens to. */
export function levelOf(node: TreeNode): Level {
  switch (node.kind) {
    case "registry":
      return registryLevel(node);
    case "me":
      return meLevel(node);
    case "groupTypes":
      return groupTypesLevel(node);
    case "groupType":
      return groupTypeLevel(node);
    case "groups":
      return groupsLevel(node);
    case "bucket":
      return bucketLevel(node);
    case "group":
      return groupLevel(node);
    case "people":
      return peopleLevel(node);
    case "person":
      return personLevel(node);
    case "groupRole":
      return groupRoleLevel(node);
    case "documentRole":
      return documentRoleLevel(node);
    case "user":
    case "document":
    case "message":
      return knownLevel(() => []);
  }
}
