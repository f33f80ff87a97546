import { describe } from "vitest";
import { backendConformance } from "./backend-conformance.ts";
import { storeOfFile } from "./store-fixture.ts";

const { fixture } = await storeOfFile();

describe("the embedded store", () =>
  backendConformance(() => ({
    ...{ fixture, region: "eu-central-1", endpoint: fixture.endpoint },
    client: (credentials) => fixture.client(credentials),
    // It counts in the transaction of each write.
    count: async () => undefined,
  })));
