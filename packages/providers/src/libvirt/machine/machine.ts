import type { Domain } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import type { SiteHost } from "../hosts/site-hosts.ts";
import type { XmlElement } from "../xml/xml-document.ts";
import type { Labels } from "./labels.ts";

/** A machine of ours, as it starts next. */
export interface Machine {
  readonly host: SiteHost;
  readonly domain: Domain;
  readonly definition: XmlElement;
  readonly labels: Labels;
}

/** libvirt numbers the runs of machines; a stopped one has this. */
const STOPPED = -1;

export function isOn({ domain }: Pick<Machine, "domain">): boolean {
  return domain.id !== STOPPED;
}

/** @throws ProviderError `instance_not_stopped` */
export function requireOff(machine: Machine): void {
  if (!isOn(machine)) return;
  throw new ProviderError("instance_not_stopped", "The VM has to be stopped first.", { retryable: false });
}
