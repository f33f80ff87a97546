"use client";

import { MachineLink } from "@/networking/machine-link.tsx";
import { useMachines } from "@/networking/use-machines.ts";

/** The VM that a volume is at, by its name, as the way to its page. */
export function VmName({ id }: { id: string }) {
  return <MachineLink id={id} machine={useMachines().get(id)} />;
}
