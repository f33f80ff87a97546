import {
  array,
  BaseType,
  string as bytesOfText,
  double,
  field,
  type Infer,
  int32,
  int64,
  opaque,
  option,
  type Reader,
  struct,
  uint32,
  uint64,
  union,
  unionCase,
  type Writer,
} from "@stellar/js-xdr";

/** libvirt's limits of a text and of a list in one message. */
const [TEXT_BYTES, ITEMS] = [4 * 2 ** 20, 16_384];
const DECODER = new TextDecoder("utf-8", { fatal: false });

/** XDR texts are bytes. libvirt's are UTF-8, apart from names that somebody typed in another encoding. */
class Text extends BaseType<string> {
  readonly kind = "text";
  readonly #bytes = bytesOfText(TEXT_BYTES);

  override _read(reader: Reader, path: string): string {
    return DECODER.decode(this.#bytes._read(reader, path));
  }

  override _write(value: string, writer: Writer, path: string): void {
    this.#bytes._write(Buffer.from(value), writer, path);
  }
}

export const text = new Text();
export const listOf = <T extends Parameters<typeof array>[0]>(element: T) => array(element, ITEMS);

export const Domain = struct("domain", { name: text, uuid: opaque(16), id: int32() });
export type Domain = Infer<typeof Domain>;
export const Checkpoint = struct("checkpoint", { name: text, domain: Domain });
export const NodeDevice = struct("device of the host", { name: text });
export const Pool = struct("pool", { name: text, uuid: opaque(16) });
export type Pool = Infer<typeof Pool>;
export const Volume = struct("volume", { pool: text, name: text, key: text });
export type Volume = Infer<typeof Volume>;

export const Secret = struct("secret", { uuid: opaque(16), usage: int32(), name: text });

const TypedValue = union("typed value", {
  switchOn: int32(),
  cases: [
    unionCase("int", 1, field("value", int32())),
    unionCase("uint", 2, field("value", uint32())),
    unionCase("llong", 3, field("value", int64())),
    unionCase("ullong", 4, field("value", uint64())),
    unionCase("double", 5, field("value", double())),
    unionCase("boolean", 6, field("value", int32())),
    unionCase("string", 7, field("value", text)),
  ],
});
export const TypedParameters = listOf(struct("parameter", { name: text, typed: TypedValue }));

const Network = struct("network", { name: text, uuid: opaque(16) });
/** An error as the server describes it. */
export const Refusal = struct("error", {
  code: int32(),
  domain: int32(),
  message: option(text),
  level: int32(),
  machine: option(Domain),
  texts: struct("texts", { one: option(text), two: option(text), three: option(text) }),
  numbers: struct("numbers", { one: int32(), two: int32() }),
  network: option(Network),
});
