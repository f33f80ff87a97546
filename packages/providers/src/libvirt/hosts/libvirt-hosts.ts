import type { HostPort } from "../../ports/host-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { inspectGpus, listHosts } from "../site/inspect-site.ts";
import { moveInstance } from "./move-instance.ts";
import { recoverInstance } from "./recover-instance.ts";

/** The hosts of a site, which share a folder where there are several. */
export function libvirtHosts(site: LibvirtSite): HostPort {
  return {
    listHosts: (signal) => listHosts(site, signal),
    inspectGpus: (signal) => inspectGpus(site, signal),
    moveInstance: (...call) => moveInstance(site, ...call),
    recoverInstance: (...call) => recoverInstance(site, ...call),
  };
}
