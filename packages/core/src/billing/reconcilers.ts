import type { Reconciler } from "@fulmar/engine";
import type { WorkerServices } from "../work/worker-services.ts";
import { meterUsage } from "./meter-usage.ts";
import { purgeAdmissions } from "./purge-admissions.ts";

const meter: Reconciler<WorkerServices> = {
  name: "meter-usage",
  everyMs: 60_000,
  run: ({ database }, signal) => meterUsage(database, { signal }),
};

/** The periodic jobs of billing. */
export const billingReconcilers = [meter, purgeAdmissions] as const;
