import { type Ipv4Network, networkContains, parseIpv4 } from "@fulmar/contract";
import { z } from "zod";
import { ProviderError } from "../ports/provider-error.ts";
import type { OptionHelp, ProviderKind, SiteServer } from "../ports/provider-kind.ts";
import { LibvirtClient } from "./client/libvirt-client.ts";
import { closeSite, type LibvirtSiteOptions, libvirtProvider, openSite } from "./libvirt-provider.ts";
import type { LibvirtSite, Uplink } from "./libvirt-site.ts";
import { isNorthbound } from "./network/northbound.ts";
import { bestCpuModel } from "./site/hypervisor.ts";
import { importImage, prepareSite, removeSite } from "./site/prepare-site.ts";

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, "must be a name on the host");

const address = z.ipv4("must be an IPv4 address");

const Options = z.object({
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
});
const Complete = Options.required({ cpu_model: true, northbound: true });

const help = {
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
} satisfies Record<"endpoint" | keyof z.infer<typeof Options>, OptionHelp>;

/** Sites on a Linux host with libvirt and QEMU. Nothing of ours runs on the host. */
export const libvirtKind: ProviderKind = {
  server: "a Linux host with libvirt and QEMU",
  page: "docs/kvm.md",
  endpoint: z
    .string()
    .trim()
    .regex(/^(unix:\/\/\/.+|tls:\/\/.+)$/i, "must begin with unix:/// or tls://")
    .refine(isServer, "must name a host alone, such as tls://kvm1.example.com:16514, or the path of a socket")
    .transform(writtenOnce),
  options: Options,
  help,
  async completeOptions({ endpoint, options }, signal) {
    const chosen = Options.parse(options);
    uplinkOf(chosen);
    const northbound = chosen.northbound ?? northboundOf(endpoint);
    if (chosen.cpu_model !== undefined) return { ...chosen, northbound };
    const client = new LibvirtClient(endpoint);
    try {
      return { ...chosen, northbound, cpu_model: await bestCpuModel(client, signal) };
    } finally {
      await client.close();
    }
  },
  prepare: (server, signal) => onHost(server, (site) => prepareSite(site, signal)),
  open: (server) => libvirtProvider(optionsOf(server)),
  importImage: (server, templateId, source, signal) =>
    onHost(server, (site) => importImage(site, templateId, source, signal)),
  remove: (server, signal) => onHost(server, (site) => removeSite(site, signal)),
};

async function onHost<Result>(server: SiteServer, work: (site: LibvirtSite) => Promise<Result>): Promise<Result> {
  const site = openSite(optionsOf(server));
  try {
    return await work(site);
  } finally {
    await closeSite(site);
  }
}

/** Where a host with everything on it has the database. */
function northboundOf({ url }: SiteServer["endpoint"]): string {
  return url.startsWith("unix:") ? "unix:/var/run/ovn/ovnnb_db.sock" : `ssl:${new URL(url).hostname}:6641`;
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
function uplinkOf(options: z.infer<typeof Options>): Uplink | null {
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

function optionsOf({ options, siteId, endpoint, heldAddresses }: SiteServer): LibvirtSiteOptions {
  const complete = Complete.parse(options);
  return {
    siteId,
    endpoint,
    pool: complete.storage_pool,
    cpuModel: complete.cpu_model,
    northboundUrl: complete.northbound,
    uplink: uplinkOf(complete),
    // A socket of the host is nobody else's.
    screens: endpoint.url.startsWith("unix:") ? "socket" : complete.screens,
    ...(heldAddresses !== undefined && { heldAddresses }),
  };
}
