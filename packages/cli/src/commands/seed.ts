import { seedPlatform } from "@fulmar/core/operator";
import { seedDevelopment } from "../development/seed-development.ts";
import { command } from "../program.ts";
import { answering } from "../run-command.ts";

export const seed = command(
  "seed",
  "Bring catalog and price list up to this version; in development also Demo and its credentials (npm start does it)",
).action(
  answering(async ({ database, configuration }) => {
    await seedPlatform(database);
    const credentialsFile =
      configuration.environment === "development" ? await seedDevelopment(database, configuration) : null;
    return { environment: configuration.environment, credentials_file: credentialsFile };
  }),
);
