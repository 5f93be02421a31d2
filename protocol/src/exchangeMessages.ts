import type { JsonValue } from "@analyses/json";
import type { RequestMessage } from "./message";
import { objectOf } from "./message";
import type { DocumentParams } from "./referenceRequests";
import { readDocument } from "./referenceMessages";

/** The item schema of a document, the schemas it refers to, and the roles from the settings. */
export interface ItemShapeInForce {
  readonly uri: string;
  /** The schema and every schema file that it reaches by `$ref`, by URI. */
  readonly files: Readonly<Record<string, JsonValue>>;
  /** The setting `evidence.roles`. */
  readonly roles: unknown;
}

/** Request from client to server, to import and export other programs' files. Result: null without an item schema. */
export const itemShapeRequest: RequestMessage<
  { readonly textDocument: DocumentParams },
  ItemShapeInForce | null
> = {
  method: "analyses/itemShape",
  readParams: objectOf({ textDocument: readDocument }),
};
