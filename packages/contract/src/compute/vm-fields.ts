import { z } from "zod";
import { ResourceId } from "../kernel/fields.ts";

/** The path parameter of every operation of one VM. */
export const vmId = { vm_id: ResourceId };

const SshKey = z
  .string()
  .min(16)
  .max(16_384)
  .regex(/^(ssh-|ecdsa-|sk-)[^\n]+$/, "must be a public key in OpenSSH format");

export const SshKeys = z.array(SshKey).max(50);

/** At most 64 KiB of UTF-8. */
export const UserData = z
  .string()
  .max(65_536)
  .refine((text) => text.length > 65_536 || new TextEncoder().encode(text).length <= 65_536, "must be at most 64 KiB");

/** What a login asks for on one line: no control characters. */
export const VmPassword = z
  .string()
  .min(12)
  .max(128)
  .regex(/^\P{Cc}*$/u, "must not contain control characters");

export const RootDiskGb = z.int().min(1).max(65_536);

/** A VM is in a few groups at most: each of them is looked at for each packet. */
export const FirewallGroupIds = z.array(ResourceId).max(20);

/** What a VM begins with besides its root disk: as many as it has devices for, each once. */
export const VolumeIds = z
  .array(ResourceId)
  .max(25)
  .refine((ids) => new Set(ids).size === ids.length, "must not name a volume twice");
