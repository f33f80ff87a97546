import { defineSaga } from "./saga.ts";
import { untilAborted } from "./until-aborted.ts";

/** Two steps that record whose process did them; in the process that is to die, the second never ends. */
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
