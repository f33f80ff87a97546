import type { Database } from "@fulmar/prisma";
import type { ComputePort } from "@fulmar/providers";

/** What compute sagas work with: the database, and the adapter that drives each site, by the site's provider name. */
export interface ComputeServices {
  readonly database: Database;
  readonly computeProvider: (provider: string) => ComputePort;
}
