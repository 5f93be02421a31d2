// Messages between the details page and the extension, with a parser of the page's messages.
import { anyOf, objectOf, oneOf, readNumber } from "@analyses/protocol/message";

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

/** The action of a click on the page. */
export type DetailsAction =
  | { readonly action: SimpleAction }
  /** Opens the record, or the address, of the value with this number. */
  | { readonly action: "open"; readonly value: number };

/** Parses a message of the page; undefined if invalid. */
export const readAction = anyOf<DetailsAction>(
  objectOf({ action: oneOf(["open"]), value: readNumber }),
  objectOf({ action: oneOf(simpleActions) }),
);

/** The outcome of a click, as a sentence that screen readers announce too. */
export interface DetailsNotice {
  readonly said: string;
}
