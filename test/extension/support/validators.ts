import { InsertionValidator } from "@analyses/client/references/insertReferences";

/** One without a language server: nothing is said against a reference. */
export const silentValidator = new InsertionValidator({ ask: () => Promise.resolve(undefined) });

/** One whose language server says the same of every change. */
export function validatorSaying(message: string): InsertionValidator {
  return new InsertionValidator({ ask: <T>() => Promise.resolve({ messages: [message] } as T) });
}
