// A worker process that crash.test.ts kills.
import { openDatabase } from "@fulmar/prisma";
import { crashSaga } from "./crash-saga.ts";
import { silent } from "./testing.ts";
import { runWorker } from "./worker.ts";

const [, , url] = process.argv;
if (url === undefined) throw new Error("Give the database's URL.");
runWorker({ database: openDatabase(url), sagas: [crashSaga("die")], services: {}, logger: silent });
