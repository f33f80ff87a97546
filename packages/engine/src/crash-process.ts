// A worker process that crash.test.ts kills, and the saga that the test resumes.
import { openDatabase } from "@fulmar/prisma";
import { defineSaga } from "./saga.ts";
import { silent, untilAborted } from "./testing.ts";
import { runWorker } from "./worker.ts";

/** Two steps that record the process that did them. In the process that dies, the second never ends. */
export function crashSaga(role: "die" | "survive") {
  return defineSaga({
    name: "crash",
    steps: [
      { name: "allocate", do: async () => ({ output: role }) },
      {
        name: "create",
        recordedLater: true,
        timeoutMs: 100_000,
        do: async (context) => (role === "die" ? untilAborted(context) : { output: role }),
      },
    ],
  });
}

if (import.meta.main) {
  const [, , url] = process.argv;
  if (url === undefined) throw new Error("Give the database's URL.");
  runWorker({ database: openDatabase(url), sagas: [crashSaga("die")], services: {}, logger: silent });
}
