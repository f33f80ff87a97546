import type { AdoptionPort } from "../../ports/adoption-port.ts";
import type { LxdSite } from "../lxd-site.ts";
import { labelMachine, releaseMachine } from "./machine-labels.ts";
import { findStrangers } from "./strangers.ts";

/** The adoption port on the instances and custom volumes of a site's project. */
export function lxdAdoption(site: LxdSite): AdoptionPort {
  return {
    findStrangers: (...call) => findStrangers(site, ...call),
    labelMachine: (...call) => labelMachine(site, ...call),
    releaseMachine: (...call) => releaseMachine(site, ...call),
  };
}
