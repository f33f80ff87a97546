import type { Scope } from "./kernel/scopes.ts";

/** What is known of a type of resource. Null is an answer, too: nothing may be left out. */
export interface ResourceDefinition {
  /** What people call one of them, and several. */
  readonly title: readonly [one: string, many: string];
  /** Begins each of its identifiers: `vol` of `vol_01j…`. Null for what is known by a name, a number or another's id. */
  readonly prefix: string | null;
  /** By which parameter a path names one; null for what no path names. */
  readonly parameter: string | null;
  /** In which field of an answer its id is. */
  readonly field: string;
  /** What it belongs to, from the outside in: the resources that its paths name before it. */
  readonly parents: readonly string[];
  /** The scope that reads it; null for what is no workspace's own. */
  readonly scope: Scope | null;
  /**
   * As a change of which resource its changes are announced (`announce_changes` in the migrations); null for what
   * does not change, or is not announced.
   */
  readonly topic: string | null;
  /**
   * Where the console shows it, below the workspace, with `{id}`, `{name}` or `{parent}`, the outermost of its parents.
   * What has a page is found by the search.
   */
  readonly page: string | null;
}
