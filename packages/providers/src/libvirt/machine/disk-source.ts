import { childrenOf, element, find, type XmlElement } from "../xml/xml-document.ts";

/** How machines reach a pool of Ceph. */
export interface CephAccess {
  readonly pool: string;
  /** As `client.USER` of Ceph. Hosts keep its key as a secret of libvirt, used by `client.USER`. */
  readonly user: string;
  /** Addresses of monitors, each with its port or without. */
  readonly monitors: readonly string[];
}

/** How machines of a site reach their disks. */
export interface DiskAccess {
  /** Whether other hosts reach them, too. */
  readonly shared: boolean;
  /** Null for disks that are files. */
  readonly ceph: CephAccess | null;
}

const RBD = "rbd:";

/** The path of an image in Ceph, as `Disk.path` has it. */
export const rbdPath = ({ pool }: Pick<CephAccess, "pool">, image: string) => `${RBD}${pool}/${image}`;

/** The usage of the secret with the key of a user of Ceph. */
export const secretOf = ({ user }: Pick<CephAccess, "user">) => `client.${user}`;

/** How QEMU opens disks. What a host keeps in its memory of a shared one, the machine's next host would not see. */
export function driverElement({ shared, ceph }: DiskAccess): XmlElement {
  const cache = shared || ceph !== null ? "none" : undefined;
  return element("driver", { name: "qemu", type: ceph === null ? "qcow2" : "raw", discard: "unmap", cache });
}

/** The type of a disk with a path, as libvirt names it. */
export const typeOfPath = (path: string) => (path.startsWith(RBD) ? "network" : "file");

/** Where a disk is. @throws Error for a path in Ceph on a site without it */
export function sourceElement(path: string, ceph: CephAccess | null): XmlElement {
  if (!path.startsWith(RBD)) return element("source", { file: path });
  if (ceph === null) throw new Error(`The site has no Ceph, in which ${path} is.`);
  return element(
    "source",
    { protocol: "rbd", name: path.slice(RBD.length) },
    ...ceph.monitors.map(monitorElement),
    element("auth", { username: ceph.user }, element("secret", { type: "ceph", usage: secretOf(ceph) })),
  );
}

function monitorElement(address: string): XmlElement {
  const [, name = address, port] = /^(.*?)(?::(\d+))?$/.exec(address) ?? [];
  return element("host", { name, port });
}

/** Where a disk is, by its source: the path of a file, or that of an image in Ceph. Undefined for others. */
export function pathOfSource(source: XmlElement | undefined): string | undefined {
  const file = source?.attributes.get("file");
  if (file !== undefined) return file;
  const name = source?.attributes.get("name");
  return name !== undefined && source?.attributes.get("protocol") === "rbd" ? `${RBD}${name}` : undefined;
}

/** Puts something else into the place of a disk's source. Changes the disk. */
export function setSource(disk: XmlElement, path: string, ceph: CephAccess | null): void {
  disk.attributes.set("type", typeOfPath(path));
  const kept = disk.children.filter(
    (child) => typeof child === "string" || !["source", "backingStore", "auth"].includes(child.name),
  );
  disk.children = [...kept, sourceElement(path, ceph)];
}

/** The paths of all disks in Ceph that a definition names. */
export function rbdPathsIn(domain: XmlElement): string[] {
  const devices = find(domain, "devices");
  return (devices === undefined ? [] : childrenOf(devices, "disk"))
    .map((disk) => pathOfSource(find(disk, "source")))
    .filter((path) => path?.startsWith(RBD) === true)
    .map(String);
}
