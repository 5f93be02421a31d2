import type { Connection } from "vscode-languageserver";
import { URI } from "vscode-uri";
import type { FileReading } from "../../../protocol/src/fileRequests";
import { readFileRequest } from "../../../protocol/src/fileRequests";
import type { SchemaRuntime } from "../schema/schemaContext";

/**
 * Reads the files of this machine from its disk, and all others through the client, where it offers that.
 *
 * @param offered whether the client answers {@link readFileRequest}
 */
export function filesOfClient(
  connection: Connection,
  disk: SchemaRuntime["readFile"],
  offered: () => boolean,
): SchemaRuntime["readFile"] {
  return (uri) =>
    URI.parse(uri).scheme === "file" || !offered()
      ? disk(uri)
      : connection.sendRequest<FileReading>(readFileRequest, { uri });
}
