import type { CatalogFile, FieldError } from "@fulmar/contract";

/** What a chosen file is: a catalog, or why it is none, by the path in the file. An empty path is the whole file. */
export type ReadCatalog =
  | { readonly catalog: CatalogFile; readonly errors?: never }
  | { readonly catalog?: never; readonly errors: readonly FieldError[] };

/**
 * Reads a catalog in the browser by the schema of the API, so that each error names its place in the file.
 * @param bytes UTF-8, with a byte order mark or without (RFC 8259, section 8.1)
 */
export async function readCatalog(bytes: ArrayBuffer): Promise<ReadCatalog> {
  const { CatalogFile: schema, MOST_CATALOG_BYTES } = await import("@fulmar/contract/operator");
  if (bytes.byteLength > MOST_CATALOG_BYTES) return refused("must be of at most 1 MiB");
  if (bytes.byteLength === 0) return refused("is empty");
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return refused(error instanceof SyntaxError ? `is not JSON: ${error.message}` : "must be text in UTF-8");
  }
  const { success, data, error } = schema.safeParse(content);
  if (success) return { catalog: data };
  const { fieldErrorsOf } = await import("@fulmar/contract/field-errors");
  return { errors: fieldErrorsOf(error) };
}

const refused = (message: string): ReadCatalog => ({ errors: [{ field: "", message }] });
