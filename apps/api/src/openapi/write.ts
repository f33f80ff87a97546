import { writeFileSync } from "node:fs";
import { openApiDocument, operatorOpenApiDocument } from "./document.ts";

/** Rewrites the golden files: `node apps/api/src/openapi/write.ts`. A test compares them with the catalog. */
for (const [name, document] of Object.entries({
  openapi: openApiDocument(),
  "operator-openapi": operatorOpenApiDocument(),
}))
  writeFileSync(new URL(`../../../../docs/${name}.json`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
