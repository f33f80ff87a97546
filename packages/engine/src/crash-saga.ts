import { defineSaga } from "./saga.ts";
import { untilAborted } from "./until-aborted.ts";

/** Two steps that record the process that did them. In the process that dies, the second never ends. */
export function crashSaga(role: "die" | "survive") {
  return defineSaga({
    name: "crash",
    steps: [
      { name: "allocate", do: async () => ({ output: role }) },
      {
        name: "create",
        timeoutMs: 100_000,
        do: async (context) => (role === "die" ? untilAborted(context) : { output: role }),
      },
    ],
  });
}
