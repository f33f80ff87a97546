import { writeFileSync } from "node:fs";
import { generatedSources } from "./sources.ts";

/** Rewrites the generated sources: `npm run generate`. A test compares them with the contract. */
for (const [name, source] of Object.entries(generatedSources()))
  writeFileSync(new URL(`../src/api/${name}`, import.meta.url), source);
