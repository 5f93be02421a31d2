import { createDocument } from "@analyses/server/document/analysesDocument";
import { createSchemaStore, type SchemaStore } from "@analyses/server/schemaStore/schemaStore";
import type { ItemSchema, SchemaContext } from "@analyses/server/schema/schemaContext";

export interface StoreUnderTest {
  readonly store: SchemaStore;
  /** URIs of the files read, in order. */
  readonly asked: readonly string[];
}

export function storeWith(files: ReadonlyMap<string, unknown>): StoreUnderTest {
  const asked: string[] = [];
  const store = createSchemaStore({
    readFile: (uri) => {
      asked.push(uri);
      const content = files.get(uri);
      if (content === undefined) return Promise.resolve({ kind: "failed", reason: "there is no such file" });
      return Promise.resolve({
        kind: "read",
        text: typeof content === "string" ? content : JSON.stringify(content),
      });
    },
  });
  return { store, asked };
}

export interface Question {
  readonly text?: string;
  readonly uri?: string;
  readonly base?: string;
  readonly itemSchema?: string;
  readonly schemas?: readonly { readonly id: string; readonly path: string }[];
}

export function contextOf({ store }: StoreUnderTest, question: Question): Promise<SchemaContext> {
  const {
    text = "{}",
    uri = "file:///w/doc/a.analyses.json",
    base,
    itemSchema = "",
    schemas = [],
  } = question;
  return store.contextFor(createDocument(uri, "analyses", 1, text), { itemSchema, schemas }, base);
}

/** The item schema if the setting names the first of these files in `/w`. */
export async function itemSchemaOf(files: Readonly<Record<string, unknown>>): Promise<ItemSchema> {
  const entries = Object.entries(files).map(([name, content]) => [`file:///w/${name}`, content] as const);
  const [name = ""] = Object.keys(files);
  const context = await contextOf(storeWith(new Map(entries)), { base: "file:///w", itemSchema: name });
  return context.itemSchema;
}
