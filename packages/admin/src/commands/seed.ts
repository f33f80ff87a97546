import { resealStoredValues, seedPlatform } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { seedLaptopEdge } from "../development/laptop-edge.ts";
import { seedDevelopment } from "../development/seed-development.ts";
import { command } from "../program.ts";

export const seed = ({ answering }: Actions) =>
  command(
    "seed",
    "Update the products and the seals of stored values to this version; in development, also load the starter " +
      "catalog, and create Demo and its credentials (npm start does this)",
  )
    .option("--laptop-edge", "in development, also create or remove the edge of npm start, as FULMAR_LAPTOP_EDGE says")
    .action(
      answering(async ({ database, configuration }, { laptopEdge }) => {
        await seedPlatform(database, configuration);
        await resealStoredValues(database, configuration);
        if (configuration.environment !== "development")
          return { environment: configuration.environment, credentials_file: null };
        if (laptopEdge) await seedLaptopEdge(database, configuration);
        return {
          environment: configuration.environment,
          credentials_file: await seedDevelopment(database, configuration),
        };
      }),
    );
