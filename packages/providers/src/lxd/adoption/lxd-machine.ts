import { z } from "zod";
import { LxdInstance } from "../lxd-instance.ts";

const Address = z.object({ family: z.string(), scope: z.string(), address: z.string() });
const State = z.object({
  network: z
    .record(
      z.string(),
      z.object({
        type: z.string(),
        addresses: z.array(Address),
        counters: z.object({ bytes_received: z.int(), bytes_sent: z.int() }),
      }),
    )
    .nullish(),
});

/** An instance with all that decides whether it can be adopted. Lists are short on members that are down. */
export const LxdMachine = LxdInstance.extend({
  type: z.enum(["container", "virtual-machine"]),
  ephemeral: z.boolean().default(false),
  description: z.string().default(""),
  snapshots: z.array(z.object({ name: z.string() })).nullish(),
  state: State.nullish(),
});
export type LxdMachine = z.infer<typeof LxdMachine>;
