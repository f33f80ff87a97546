// A worker that moves buckets until it is killed.
import { loadConfiguration } from "@fulmar/config";
import { createWorkerServices, reconcilers } from "@fulmar/core/worker";
import { openDatabase } from "@fulmar/prisma";

const configuration = loadConfiguration();
const services = createWorkerServices(openDatabase(configuration.databaseUrl), configuration);
const moves = reconcilers.find(({ name }) => name === "move-buckets");
for (;;) await moves?.run(services, new AbortController().signal);
