import type { S3Client } from "@aws-sdk/client-s3";
import { addRegion } from "@fulmar/core/operator";
import { createWorkerServices, reconcilers, serveStorage } from "@fulmar/core/worker";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { type Ceph, startCeph } from "@fulmar/testkit/ceph";
import { pino } from "pino";
import { type Credentials, type StoreFixture, storeOfFile } from "./store-fixture.ts";

/** The gateway refuses bodies with unsigned trailers (docs/ceph.md). */
const CHECKSUMS = {
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
} as const;
/** The region on Ceph. */
export const REGION = "eu-north-1";

/** The embedded store with a region on Ceph beside it, and a worker that keeps its storage up to date. */
export interface RegionFixture {
  readonly fixture: StoreFixture;
  readonly ceph: Ceph;
  /** The configuration of workers, who reach the embedded store at its port. */
  readonly workerEnvironment: Readonly<Record<string, string>>;
  /** Runs a reconciler once. */
  reconcile(name: string): Promise<void>;
  /** A client of the gateway. */
  client(credentials: Credentials): S3Client;
  close(): Promise<void>;
}

export async function startRegion(): Promise<RegionFixture> {
  const ceph = await startCeph();
  const { fixture } = await storeOfFile();
  const { database, endpoint } = fixture;
  const configuration = { ...fixture.configuration, publicObjectStoreUrl: endpoint };
  await addRegion(database.sql, configuration.secrets, {
    ...{ region: REGION, name: "North", backend: "rgw", endpoint_url: ceph.endpoint },
    ...{ access_key: ceph.accessKeyId, secret_key: ceph.secretAccessKey },
  });
  const databaseUrl = processUrl(fixture.databaseUrl, "fulmar_worker");
  const worker = openDatabase(databaseUrl);
  const services = createWorkerServices(worker, configuration);
  const storage = serveStorage(services, pino({ level: "silent" }));
  const reconcile = async (name: string) => {
    const found = reconcilers.find((one) => one.name === name);
    await found?.run(services, new AbortController().signal);
  };
  await reconcile("check-regions");
  return {
    ...{ fixture, ceph, reconcile },
    workerEnvironment: {
      ...fixture.environment,
      DATABASE_URL: databaseUrl,
      FULMAR_PUBLIC_OBJECT_STORE_URL: endpoint,
    },
    client: (credentials) => fixture.client(credentials, { endpoint: ceph.endpoint, ...CHECKSUMS }),
    async close() {
      await storage.stop();
      await services.close();
      await worker.close();
      await ceph.stop();
    },
  };
}
