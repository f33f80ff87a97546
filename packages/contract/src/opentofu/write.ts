import { writeFileSync } from "node:fs";
import { providerDescription } from "./provider.ts";

/** Writes the golden file anew: `node packages/contract/src/opentofu/write.ts`. A test compares it with the catalog. */
writeFileSync(
  new URL("../../../../integrations/opentofu/resources.json", import.meta.url),
  `${JSON.stringify(providerDescription(), null, 2)}\n`,
);
