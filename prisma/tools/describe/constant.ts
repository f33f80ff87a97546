import type { Catalog } from "./catalog.ts";
import { isTrue, numberIn, type TreeNode } from "./node-tree.ts";
import { JSON_TYPES, NOTHING, scalar, TEXT_TYPES, type Value } from "./value.ts";

/** The length prefix of a value of variable length, in bytes. */
const LENGTH_BYTES = 4;
const JSONB = 3802;
/** A literal of unknown type, such as a key of `jsonb_build_object`. Its bytes end with a zero. */
const UNKNOWN = 705;
const EMPTY_JSONB_ARRAY = 0x4000_0000;

/** The value of a constant: a text exactly, and for arrays and JSON whether it is empty. */
export function constantOf(node: TreeNode, { types }: Catalog): Value {
  const type = numberIn(node, "consttype");
  if (isTrue(node, "constisnull")) return NOTHING;
  const bytes = node.fields.get("constvalue");
  if (!(bytes instanceof Uint8Array)) return scalar(type, false);
  if (type === UNKNOWN)
    return {
      shape: { kind: "labels", labels: [Buffer.from(bytes).toString("utf8").replace(/\0.*$/s, "")] },
      nullable: false,
    };
  const content = Buffer.from(bytes.subarray(LENGTH_BYTES));
  if (TEXT_TYPES.includes(type) && type !== 19)
    return { shape: { kind: "labels", labels: [content.toString("utf8")] }, nullable: false };
  const nothing = { kind: "list", of: { ...NOTHING, nullable: false } } as const;
  if (type === JSONB && content.length === 4 && content.readUInt32LE(0) === EMPTY_JSONB_ARRAY)
    return { shape: { kind: "json", json: nothing }, nullable: false };
  if (type === JSON_TYPES[0] && content.toString("utf8").trim() === "[]")
    return { shape: { kind: "json", json: nothing }, nullable: false };
  const dimensions = content.length >= 4 ? content.readInt32LE(0) : 1;
  if ((types.get(type)?.element ?? 0) !== 0 && dimensions === 0) return { shape: nothing, nullable: false };
  return scalar(type, false);
}
