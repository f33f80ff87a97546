import type { ProviderKind } from "../ports/provider-kind.ts";
import { LibvirtClient } from "./client/libvirt-client.ts";
import { libvirtProvider, onSite } from "./libvirt-provider.ts";
import { hostAdditions } from "./site/host-additions.ts";
import { bestCpuModel } from "./site/hypervisor.ts";
import { importImage, prepareSite, removeSite } from "./site/prepare-site.ts";
import {
  cephOf,
  Endpoint,
  help,
  northboundOf,
  Options,
  optionsOf,
  requireCertificatesFor,
  uplinkOf,
  whyAlone,
} from "./site/site-options.ts";
import { unfit } from "./site/unfit.ts";

/** Sites on a Linux host with libvirt and QEMU. Nothing of ours runs on the host. */
export const libvirtKind: ProviderKind = {
  server: "a Linux host with libvirt and QEMU",
  page: "docs/kvm.md",
  endpoint: Endpoint,
  options: Options,
  help,
  async completeOptions({ endpoint, options }, signal) {
    const chosen = Options.parse(options);
    uplinkOf(chosen);
    cephOf(chosen);
    const northbound = chosen.northbound ?? northboundOf(endpoint);
    requireCertificatesFor(northbound, endpoint);
    const alone = chosen.pool_shared === "yes" ? whyAlone(endpoint.url, { ...chosen, northbound }) : undefined;
    if (alone !== undefined) throw unfit(alone);
    if (chosen.cpu_model !== undefined) return { ...chosen, northbound };
    const client = new LibvirtClient(endpoint);
    try {
      return { ...chosen, northbound, cpu_model: await bestCpuModel(client, signal) };
    } finally {
      await client.close();
    }
  },
  prepare: (server, signal) => onSite(optionsOf(server), (site) => prepareSite(site, signal)),
  open: (server) => libvirtProvider(optionsOf(server)),
  importImage: (server, templateId, source, signal) =>
    onSite(optionsOf(server), (site) => importImage(site, templateId, source, signal)),
  remove: (server, signal) => onSite(optionsOf(server), (site) => removeSite(site, signal)),
  hosts: hostAdditions,
};
