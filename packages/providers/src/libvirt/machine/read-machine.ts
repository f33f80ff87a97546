import { type Domain, procedures } from "@fulmar/libvirt-rpc";
import { says } from "../client/libvirt-refusal.ts";
import type { SiteHost } from "../hosts/site-hosts.ts";
import { readXml, type XmlElement } from "../xml/xml-document.ts";
import type { Machine } from "./machine.ts";

/** virDomainXMLFlags: with what only its definition says, not the run. */
const INACTIVE = 2;

/** A machine of a host, ours or not. */
export type Located = Pick<Machine, "host" | "domain">;

async function xmlOf({ host, domain }: Located, flags: number, signal: AbortSignal): Promise<string> {
  return (await host.client.call(procedures.domainGetXml, { domain, flags }, signal)).xml;
}

/** The definition of the run, with what the server adds to it. */
export async function runOf(machine: Located, signal: AbortSignal): Promise<XmlElement> {
  return readXml(await xmlOf(machine, 0, signal));
}

/** The definition of a machine as it starts next. */
export async function nextDefinitionOf(machine: Located, signal: AbortSignal): Promise<XmlElement> {
  return readXml(await definitionOf(machine, signal));
}

/** A machine's definition as its host writes it. */
export function definitionOf(machine: Located, signal: AbortSignal): Promise<string> {
  return xmlOf(machine, INACTIVE, signal);
}

/** Reads something of every machine of a host, ours or not. One that is removed meanwhile is left out. */
export async function ofDomains<Result>(
  host: SiteHost,
  read: (domain: Domain) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const { domains } = await host.client.call(procedures.listAllDomains, { wanted: 1, flags: 0 }, signal);
  const results = await Promise.all(
    domains.map(async (domain) => {
      try {
        return [await read(domain)];
      } catch (error) {
        if (says(error, "noDomain")) return [];
        throw error;
      }
    }),
  );
  return results.flat();
}

export async function unlessGone<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (says(error, "noDomain")) return undefined;
    throw error;
  }
}
