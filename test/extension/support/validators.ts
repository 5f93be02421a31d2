import { InsertionValidator } from "@analyses/client/references/insertReferences";

/** A validator without a language server: it accepts every reference. */
export const silentValidator = new InsertionValidator({ ask: () => Promise.resolve(undefined) });

/** A validator whose language server reports the same message for every change of an analysis. */
export function validatorSaying(message: string): InsertionValidator {
  const properties = { names: [], taken: null, outside: null, elsewhere: [] };
  return new InsertionValidator({ ask: <T>() => Promise.resolve({ messages: [message], properties } as T) });
}
