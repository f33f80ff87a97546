/**
 * PostgreSQL's text form of an analysed statement (`pg_node_tree`): `{VAR :varno 1 :varattno 2}` for a node, `(…)` for
 * a list, `<>` for nothing, `4 [ 1 0 0 0 ]` for the bytes of a constant. See `src/backend/nodes/outfuncs.c` and
 * `read.c`.
 */
export interface TreeNode {
  readonly tag: string;
  readonly fields: ReadonlyMap<string, Tree>;
}

export type Tree = TreeNode | readonly Tree[] | string | Uint8Array | null;

/** Parses one tree. Words stay text: the reader of a field knows whether it is a number. */
export function parseTree(text: string): Tree {
  return new Reader(text).value();
}

class Reader {
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = text.match(/[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g) ?? [];
  }

  value(): Tree {
    const token = this.#take();
    if (token === "<>") return null;
    if (token === "{") return this.#node();
    if (token === "(") return this.#list();
    return this.#tokens[this.#next] === "[" ? this.#bytes() : plain(token);
  }

  #node(): TreeNode {
    const tag = this.#take();
    const fields = new Map<string, Tree>();
    while (this.#tokens[this.#next] !== "}") fields.set(this.#take().slice(1), this.value());
    this.#next++;
    return { tag, fields };
  }

  /** Lists of integers, oids and members of a set begin with a letter, which is skipped. */
  #list(): Tree[] {
    const items: Tree[] = [];
    while (this.#tokens[this.#next] !== ")") items.push(this.value());
    this.#next++;
    return typeof items[0] === "string" && /^[iobx]$/.test(items[0]) ? items.slice(1) : items;
  }

  #bytes(): Uint8Array {
    const end = this.#tokens.indexOf("]", this.#next);
    const bytes = this.#tokens.slice(this.#next + 1, end).map((byte) => Number(byte) & 255);
    this.#next = end + 1;
    return Uint8Array.from(bytes);
  }

  #take(): string {
    const token = this.#tokens[this.#next++];
    if (token === undefined) throw new Error("the tree ends too early");
    return token;
  }
}

function plain(token: string): string {
  const text = token.startsWith('"') && token.endsWith('"') && token.length > 1 ? token.slice(1, -1) : token;
  return text.replace(/\\([\s\S])/g, "$1");
}

export function isNode(tree: Tree | undefined): tree is TreeNode {
  return typeof tree === "object" && tree !== null && "tag" in tree;
}

/**
 * The node in a field.
 * @throws if there is none
 */
export function nodeIn(node: TreeNode, field: string): TreeNode {
  const value = node.fields.get(field);
  if (!isNode(value)) throw new Error(`${node.tag} has no node in "${field}"`);
  return value;
}

export function nodesIn(node: TreeNode, field: string): readonly TreeNode[] {
  return itemsIn(node, field).filter(isNode);
}

/** The items of a list. Empty if the field is empty. */
export function itemsIn(node: TreeNode, field: string): readonly Tree[] {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value : [];
}

export function numberIn(node: TreeNode, field: string): number {
  return Number(node.fields.get(field) ?? 0);
}

export function textIn(node: TreeNode, field: string): string | undefined {
  const value = node.fields.get(field);
  return typeof value === "string" ? value : undefined;
}

export function isTrue(node: TreeNode, field: string): boolean {
  return node.fields.get(field) === "true";
}

/** All nodes of a tree, including itself. */
export function nodesOf(tree: Tree): readonly TreeNode[] {
  const found: TreeNode[] = [];
  const visit = (part: Tree): void => {
    if (Array.isArray(part)) for (const item of part) visit(item);
    if (!isNode(part)) return;
    found.push(part);
    for (const value of part.fields.values()) visit(value);
  };
  visit(tree);
  return found;
}
