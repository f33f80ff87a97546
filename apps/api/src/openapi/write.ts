import { writeFileSync } from "node:fs";
import { openApiDocument } from "./document.ts";

/** Rewrites the golden file: `node apps/api/src/openapi/write.ts`. A test compares it with the catalog. */
writeFileSync(
  new URL("../../../../docs/openapi.json", import.meta.url),
  `${JSON.stringify(openApiDocument(), null, 2)}\n`,
);
