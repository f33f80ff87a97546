import { join } from "node:path";
import { buildSite } from "./build.ts";

/** Builds the site into `dist`, where the console finds it: `node packages/docs/src/main.ts`. */
buildSite(join(import.meta.dirname, "../dist"));
