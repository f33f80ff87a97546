import { describe } from "vitest";
import { type Backend, backendConformance } from "./backend-conformance.ts";
import { reconcileWith } from "./reconciling.ts";
import { settingsConformance } from "./settings-conformance.ts";
import { storeOfFile } from "./store-fixture.ts";

const { fixture } = await storeOfFile();

const reconcile = reconcileWith(fixture);

const backend = (): Backend => ({
  ...{ fixture, region: "eu-central-1", endpoint: fixture.endpoint, reconcile },
  client: (credentials) => fixture.client(credentials),
  // It counts in the transaction of each write.
  count: async () => undefined,
});

describe("the embedded store", () => {
  backendConformance(backend);
  settingsConformance(backend);
});
