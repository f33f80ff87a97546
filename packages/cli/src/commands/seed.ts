import { resealStoredValues, seedPlatform } from "@fulmar/core/operator";
import { seedDevelopment } from "../development/seed-development.ts";
import { command } from "../program.ts";
import { answering } from "../run-command.ts";

export const seed = command(
  "seed",
  "Update the catalog, the price list and the seals of stored values to this version; in development, also create Demo and its credentials (npm start does this)",
).action(
  answering(async ({ database, configuration }) => {
    await seedPlatform(database);
    await resealStoredValues(database, configuration);
    const credentialsFile =
      configuration.environment === "development" ? await seedDevelopment(database, configuration) : null;
    return { environment: configuration.environment, credentials_file: credentialsFile };
  }),
);
