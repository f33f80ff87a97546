import { loadConfiguration } from "@fulmar/config";
import { resealStoredValues, seedPlatform } from "@fulmar/core/operator";
import { prepareDatabase } from "@fulmar/prisma";
import { command } from "../program.ts";
import { answering } from "../run-command.ts";

export const migrate = command(
  "migrate",
  "Bring the database to this version: migrations, the logins of the processes, catalog, prices and seals; once for each release",
).action(async (options, self) => {
  const { databaseUrl, ownerUrl = databaseUrl, workerUrl = databaseUrl } = loadConfiguration();
  const migrations = await prepareDatabase({ url: ownerUrl, requestUrl: databaseUrl, workerUrl });
  await answering(async ({ database, configuration }) => {
    await seedPlatform(database);
    await resealStoredValues(database, configuration);
    return { migrations };
  })(options, self);
});
