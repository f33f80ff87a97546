import { libvirtKind } from "./libvirt/libvirt-kind.ts";
import { lxdKind } from "./lxd/lxd-kind.ts";
import type { ProviderKind } from "./ports/provider-kind.ts";

/**
 * The kinds of providers whose sites have a server of their own, by name. The provider of such a site is
 * `<kind>:<site_id>`. A new kind is a folder and a line here.
 */
export const PROVIDER_KINDS: Readonly<Record<string, ProviderKind>> = { lxd: lxdKind, libvirt: libvirtKind };

/** @throws Error when this release does not have the kind of the provider with this name */
export function kindOf(provider: string): ProviderKind {
  const [name = ""] = provider.split(":", 1);
  const kind = PROVIDER_KINDS[name];
  if (kind === undefined) throw new Error(`There is no kind of provider "${name}".`);
  return kind;
}
