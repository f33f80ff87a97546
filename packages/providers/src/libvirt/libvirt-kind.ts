import { z } from "zod";
import type { OptionHelp, ProviderKind, SiteServer } from "../ports/provider-kind.ts";
import { LibvirtClient } from "./client/libvirt-client.ts";
import { type LibvirtSiteOptions, libvirtProvider } from "./libvirt-provider.ts";
import type { LibvirtSite } from "./libvirt-site.ts";
import { bestCpuModel } from "./site/hypervisor.ts";
import { importImage, prepareSite, removeSite } from "./site/prepare-site.ts";

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, "must be a name on the host");

const Options = z.object({
  storage_pool: name.default("fulmar"),
  cpu_model: name.optional(),
});
const Complete = Options.required({ cpu_model: true });

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
    if (chosen.cpu_model !== undefined) return chosen;
    const client = new LibvirtClient(endpoint);
    try {
      return { ...chosen, cpu_model: await bestCpuModel(client, signal) };
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
  const { endpoint, ...options } = optionsOf(server);
  const client = new LibvirtClient(endpoint);
  try {
    return await work({ client, ...options });
  } finally {
    await client.close();
  }
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

function optionsOf({ options, siteId, endpoint }: SiteServer): LibvirtSiteOptions {
  const { storage_pool: pool, cpu_model: cpuModel } = Complete.parse(options);
  return { siteId, endpoint, pool, cpuModel };
}
