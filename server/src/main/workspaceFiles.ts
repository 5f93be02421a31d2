import { stat } from "node:fs/promises";
import { URI } from "vscode-uri";
import type { FindDocuments } from "../connection/runtime";
import { findDocuments, searchBy } from "./documentFiles";
import { addressOf } from "./files";

/** The documents in a folder on disk, as `analyses-check` finds them. */
export const findDocumentsIn: FindDocuments = async (folderUri, schemas) => {
  const folder = URI.parse(folderUri);
  if (folder.scheme !== "file") return [];
  const search = searchBy({ configuration: { kind: "nearest" }, settings: {} }, { exclude: [] });
  const found = await findDocuments([folder.fsPath], {
    ...search,
    schemas: async (file) => [...schemas, ...(await search.schemas(file))],
  });
  return Promise.all(
    found.documents.map(async ({ name }) => {
      const facts = await stat(name).catch(() => undefined);
      return { uri: addressOf(name), stamp: `${facts?.mtimeMs ?? 0}.${facts?.size ?? 0}` };
    }),
  );
};
