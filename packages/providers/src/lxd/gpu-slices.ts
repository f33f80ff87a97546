// Slices of GPUs (docs/adr/0168): how rows name one, and the device that gives it to an instance.
import type { LxdDevice } from "./lxd-instance.ts";

/** The address of a MIG slice. @param uuid such as `MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f` */
export function addressOfMig(card: string, uuid: string): string {
  return `${card}/${uuid}`;
}

/** The address of a mediated device. @param type the kernel's name, such as `nvidia-259` @param nth from 1 */
export function addressOfMdev(card: string, type: string, nth: number): string {
  return `${card}/${type}/${nth}`;
}

/** What an address names. */
export function kindOf(address: string): "physical" | "mig" | "mdev" {
  const [, slice] = address.split("/");
  if (slice === undefined) return "physical";
  return slice.startsWith("MIG-") ? "mig" : "mdev";
}

/**
 * The device of an instance that gives it a GPU, and its name. The server knows a mediated device by its profile alone,
 * so which of several it is stands in the name.
 * @param at the place of the GPU among those of the instance
 */
export function deviceOf(address: string, at: number): readonly [name: string, device: LxdDevice] {
  const [pci = "", slice = "", nth = ""] = address.split("/");
  switch (kindOf(address)) {
    case "physical":
      return [`gpu${at}`, { type: "gpu", gputype: "physical", pci }];
    case "mig":
      return [`gpu${at}`, { type: "gpu", gputype: "mig", pci, "mig.uuid": slice }];
    case "mdev":
      return [`gpu${at}-${nth}`, { type: "gpu", gputype: "mdev", pci, mdev: slice }];
  }
}

/** The address of the GPU that a device gives; undefined of another device. */
export function addressIn(name: string, { type, pci, mdev, "mig.uuid": mig }: LxdDevice): string | undefined {
  if (type !== "gpu" || pci === undefined) return undefined;
  if (mig !== undefined) return addressOfMig(pci, mig);
  return mdev === undefined ? pci : addressOfMdev(pci, mdev, Number(/-(\d+)$/.exec(name)?.[1] ?? 1));
}
