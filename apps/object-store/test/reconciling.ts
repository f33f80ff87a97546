import { createWorkerServices, reconcilers } from "@fulmar/core/worker";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { afterAll } from "vitest";
import type { StoreFixture } from "./store-fixture.ts";

/** Runs reconcilers of the workers once, by name, until the tests of the file have ended. */
export function reconcileWith(fixture: StoreFixture): (name: string) => Promise<void> {
  const worker = openDatabase(processUrl(fixture.databaseUrl, "fulmar_worker"));
  const services = createWorkerServices(worker, fixture.configuration);
  afterAll(async () => {
    await services.close();
    await worker.close();
  });
  return async (name) => {
    await reconcilers.find((one) => one.name === name)?.run(services, new AbortController().signal);
  };
}
