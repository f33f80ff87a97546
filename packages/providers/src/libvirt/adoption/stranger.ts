import { posix } from "node:path";
import type { Domain } from "@fulmar/libvirt-rpc";
import type { SiteHost } from "../hosts/site-hosts.ts";
import { diskElements, ROOT_TARGET } from "../machine/definition.ts";
import { type Labels, labelsIn } from "../machine/labels.ts";
import { nextDefinitionOf } from "../machine/read-machine.ts";
import { filesIn } from "../machine/usage.ts";
import { find, type XmlElement } from "../xml/xml-document.ts";

/** A machine of a host, ours or not. */
export interface HostMachine {
  readonly host: SiteHost;
  readonly domain: Domain;
  /** As it starts next. */
  readonly definition: XmlElement;
  /** Those of any site of Fulmar. */
  readonly labels: Labels | undefined;
  readonly files: readonly string[];
}

export async function readHostMachine(host: SiteHost, domain: Domain, signal: AbortSignal): Promise<HostMachine> {
  const definition = await nextDefinitionOf({ host, domain }, signal);
  return { host, domain, definition, labels: labelsIn(definition), files: filesIn(definition) };
}

/** A disk that somebody gave to a machine. */
export interface StrangersDisk {
  readonly element: XmlElement;
  /** Such as `vdb`. */
  readonly target: string;
  /** Its file; undefined for a disk that is none. */
  readonly path: string | undefined;
  /** The name of its file. */
  readonly name: string;
}

export function disksOfStranger(definition: XmlElement): StrangersDisk[] {
  return diskElements(definition).map((element) => {
    const path = find(element, "source")?.attributes.get("file");
    const target = find(element, "target")?.attributes.get("dev") ?? "";
    return { element, target, path, name: posix.basename(path ?? target) };
  });
}

export const isRoot = ({ target }: StrangersDisk) => target === ROOT_TARGET;
