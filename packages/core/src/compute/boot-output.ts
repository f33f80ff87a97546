import type { JsonValue } from "@fulmar/engine";
import { z } from "zod";

const BootOutput = z.object({ private_ip: z.string().nullable() });

/** What a step that starts an instance keeps: the address that it got. */
export function bootOutput(privateIp: string | null): JsonValue {
  return { private_ip: privateIp };
}

/** The address out of what such a step kept; null when it did not get that far. */
export function bootedAddress(output: unknown): string | null {
  return BootOutput.safeParse(output).data?.private_ip ?? null;
}
