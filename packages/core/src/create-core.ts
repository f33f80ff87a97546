import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { createAdmission } from "./billing/index.ts";
import { Core } from "./request/core.ts";
import { Door } from "./request/door.ts";
import { PersonDoor } from "./request/person-door.ts";
import { RateLimiter } from "./request/rate-limit.ts";
import { createVault } from "./secret-store/create-vault.ts";
import { TokenUse } from "./token/index.ts";
import { SiteProviders } from "./work/site-providers.ts";

/** What core needs of a logger; pino is one. */
export interface Logger {
  error(fields: object, message: string): void;
}

/** Puts the domain together for one process. `close` writes what is still in memory; the database stays open. */
export function createCore({
  database,
  configuration,
  logger,
}: {
  database: Database;
  configuration: Configuration;
  logger: Logger;
}): {
  core: Core;
  close: () => Promise<void>;
} {
  const tokenUse = new TokenUse({
    sql: database.sql,
    onError: (error) => logger.error({ err: error }, "the last use of tokens could not be written"),
  });
  const rateLimiter = new RateLimiter({ perSecond: configuration.rateLimit, burst: configuration.rateBurst });
  const door = new Door({ sql: database.sql, environment: configuration.environment, rateLimiter, tokenUse });
  const vault = createVault(configuration);
  // Said at the start, rather than with the first secret; everything else works without.
  vault
    .check()
    .catch((error: unknown) =>
      logger.error({ err: error }, "the values of secrets are out of reach until there is a master key"),
    );
  const providers = new SiteProviders(database, configuration);
  const personDoor = new PersonDoor({ sql: database.sql, rateLimiter });
  const core = new Core({
    database,
    configuration,
    door,
    personDoor,
    admission: createAdmission(configuration),
    vault,
    providers,
  });
  const close = async () => {
    await providers.close();
    await tokenUse.close();
  };
  return { core, close };
}
