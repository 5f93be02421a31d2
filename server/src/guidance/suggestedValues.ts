import type { AnalysesDocument } from "../document/analysesDocument";
import { freeGroupNumber, groupsOf } from "../document/groups";
import type { SchemaContext } from "../schema/schemaContext";
import type { SuggestedValue } from "./skeleton";
import { leadsToGroup } from "./ways";

/** What is known beyond schemas: the newest schema identifier, and the number that a new group should have. */
export function suggestedValues(document: AnalysesDocument, schemas: SchemaContext): SuggestedValue {
  return (way) => {
    if (way.length === 1 && way[0] === "$schema") return schemas.knownIdentifiers[0];
    if (leadsToGroup(way.slice(0, -1)) && way.at(-1) === "number")
      return freeGroupNumber([...groupsOf(document)].flatMap(({ number }) => number ?? []));
    return undefined;
  };
}
