import type { Scope } from "./scopes.ts";

/** The definition of a resource type. No field is optional: null is stated explicitly. */
export interface ResourceDefinition {
  /** Its name for people, in singular and plural. */
  readonly title: readonly [one: string, many: string];
  /**
   * The prefix of its identifiers: `vol` of `vol_01j…`. Null if it is identified by a name, a number or another
   * resource's id.
   */
  readonly prefix: string | null;
  /** The path parameter that identifies it. Null if no path does. */
  readonly parameter: string | null;
  /** The field of an answer that holds its id. */
  readonly field: string;
  /** The resources that it belongs to, outermost first, as its paths name them. */
  readonly parents: readonly string[];
  /** The scope that reads it. Null for resources outside workspaces. */
  readonly scope: Scope | null;
  /**
   * The resource that its changes are announced as (`announce_changes` in the migrations). Null if it does not change
   * or is not announced.
   */
  readonly topic: string | null;
  /**
   * Its page in the console, below the workspace, with `{id}`, `{name}` or `{parent}`, the outermost of its parents.
   * The search finds the resources that have a page.
   */
  readonly page: string | null;
}

/** Lowercases a title for use within a sentence: "Create VMs" becomes "create VMs". Words in capitals stay. */
export function inSentence(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text;
}
