// What the page of details and the extension say to each other, with a reader of what the page says.
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

/** What a click on the page asks for. */
export type DetailsAction =
  | { readonly action: SimpleAction }
  /** Opens the record, or the address, of the value with this number. */
  | { readonly action: "open"; readonly value: number };

/** Reads what the page says; undefined for a message that makes no sense. */
export const readAction = anyOf<DetailsAction>(
  objectOf({ action: oneOf(["open"]), value: readNumber }),
  objectOf({ action: oneOf(simpleActions) }),
);

/** What came of a click, as a sentence that a screen reader says too. */
export interface DetailsNotice {
  readonly said: string;
}
