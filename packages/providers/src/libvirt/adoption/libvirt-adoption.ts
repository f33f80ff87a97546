import type { AdoptionPort } from "../../ports/adoption-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { labelMachine, releaseMachine } from "./machine-labels.ts";
import { findStrangers } from "./strangers.ts";

/** The adoption port on the machines of a site's hosts. */
export function libvirtAdoption(site: LibvirtSite): AdoptionPort {
  return {
    findStrangers: (...call) => findStrangers(site, ...call),
    labelMachine: (...call) => labelMachine(site, ...call),
    releaseMachine: (...call) => releaseMachine(site, ...call),
  };
}
