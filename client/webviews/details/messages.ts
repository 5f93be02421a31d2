// What the page of details and the extension say to each other, with a reader for each side.

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
export function readAction(message: unknown): DetailsAction | undefined {
  if (typeof message !== "object" || message === null || !("action" in message)) return undefined;
  const { action } = message;
  if (action === "open") {
    return "value" in message && typeof message.value === "number"
      ? { action, value: message.value }
      : undefined;
  }
  const known = simpleActions.find((each) => each === action);
  return known && { action: known };
}

/** What came of a click, as a sentence that a screen reader says too. */
export interface DetailsNotice {
  readonly said: string;
}

/** Reads what the extension says; undefined for a message that makes no sense. */
export function readNotice(message: unknown): DetailsNotice | undefined {
  if (typeof message !== "object" || message === null || !("said" in message)) return undefined;
  return typeof message.said === "string" ? { said: message.said } : undefined;
}
