import { resealStoredValues, seedPlatform } from "@fulmar/core/operator";
import { prepareDatabase } from "@fulmar/prisma";
import { type Actions, withDatabase } from "../actions.ts";
import { command } from "../program.ts";

export const migrate = ({ configured }: Actions) =>
  command(
    "migrate",
    "Bring the database to this version: migrations, the logins of the processes, products and seals; " +
      "once for each release",
  ).action(
    configured(async ({ configuration }) => {
      const { databaseUrl, ownerUrl = databaseUrl, workerUrl = databaseUrl } = configuration;
      const migrations = await prepareDatabase({ url: ownerUrl, requestUrl: databaseUrl, workerUrl });
      await withDatabase(configuration, async (database) => {
        await seedPlatform(database, configuration);
        await resealStoredValues(database, configuration);
      });
      return { migrations };
    }),
  );
