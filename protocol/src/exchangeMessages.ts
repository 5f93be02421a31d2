import type { RequestMessage } from "./message";
import { objectOf } from "./message";
import type { DocumentParams } from "./referenceRequests";
import { readDocument } from "./referenceMessages";

/** How the analyses of a document look: their schema, what it refers to, and what the settings say of its properties. */
export interface ItemShapeInForce {
  readonly uri: string;
  readonly schema: unknown;
  /** Every schema file that it reaches by `$ref`, by URI. */
  readonly files: Readonly<Record<string, unknown>>;
  /** The setting `evidence.roles`. */
  readonly roles: unknown;
}

/** Request from client to server, for reading and writing files of other programs. Answer: null without an item schema. */
export const itemShapeRequest: RequestMessage<
  { readonly textDocument: DocumentParams },
  ItemShapeInForce | null
> = {
  method: "analyses/itemShape",
  readParams: objectOf({ textDocument: readDocument }),
};
