import { numberIn, type TarHeader } from "@fulmar/image-files";
import { z } from "zod";
import { jsonOf } from "../client/lxd-answer.ts";

/** Bytes of an ACL before its entries, and of each: a kind, what is allowed, and an id (linux/posix_acl_xattr.h). */
const [ACL_HEAD, ACL_ENTRY] = [4, 8];
const [ACL_USER, ACL_GROUP] = [0x02, 0x08];

const Owners = z.array(
  z.object({
    Isuid: z.boolean(),
    Isgid: z.boolean(),
    Hostid: z.int().min(0),
    Nsid: z.int().min(0),
    Maprange: z.int().min(1),
  }),
);
export type Owners = z.infer<typeof Owners>;
const LAST_OWNERS = /^ +volatile\.(?:idmap\.last|last_state\.idmap): '(\[[^'\n]{0,4000}\])'$/m;
/** User ids have 32 bits. */
const MOST_ID = 0xffff_fffe;
const NOBODY = 65_534;
/** The ids that a machine has. Those that a host has for its machines are above. */
const IDS = 65_536;

/**
 * The ids of the host by which the files are owned. The server writes them to the archive as they are on its disk, and
 * says so in the configuration: `volatile.idmap.last` of a volume, `volatile.last_state.idmap` of an instance. Of a
 * stranger's configuration, these numbers alone are read.
 */
export function ownersIn(index: Buffer): Owners {
  const [, text = "[]"] = LAST_OWNERS.exec(index.toString("latin1")) ?? [];
  return Owners.safeParse(jsonOf(text)).data ?? [];
}

/**
 * The same by the owner of the outermost folder, which is the machine's root. It decides where the configuration says
 * nothing, or what is not so because a server wrote the machine's own ids.
 */
export function ownersBy(stated: Owners, folder: TarHeader): Owners {
  const [user = 0, group = 0] = [ownerIn(folder, "uid"), ownerIn(folder, "gid")];
  if (rangeOf(stated, "uid", user) !== undefined && rangeOf(stated, "gid", group) !== undefined) return stated;
  if (user < IDS || group < IDS) return [];
  const range = { Nsid: 0, Maprange: IDS };
  return [
    { ...range, Isuid: true, Isgid: false, Hostid: user },
    { ...range, Isuid: false, Isgid: true, Hostid: group },
  ];
}

function rangeOf(owners: Owners, key: "uid" | "gid", id: number): Owners[number] | undefined {
  return owners.find(
    (each) => (key === "uid" ? each.Isuid : each.Isgid) && id >= each.Hostid && id - each.Hostid < each.Maprange,
  );
}

/** An id that is none of a machine's would be left as one of the host's. */
export function insideOf(owners: Owners, key: "uid" | "gid", id: number): number {
  const range = rangeOf(owners, key, id);
  const inside = range === undefined ? id : id - range.Hostid + range.Nsid;
  return inside < IDS && (range !== undefined || owners.length === 0) ? inside : NOBODY;
}

/** The id that a header says; undefined when it says what is none. */
export function ownerIn({ block, attributes }: TarHeader, key: "uid" | "gid"): number | undefined {
  const text = attributes.get(key)?.toString("latin1");
  const at = key === "uid" ? 108 : 116;
  const value = text === undefined ? numberIn(block.subarray(at, at + 8)) : /^\d{1,10}$/.test(text) ? Number(text) : -1;
  return value >= 0 && value <= MOST_ID ? value : undefined;
}

/** An ACL whose named users and groups are the machine's. */
export function aclInside(owners: Owners, acl: Buffer): Buffer {
  const inside = Buffer.from(acl);
  for (let at = ACL_HEAD; at + ACL_ENTRY <= inside.length; at += ACL_ENTRY) {
    const kind = inside.readUInt16LE(at);
    if (kind !== ACL_USER && kind !== ACL_GROUP) continue;
    const id = insideOf(owners, kind === ACL_USER ? "uid" : "gid", inside.readUInt32LE(at + 4));
    inside.writeUInt32LE(id, at + 4);
  }
  return inside;
}
