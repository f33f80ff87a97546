import { z } from "zod";
import type { OptionHelp, ProviderKind, SiteServer } from "../ports/provider-kind.ts";
import { type LxdSiteOptions, lxdProvider } from "./lxd-provider.ts";
import { importImage } from "./site/import-image.ts";
import { bestInstanceType, prepareSite, siteNetwork } from "./site/prepare-site.ts";
import { removeSite } from "./site/remove-site.ts";

const name = z.string().regex(/^[A-Za-z0-9._-]{1,63}$/, "must be a name on the server");
/** The name of a Linux network interface. */
const network = z.string().regex(/^[A-Za-z0-9._-]{1,15}$/, "must be the name of a network on the server");

/** Without a network, one is created for the site. With an uplink, networks use OVN, which a cluster needs. */
const Options = z.object({
  project: name.default("fulmar"),
  storage_pool: name.default("default"),
  network: network.optional(),
  uplink: network.optional(),
  instance_type: z.enum(["container", "virtual-machine"], "must be container or virtual-machine").optional(),
});
const Complete = Options.required({ network: true, instance_type: true });

const help = {
  endpoint: {
    value: "URL",
    description: "of an LXD or Incus server: unix:///var/lib/lxd/unix.socket, or https://HOST:8443",
  },
  project: { value: "NAME", description: "the project to use, created if it is missing; by default fulmar" },
  storage_pool: { value: "NAME", description: "the storage pool; by default default" },
  network: { value: "NAME", description: "the network of VMs that are in no VPC; by default, one is created" },
  uplink: { value: "NAME", description: "the uplink network of OVN networks; a cluster needs one" },
  instance_type: {
    value: "container|virtual-machine",
    description: "the type of its instances; by default virtual-machine where the server runs them",
  },
} satisfies Record<"endpoint" | keyof z.infer<typeof Options>, OptionHelp>;

/**
 * Sites on LXD or Incus. Their instances are virtual machines where the server runs them, unless the operator says
 * otherwise.
 */
export const lxdKind: ProviderKind = {
  server: "an LXD or Incus server, or a cluster of them",
  page: "docs/lxd.md",
  endpoint: z
    .string()
    .trim()
    .regex(/^(unix:\/\/\/.+|https:\/\/.+)$/i, "must begin with unix:/// or https://")
    .refine(isServer, "must name a server alone, such as https://10.0.0.5:8443, or the path of a socket")
    .transform(writtenOnce),
  options: Options,
  help,
  async completeOptions({ siteId, endpoint, options }, signal) {
    const chosen = Options.parse(options);
    return {
      ...chosen,
      network: chosen.network ?? siteNetwork(siteId),
      instance_type: chosen.instance_type ?? (await bestInstanceType(endpoint, chosen.project, signal)),
    };
  },
  prepare: (server, signal) => prepareSite(optionsOf(server), signal),
  open: (server) => lxdProvider(optionsOf(server)),
  importImage: (server, templateId, source, signal) => importImage(optionsOf(server), templateId, source, signal),
  remove: (server, signal) => removeSite(optionsOf(server), signal),
};

function isServer(text: string): boolean {
  if (/^unix:/i.test(text)) return !text.includes("\0");
  if (!URL.canParse(text)) return false;
  const { username, password, pathname, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === "" && pathname === "/";
}

/** The endpoint in one form: scheme and name of the host are in small letters, and nothing follows the port. */
function writtenOnce(text: string): string {
  return /^unix:/i.test(text) ? text.replace(/^unix:/i, "unix:") : new URL(text).origin;
}

function optionsOf({ options, ...server }: SiteServer): LxdSiteOptions {
  const { storage_pool: pool, instance_type: instanceType, ...rest } = Complete.parse(options);
  return { ...server, ...rest, pool, instanceType };
}
