import type { Provider, ResourceKind, SiteResource } from "@fulmar/providers";
import { workOn } from "../work/work-through.ts";
import type { UnknownResource } from "./unknown-resources.ts";

/** The resources that a site has under our labels now. Reads each once. */
export class SiteView {
  readonly #provider: Provider;
  readonly #signal: AbortSignal;
  readonly #unknown: Map<string, UnknownResource>;
  readonly #described = new Map<string, Promise<SiteResource | undefined>>();

  constructor(provider: Provider, unknown: readonly UnknownResource[], signal: AbortSignal) {
    this.#provider = provider;
    this.#signal = signal;
    this.#unknown = new Map(unknown.map((resource) => [keyOf(resource.kind, resource.id), resource]));
  }

  isUnknown(kind: ResourceKind, id: string): boolean {
    return this.#unknown.has(keyOf(kind, id));
  }

  /** Removes resources from the unknown ones. */
  learned(resources: readonly SiteResource[]): void {
    for (const { kind, id } of resources) this.#unknown.delete(keyOf(kind, id));
  }

  /** Undefined if the site does not have it. */
  describe(kind: ResourceKind, id: string): Promise<SiteResource | undefined> {
    const key = keyOf(kind, id);
    const described = this.#described.get(key) ?? this.#provider.inventory.describe(kind, id, this.#signal);
    this.#described.set(key, described);
    return described;
  }

  /** All unknown resources of a kind. */
  async unknownOf(kind: ResourceKind): Promise<SiteResource[]> {
    const ids = [...this.#unknown.values()].flatMap((resource) => (resource.kind === kind ? [resource.id] : []));
    return this.describeAll(kind, ids);
  }

  /** Those of the ids that the site has. */
  async describeAll(kind: ResourceKind, ids: readonly string[]): Promise<SiteResource[]> {
    const found: SiteResource[] = [];
    const look = async (id: string) => {
      const resource = await this.describe(kind, id);
      if (resource !== undefined) found.push(resource);
    };
    const [error] = await workOn(ids, look, this.#signal);
    if (error !== undefined) throw error;
    return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}
