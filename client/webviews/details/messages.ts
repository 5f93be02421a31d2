// Messages between the details page and the extension, with a parser of the page's messages.
import { type ReadBy, anyOf, objectOf, oneOf, readNumber } from "@analyses/protocol/message";

const simpleActions = [
  "back",
  "insert",
  "copyId",
  "copyLink",
  "copyJson",
  "togglePrivate",
  "retry",
  "signIn",
] as const;

export type SimpleAction = (typeof simpleActions)[number];

/** Parses a message of the page, the action of a click; undefined if invalid. */
export const readAction = anyOf(
  /** Opens the record, or the address, of the value with this number. */
  objectOf({ action: oneOf(["open"]), value: readNumber }),
  objectOf({ action: oneOf(simpleActions) }),
);
export type DetailsAction = ReadBy<typeof readAction>;

/** The outcome of a click, as a sentence that screen readers announce too. */
export interface DetailsNotice {
  readonly said: string;
}
