import "server-only";
import type { SeenSettings } from "@fulmar/contract";
import { connection } from "next/server";
import { cache } from "react";
import { readSettings } from "./domain.ts";
import { services } from "./services.ts";

/** What pages show of the installation's settings, read once per request. */
export const currentSettings = cache(async (): Promise<SeenSettings> => {
  // Pages that are made beforehand know no settings.
  await connection();
  return readSettings(services().database);
});
