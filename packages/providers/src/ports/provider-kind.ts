import type { z } from "zod";
import type { Provider } from "./provider.ts";
import type { SiteReport } from "./site-port.ts";

/** The address of a site's server and the certificates of both sides. Certificates and the key are PEM. */
export interface ServerEndpoint {
  /** `unix:///run/server.socket` or `https://host:8443`. */
  readonly url: string;
  /** The client certificate that the server trusts. Required for https. */
  readonly client?: { readonly certificate: string; readonly key: string };
  /** The server's certificate, usually self-signed. Without it, the system's certificate authorities decide. */
  readonly serverCertificate?: string;
}

/** A site's server and how the site is set up there. */
export interface SiteServer {
  readonly siteId: string;
  readonly endpoint: ServerEndpoint;
  /** As its kind completed them. Only that reads them. */
  readonly options: unknown;
  /** Addresses outside VPCs that no instance may get; without it, there are none. */
  readonly heldAddresses?: () => Promise<ReadonlySet<string>>;
}

/** The provider of a site with a server of its own. */
export interface ServerProvider extends Provider {
  inspect(signal: AbortSignal): Promise<SiteReport>;
  /** Restricts what the server lets the site's instances do to what they need. */
  restrict(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Where an image comes from. `cloudInit` says whether the image has cloud-init; undefined where its metadata says so.
 */
export type ImageSource = { readonly cloudInit: boolean | undefined } & (
  | { /** A root file system as squashfs or qcow2, or an archive with metadata.yaml. */ readonly file: string }
  | { /** The alias of an image that the server already has. */ readonly alias: string }
);

/** An option in the help of the command that adds a site. */
export interface OptionHelp {
  /** The form of its value, such as `NAME`. */
  readonly value: string;
  readonly description: string;
}

/** How a site gets hosts whose server does not know the others. All take the certificates of the site's endpoint. */
export interface HostAdditions {
  /** The form of a host's endpoint, as that of the site has it. */
  readonly endpoint: z.ZodType<string>;
  /** Why a site stays without other hosts, as a sentence for its operator; undefined for one that can have them. */
  whyAlone(site: { readonly url: string; readonly options: unknown }): string | undefined;
  /** A shell script that makes a machine ready to be added. Its operator runs it there. */
  script(server: SiteServer): string;
  /**
   * Prepares a host and adds it. Repeatable.
   * @returns its name, and the options of the site with it, to be stored
   * @throws ProviderError with a sentence for the operator
   */
  add(
    server: SiteServer,
    url: string,
    signal: AbortSignal,
  ): Promise<{ readonly name: string; readonly options: object }>;
  /**
   * Removes a host. One that is not there stays away. It need not answer.
   * @returns the options of the site without it, to be stored
   * @throws ProviderError with a sentence for the operator, such as while machines of the site are on it
   */
  remove(server: SiteServer, name: string, signal: AbortSignal): Promise<object>;
}

/** A kind of provider: what a site on such a server needs, from its addition to its removal. */
export interface ProviderKind {
  /** A sentence for the operator about such a server. */
  readonly server: string;
  /** The page of the documentation about it. */
  readonly page: string;
  readonly endpoint: z.ZodType<string>;
  /** The operator's choices. Names are columns' names, and options of the command line with dashes. */
  readonly options: z.ZodObject;
  /** Of the endpoint and of each option. */
  readonly help: Readonly<Record<string, OptionHelp>>;
  /**
   * Chooses what the operator has left to the server.
   * @returns all options, to be stored
   * @throws ProviderError with a sentence for the operator
   */
  completeOptions(server: SiteServer, signal: AbortSignal): Promise<object>;
  /**
   * Prepares the server as a site. Repeatable.
   * @throws ProviderError with a sentence for the operator
   */
  prepare(server: SiteServer, signal: AbortSignal): Promise<SiteReport>;
  /** @throws Error when the endpoint or a certificate cannot be read */
  open(server: SiteServer): ServerProvider;
  /**
   * Imports an image to the server under the template's id. Repeatable.
   * @returns the image's fingerprint
   */
  importImage(server: SiteServer, templateId: string, source: ImageSource, signal: AbortSignal): Promise<string>;
  /**
   * Removes from the server what carries the site's labels. Repeatable.
   * @throws ProviderError with what the server said
   */
  remove(server: SiteServer, signal: AbortSignal): Promise<{ readonly projectRemoved: boolean }>;
  /** Absent where the server knows its hosts itself. */
  readonly hosts?: HostAdditions;
}
