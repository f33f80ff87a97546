import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { carryOutApproved, createApprovals, shownFields } from "./approvals/index.ts";
import { createAdmission } from "./billing/index.ts";
import { areDependentsGoing } from "./compute/index.ts";
import { constraintErrors } from "./constraint-errors.ts";
import { isEdgeTokenInForce } from "./edge/index.ts";
import { foresee } from "./foresight/index.ts";
import { handlers } from "./handlers.ts";
import { guardPasswordChange } from "./identity/index.ts";
import { identifyOperator, isOperatorTokenInForce } from "./installation/index.ts";
import { isAccessKeyInForce } from "./object-storage/index.ts";
import { isCopyKeyInForce } from "./recovery/index.ts";
import { Core } from "./request/core.ts";
import { Door } from "./request/door/door.ts";
import { InstallationDoor } from "./request/door/installation-door.ts";
import { PersonDoor } from "./request/door/person-door.ts";
import { RateLimiter } from "./request/door/rate-limit.ts";
import { createVault } from "./secret-store/index.ts";
import { identifyUser, isInvitationInForce, roleOf } from "./tenancy/index.ts";
import { isTicketInForce } from "./terminal/index.ts";
import { identifyToken, isTokenValueInForce, TokenUse, tokenFailures } from "./token/index.ts";
import { isWebhookSecretInForce } from "./webhooks/index.ts";

/** The logger that core needs; pino satisfies it. */
export interface Logger {
  error(fields: object, message: string): void;
}

/** How much more than a caller all callers of an organization may ask for together. */
const CALLERS_OF_ORGANIZATION = 5;

/** Creates the services of one process. `close` writes what is still in memory and leaves the database open. */
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
  const { rateLimit, rateBurst } = configuration;
  const rateLimiter = new RateLimiter({ perSecond: rateLimit, burst: rateBurst });
  const organizations = new RateLimiter({
    perSecond: rateLimit * CALLERS_OF_ORGANIZATION,
    burst: rateBurst * CALLERS_OF_ORGANIZATION,
  });
  const { environment, failureLimit, failureBurst } = configuration;
  const failures = tokenFailures({ perSecond: failureLimit, burst: failureBurst });
  const identification = {
    token: identifyToken(database.sql, { environment, tokenUse, failures }),
    session: identifyUser(database.sql),
  };
  const vault = createVault(configuration);
  // Warns at startup rather than at the first use of a secret. Everything else works without the key.
  vault
    .check()
    .catch((error: unknown) =>
      logger.error({ err: error }, "the values of secrets are unavailable until there is a master key"),
    );
  const core = new Core({
    database,
    configuration,
    door: new Door({ identification, rateLimiter, organizations }),
    personDoor: new PersonDoor({ roleOf: roleOf(database.sql), rateLimiter }),
    installationDoor: new InstallationDoor({
      identify: identifyOperator(database.sql, { environment, failures }),
      rateLimiter,
    }),
    admission: createAdmission(configuration),
    vault,
    handlers,
    foresee,
    constraintErrors,
    isGoing: (workspaceId, ids) => areDependentsGoing(database.sql, workspaceId, ids),
    secretsInForce: {
      "accessKey.create": isAccessKeyInForce,
      "backupDestination.create": isCopyKeyInForce,
      "apiToken.create": isTokenValueInForce,
      "apiToken.rotate": isTokenValueInForce,
      "operatorToken.create": isOperatorTokenInForce,
      "operatorEdge.create": isEdgeTokenInForce,
      "operatorEdge.renewToken": isEdgeTokenInForce,
      "invitation.create": isInvitationInForce,
      "cloudVm.createTerminal": isTicketInForce,
      "gpuVm.createTerminal": isTicketInForce,
      "webhook.create": isWebhookSecretInForce(configuration.secrets),
      "webhook.rotate": isWebhookSecretInForce(configuration.secrets),
    },
    approvals: createApprovals(database, configuration),
    shownFields,
    carriers: { "approval.approve": carryOutApproved(database, configuration) },
    changeGuards: { "account.changePassword": guardPasswordChange },
  });
  return { core, close: () => tokenUse.close() };
}
