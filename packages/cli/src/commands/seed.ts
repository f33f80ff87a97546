import { seedPlatform } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { seedDevelopment } from "../development/seed-development.ts";

export const seedCommand = defineCommand({
  name: "seed",
  about:
    "Bring catalog and price list up to this version; in development also Demo and its credentials (npm start does it)",
  options: {},
  async run({ database, configuration }) {
    await seedPlatform(database);
    const credentialsFile =
      configuration.environment === "development" ? await seedDevelopment(database, configuration) : null;
    return { environment: configuration.environment, credentials_file: credentialsFile };
  },
});
