// The options of a site on libvirt, and what they mean.
import { type Ipv4Network, networkContains, parseIpv4 } from "@fulmar/contract";
import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import type { OptionHelp, SiteServer } from "../../ports/provider-kind.ts";
import type { LibvirtSiteOptions } from "../libvirt-provider.ts";
import type { Uplink } from "../libvirt-site.ts";
import type { CephAccess } from "../machine/disk-source.ts";
import { isNorthbound } from "../network/northbound.ts";
import { unfit } from "./unfit.ts";

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, "must be a name on the host");

const address = z.ipv4("must be an IPv4 address");

/** Addresses of IPv4 or names, since brackets of IPv6 mean a list to Ceph. */
const MONITORS = /^[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?(,[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?)*$/;

export const Options = z.object({
  storage_pool: name.default("fulmar"),
  cpu_model: name.optional(),
  northbound: z.string().refine(isNorthbound, "must be ssl:HOST:6641, tcp:HOST:6641 or unix:/PATH").optional(),
  uplink: name.optional(),
  uplink_gateway: z.cidrv4("must be an address with its prefix, such as 198.51.100.1/24").optional(),
  uplink_addresses: z
    .string()
    .refine(isRange, "must be two addresses, such as 198.51.100.200-198.51.100.250")
    .optional(),
  uplink_chassis: z
    .string()
    .regex(/^[^\s,]+(,[^\s,]+)*$/, "must be names with commas between them")
    .optional(),
  screens: z.enum(["none", "tls"], "must be none or tls").default("none"),
  pool_path: z
    .string()
    .regex(/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/, "must be the absolute path of a folder, such as /srv/fulmar")
    .optional(),
  pool_shared: z.enum(["yes", "no"], "must be yes or no").default("no"),
  secure_boot: z.enum(["off", "on"], "must be off or on").default("off"),
  tpm: z.enum(["off", "on"], "must be off or on").default("off"),
  rbd_pool: name.optional(),
  rbd_monitors: z
    .string()
    .regex(MONITORS, "must be addresses with commas between them, such as 10.0.0.1,10.0.0.2:6789")
    .optional(),
  rbd_user: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,63}$/, "must be the name of a user of Ceph without client., such as fulmar")
    .optional(),
});
/** As they are stored: with the hosts that were added, and the name of the endpoint's own. */
export const StoredOptions = Options.required({ cpu_model: true, northbound: true }).extend({
  host_name: z.string().optional(),
  hosts: z.array(z.object({ name: z.string(), url: z.string() })).default([]),
});

export const help = {
  endpoint: {
    value: "URL",
    description: "of a host's libvirtd: unix:///run/libvirt/libvirt-sock, or tls://HOST:16514",
  },
  storage_pool: {
    value: "NAME",
    description: "the storage pool, a folder of the site alone, created if it is missing; by default fulmar",
  },
  cpu_model: {
    value: "NAME",
    description: "the processor that VMs see, such as EPYC; by default the one nearest to the host's",
  },
  northbound: {
    value: "URL",
    description:
      "OVN's northbound database, with the site's certificates: ssl:HOST:6641, or unix:/PATH; by default at the endpoint",
  },
  uplink: {
    value: "NAME",
    description:
      "the network outside, as ovn-bridge-mappings of the hosts name it; without one there are no public addresses",
  },
  uplink_gateway: { value: "CIDR", description: "the next router there, such as 198.51.100.1/24" },
  uplink_addresses: {
    value: "FIRST-LAST",
    description: "what the site's routers may take there, such as 198.51.100.200-198.51.100.250",
  },
  uplink_chassis: {
    value: "NAME,...",
    description: "the hosts by which traffic leaves, by their system-id in Open vSwitch, the preferred one first",
  },
  screens: {
    value: "none|tls",
    description: "tls where QEMU protects the screens of VMs by certificates (docs/kvm.md); by default none",
  },
  pool_path: {
    value: "FOLDER",
    description: "the folder of the storage pool; by default /var/lib/libvirt/ with the pool's name",
  },
  pool_shared: {
    value: "yes|no",
    description: "yes where every host mounts the same folder there, so that hosts can be added; by default no",
  },
  secure_boot: {
    value: "off|on",
    description: "on: VMs whose images boot by UEFI boot only what Microsoft's keys signed; by default off",
  },
  tpm: {
    value: "off|on",
    description: "on: VMs whose images boot by UEFI have a TPM 2.0, which hosts with swtpm emulate; by default off",
  },
  rbd_pool: {
    value: "NAME",
    description: "the pool of Ceph with the disks of VMs, of the site alone; by default they are files of storage_pool",
  },
  rbd_monitors: {
    value: "ADDRESS,...",
    description: "the monitors of that Ceph, as hosts and workers reach them, such as 10.0.0.1,10.0.0.2",
  },
  rbd_user: {
    value: "NAME",
    description: "its user, whose key the hosts have as a secret of libvirt (docs/kvm.md); by default fulmar",
  },
} satisfies Record<"endpoint" | keyof z.infer<typeof Options>, OptionHelp>;

/**
 * Why a site has no host but that of its endpoint, as a sentence for its operator; undefined for one that can have others.
 * Their script has to name the host with OVN's databases, which a socket does not.
 */
export function whyAlone(
  url: string,
  { pool_shared, northbound }: Pick<z.infer<typeof StoredOptions>, "pool_shared" | "northbound">,
): string | undefined {
  if (pool_shared !== "yes")
    return (
      "The site's hosts share no folder (pool_shared), so it has one host. Add another site, whose pool lies in a folder " +
      "that all its hosts mount."
    );
  if (!url.startsWith("tls:"))
    return "The site's endpoint is a socket, by which other hosts do not reach it. Add the site by tls:// instead.";
  if (northbound.startsWith("unix:"))
    return (
      "The site reaches OVN's northbound database by a socket (northbound), by which other hosts do not find it. Add the " +
      "site with ssl:HOST:6641 instead."
    );
  return undefined;
}

/** The address of a host's libvirtd. */
export const Endpoint = z
  .string()
  .trim()
  .regex(/^(unix:\/\/\/.+|tls:\/\/.+)$/i, "must begin with unix:/// or tls://")
  .refine(isServer, "must name a host alone, such as tls://kvm1.example.com:16514, or the path of a socket")
  .transform(writtenOnce);

/** Where libvirt's own pool is, too. */
const FOLDER = "/var/lib/libvirt";

/** Where a host with everything on it has the database. */
export function northboundOf({ url }: SiteServer["endpoint"]): string {
  return url.startsWith("unix:") ? "unix:/var/run/ovn/ovnnb_db.sock" : `ssl:${new URL(url).hostname}:6641`;
}

/**
 * The endpoint's certificates are for the database, too, also where the endpoint is a socket and needs none.
 * @throws ProviderError when they were not given
 */
export function requireCertificatesFor(
  northbound: string,
  { client, serverCertificate }: SiteServer["endpoint"],
): void {
  if (!/^ssl:/i.test(northbound) || (client !== undefined && serverCertificate !== undefined)) return;
  throw unfit(
    `OVN's northbound database at ${northbound} is reached by certificates: give client_cert, client_key and server_cert, ` +
      "also beside an endpoint that is a socket. On the worker's own host, the database may be at unix:/PATH.",
  );
}

function isRange(text: string): boolean {
  const parts = text.split("-");
  return parts.length === 2 && parts.every((part) => address.safeParse(part).success);
}

function networkOf(address: string, prefixLength: number): Ipv4Network {
  const number = parseIpv4(address) ?? 0;
  return { first: number - (number % 2 ** (32 - prefixLength)), prefixLength };
}

/** @throws ProviderError when only a part of it was given, or addresses of another network */
export function uplinkOf(options: z.infer<typeof Options>): Uplink | null {
  const { uplink: network, uplink_gateway, uplink_addresses, uplink_chassis } = options;
  const given = [network, uplink_gateway, uplink_addresses, uplink_chassis];
  if (given.every((option) => option === undefined)) return null;
  if (!network || !uplink_gateway || !uplink_addresses || !uplink_chassis) {
    throw new ProviderError(
      "site_unfit",
      "An uplink needs its network, gateway, addresses and chassis: give all four, or none.",
      { retryable: false },
    );
  }
  const [gateway = "", length] = uplink_gateway.split("/");
  const [first = "", last = ""] = uplink_addresses.split("-");
  const around = networkOf(gateway, Number(length));
  const [from, to] = [first, last].map((end) => ({ first: parseIpv4(end) ?? -1, prefixLength: 32 }));
  if (!(from && to && from.first <= to.first && networkContains(around, from) && networkContains(around, to))) {
    throw new ProviderError(
      "site_unfit",
      `The uplink's addresses must lie in the network of its gateway, ${uplink_gateway}, the lower one first.`,
      { retryable: false },
    );
  }
  return { network, gateway, prefixLength: Number(length), first, last, chassis: uplink_chassis.split(",") };
}

/** @throws ProviderError when only a part of it was given */
export function cephOf({ rbd_pool: pool, rbd_monitors, rbd_user }: z.infer<typeof Options>): CephAccess | null {
  if (pool === undefined && rbd_monitors === undefined && rbd_user === undefined) return null;
  if (pool === undefined || rbd_monitors === undefined)
    throw unfit("Disks in Ceph need rbd_pool and rbd_monitors: give both, or leave rbd_user out as well.");
  return { pool, user: rbd_user ?? RBD_USER, monitors: rbd_monitors.split(",") };
}

const RBD_USER = "fulmar";

function isServer(text: string): boolean {
  if (/^unix:/i.test(text)) return !text.includes("\0");
  if (!URL.canParse(text)) return false;
  const { username, password, hostname, pathname, search, hash } = new URL(text);
  return hostname !== "" && `${username}${password}${search}${hash}` === "" && ["", "/"].includes(pathname);
}

/** The endpoint in one form: scheme and name of the host are in small letters, and nothing follows the port. */
function writtenOnce(text: string): string {
  if (/^unix:/i.test(text)) return text.replace(/^unix:/i, "unix:");
  const { hostname, port } = new URL(text);
  return `tls://${hostname.toLowerCase()}${port === "" ? "" : `:${port}`}`;
}

export function optionsOf({ options, siteId, endpoint, heldAddresses }: SiteServer): LibvirtSiteOptions {
  const complete = StoredOptions.parse(options);
  return {
    siteId,
    endpoint,
    hostName: complete.host_name,
    otherHosts: complete.hosts,
    pool: complete.storage_pool,
    poolPath: complete.pool_path ?? `${FOLDER}/${complete.storage_pool}`,
    shared: complete.pool_shared === "yes",
    ceph: cephOf(complete),
    cpuModel: complete.cpu_model,
    northboundUrl: complete.northbound,
    uplink: uplinkOf(complete),
    // A socket of the host is nobody else's.
    screens: endpoint.url.startsWith("unix:") ? "socket" : complete.screens,
    secureBoot: complete.secure_boot === "on",
    tpm: complete.tpm === "on",
    ...(heldAddresses !== undefined && { heldAddresses }),
  };
}
