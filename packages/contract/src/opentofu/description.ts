import type { Method } from "../declaration/operation.ts";
import type { NormalForm } from "../values/normal-form.ts";

/**
 * The type of an attribute. `json` is a document as its JSON text. `normal` is the form that the API keeps a text in,
 * or each text of a list: two texts with the same form mean the same.
 */
export type AttributeType =
  | { readonly type: "string"; readonly normal?: NormalForm }
  | { readonly type: "integer" | "number" | "bool" | "json" }
  | {
      readonly type: "list" | "set";
      readonly items: "string";
      readonly normal?: NormalForm;
      /** The texts are values of DNS records, and this attribute has their type: it decides what means the same. */
      readonly record_type?: string;
    }
  | { readonly type: "list" | "object"; readonly attributes: readonly Attribute[] };

/**
 * Who sets an attribute. `required`, `optional`: the configuration alone. `default`: the configuration, otherwise
 * `default`. `filled`: the configuration, otherwise the service. `computed`: the service alone.
 */
export type AttributeMode = "required" | "optional" | "default" | "filled" | "computed";

export type Attribute = AttributeType & {
  readonly name: string;
  readonly mode: AttributeMode;
  readonly default?: unknown;
  /** The field of the record that holds it. Absent if the record does not: the state keeps what was configured. */
  readonly read?: string;
  /** The record holds it only if this field has one of these values. */
  readonly read_when?: { readonly field: string; readonly values: readonly string[] };
  /** A change makes a new resource, because no operation changes the field. */
  readonly replace?: true;
  /** The create alone takes it. A plan refuses a change, which is made elsewhere. */
  readonly first_only?: true;
  /** An update of other attributes may change it. */
  readonly volatile?: true;
  /** An update only makes it larger. */
  readonly grows?: true;
  readonly sensitive?: true;
  /** It is never stored. A change of the attribute that `trigger` names sends it again. */
  readonly write_only?: { readonly trigger: string };
  readonly description?: string;
  /** The values that it may have. */
  readonly values?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
};

/** A field of a path, a query or a body, and the attribute that it is taken from. */
export interface SentField {
  readonly field: string;
  readonly attribute: string;
  /** In a change, null removes the value. Otherwise, a field without a value is not sent. */
  readonly nullable?: true;
  /** It must be sent: null, if it has no value. */
  readonly always?: true;
  /** The attribute is its JSON text. */
  readonly json?: true;
}

export interface Call {
  readonly operation: string;
  readonly method: Method;
  /** Below `/v1`, parameters in braces. */
  readonly path: string;
  readonly params: readonly SentField[];
  readonly query?: readonly SentField[];
  readonly body?: readonly SentField[];
  /** Fields of the body whose values are always these. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** Whether the body is sent whole. Otherwise, a change sends what has changed, and nothing if that is nothing. */
  readonly whole?: true;
  /** The answer is an operation, which is waited for. */
  readonly accepted?: true;
  /** The request has an idempotency key. */
  readonly key?: true;
}

/** How the record is read: by its own operation, or as the item of a list whose `field` is the resource's id. */
export type Read = Call & {
  readonly list?: { readonly at?: string; readonly field: string };
  /** With `wait` in the query, the answer is held for so many seconds, until the status is none that changes. */
  readonly held?: true;
};

/** A field of the record with one of these values, or with any value but null. */
export type Absence =
  | { readonly field: string; readonly values: readonly (string | boolean | null)[] }
  | { readonly field: string; readonly is_set: true };

/** An attribute whose items are added and removed one by one. */
export interface Members {
  readonly attribute: string;
  /** The parameter that takes the item. */
  readonly param: string;
  readonly add: Call;
  readonly remove: Call;
}

export interface ResourceDescription {
  readonly name: string;
  readonly title: string;
  readonly attributes: readonly Attribute[];
  /** The field of the answer to `create` that holds the id, or the attribute that is the id. */
  readonly id: { readonly field: string } | { readonly attribute: string };
  /** The attributes of an import id, joined by slashes. */
  readonly import: readonly string[];
  readonly create: Call;
  readonly read: Read;
  readonly update: readonly Call[];
  readonly members?: readonly Members[];
  readonly delete: Call;
  /** The resource does not exist any more where one of these holds for its record. */
  readonly absent?: readonly Absence[];
  /** The statuses of the record that are waited through, and those in which it has failed. */
  readonly wait?: { readonly changing: readonly string[]; readonly failed: readonly string[] };
}

export interface DataSourceDescription {
  readonly name: string;
  readonly title: string;
  readonly attributes: readonly Attribute[];
  /** The record of one resource, by the attribute `id`. */
  readonly read?: Read;
  readonly absent?: readonly Absence[];
  /**
   * The list that one resource is found in by the attribute that its configuration gives in place of the id, or that
   * the data source shows whole, as the attribute `as`.
   */
  readonly find?: { readonly call: Call; readonly attribute: string; readonly field: string; readonly id: string };
  readonly list?: { readonly call: Call; readonly as: string };
}

export interface ProviderDescription {
  /** How an operation is read that an answer with 202 names, and the statuses in which it has ended. */
  readonly operation: { readonly path: string; readonly succeeded: string; readonly ended: readonly string[] };
  readonly resources: readonly ResourceDescription[];
  readonly data_sources: readonly DataSourceDescription[];
}
