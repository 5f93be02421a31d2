import { InsertionJudge } from "../../../client/src/references/insertionJudge";

/** One without a language server: nothing is said against a reference. */
export const silentJudge = new InsertionJudge({ ask: () => Promise.resolve(undefined) });

/** One whose language server says the same of every change. */
export function judgeSaying(message: string): InsertionJudge {
  return new InsertionJudge({ ask: <T>() => Promise.resolve({ messages: [message] } as T) });
}
