/**
 * Asked by the server for a schema file that is not on the disk of its own machine: in a browser, and in
 * workspaces that some extension of the editor provides. Only of clients that say `readsFiles: true` in their
 * `initializationOptions`. Parameters are {@link FileToRead}, the answer is a {@link FileReading}.
 */
export const readFileRequest = "analyses/readFile";

export interface FileToRead {
  readonly uri: string;
}

/** The text of a file, or why it cannot be read: the end of a sentence, for people. */
export type FileReading =
  { readonly kind: "read"; readonly text: string } | { readonly kind: "failed"; readonly reason: string };
