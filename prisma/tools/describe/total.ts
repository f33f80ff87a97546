/**
 * Built-in functions and operators that return NULL only for a NULL argument. PostgreSQL does not declare this
 * ("strict" is the other direction), so each is listed after reading its documentation. Anything not listed may be
 * NULL.
 */
const FUNCTIONS = new Set(
  `lower upper length char_length octet_length abs round floor ceil ceiling trunc mod power sqrt md5 sha256 encode
   decode left right btrim ltrim rtrim replace repeat split_part reverse lpad rpad initcap starts_with strpos position
   overlay to_hex date_trunc make_interval hashint8 hashtext nextval cardinality trim_scale array_append array_prepend
   array_cat array_remove array_replace array_to_string string_to_array host masklen family network broadcast
   set_masklen abbrev netmask current_setting set_config quote_literal quote_ident isfinite to_timestamp
   generate_series generate_subscripts setseed convert_from convert_to isempty jsonb_strip_nulls json_strip_nulls
   jsonb_set jsonb_insert jsonb_array_elements jsonb_array_elements_text jsonb_object_keys jsonb_typeof now
   statement_timestamp clock_timestamp transaction_timestamp timezone gen_random_uuid uuidv7 random pg_backend_pid
   pg_current_xact_id pg_current_snapshot pg_snapshot_xmin pg_snapshot_xmax pg_try_advisory_xact_lock
   pg_try_advisory_lock pg_advisory_unlock pg_notify pg_advisory_xact_lock pg_advisory_lock
   pg_advisory_xact_lock_shared pg_sleep`.split(/\s+/),
);

const OPERATORS = new Set(
  "= <> < > <= >= + - * / % ^ || ~~ !~~ ~~* !~~* ~ ~* !~ !~* @> <@ && << >> <<= >>= & | ? ?| ?& ^@".split(" "),
);

/** Functions that never return NULL. */
const ALWAYS = new Set([
  "concat",
  "concat_ws",
  "json_build_object",
  "jsonb_build_object",
  "json_build_array",
  "jsonb_build_array",
  "num_nulls",
  "num_nonnulls",
]);

const COUNTS = new Set(["count", "row_number", "rank", "dense_rank", "percent_rank", "cume_dist"]);

/** The only fields that an infinite timestamp has values for. */
const MONOTONE_FIELDS = new Set(["epoch", "year"]);

/** Aggregates that return a value for one row or more, none of them NULL. */
const AGGREGATES = new Set(
  `min max sum avg array_agg string_agg bool_and bool_or every json_agg jsonb_agg json_object_agg jsonb_object_agg
   any_value bit_and bit_or`.split(/\s+/),
);

export const isTotalFunction = (name: string) => FUNCTIONS.has(name);
export const isTotalOperator = (name: string) => OPERATORS.has(name);
export const isAlwaysThere = (name: string) => ALWAYS.has(name);
export const isCount = (name: string) => COUNTS.has(name);
export const isTotalField = (field: string) => MONOTONE_FIELDS.has(field);
export const isTotalAggregate = (name: string) => AGGREGATES.has(name);
