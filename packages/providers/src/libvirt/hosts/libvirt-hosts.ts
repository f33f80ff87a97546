import type { HostPort } from "../../ports/host-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { listHosts } from "../site/inspect-site.ts";
import { unsupported } from "../unsupported.ts";
import { moveInstance } from "./move-instance.ts";
import { recoverInstance } from "./recover-instance.ts";

/** The hosts of a site, which share a folder where there are several. */
export function libvirtHosts(site: LibvirtSite): HostPort {
  return {
    listHosts: (signal) => listHosts(site, signal),
    async inspectGpus() {
      throw unsupported("GPUs");
    },
    moveInstance: (...call) => moveInstance(site, ...call),
    recoverInstance: (...call) => recoverInstance(site, ...call),
  };
}
