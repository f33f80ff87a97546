import { writeFileSync } from "node:fs";
import { providerDescription, providerReference, spellings, timeZones } from "@fulmar/contract/opentofu";

/**
 * Writes the golden files of the OpenTofu provider anew: `npm run generate`. A test compares
 * them with the catalog.
 */
const root = new URL("../../../../", import.meta.url);
const description = providerDescription();
writeFileSync(new URL("integrations/opentofu/resources.json", root), `${JSON.stringify(description, null, 2)}\n`);
writeFileSync(new URL("integrations/opentofu/spellings.json", root), `${JSON.stringify(spellings(), null, 2)}\n`);
const zones = new URL("integrations/opentofu/internal/provider/time_zones.json", root);
writeFileSync(zones, `${JSON.stringify(timeZones(), null, 2)}\n`);
writeFileSync(new URL("docs/opentofu-reference.md", root), providerReference(description));
