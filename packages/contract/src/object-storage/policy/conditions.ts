import { ipRangeHolds, ipRangeSize } from "../../console/ip-range.ts";
import { matches } from "./glob.ts";

/** Compares a value of a request with a value of a policy. */
type Comparison = (actual: string, wanted: string) => boolean;

const number =
  (compare: (a: number, b: number) => boolean): Comparison =>
  (a, b) =>
    compare(Number(a), Number(b));
const time = (text: string) => (/^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text));
const date =
  (compare: (a: number, b: number) => boolean): Comparison =>
  (a, b) =>
    compare(time(a), time(b));
const lower =
  (compare: Comparison): Comparison =>
  (a, b) =>
    compare(a.toLowerCase(), b.toLowerCase());
const equal: Comparison = (a, b) => a === b;
const like: Comparison = (actual, wanted) => matches(wanted, actual);

/** Comparisons by operator (AWS: IAM JSON policy elements, Condition operators). */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  StringEquals: equal,
  StringEqualsIgnoreCase: lower(equal),
  StringLike: like,
  ArnEquals: like,
  ArnLike: like,
  NumericEquals: number((a, b) => a === b),
  NumericLessThan: number((a, b) => a < b),
  NumericLessThanEquals: number((a, b) => a <= b),
  NumericGreaterThan: number((a, b) => a > b),
  NumericGreaterThanEquals: number((a, b) => a >= b),
  DateEquals: date((a, b) => a === b),
  DateLessThan: date((a, b) => a < b),
  DateLessThanEquals: date((a, b) => a <= b),
  DateGreaterThan: date((a, b) => a > b),
  DateGreaterThanEquals: date((a, b) => a >= b),
  Bool: lower(equal),
  IpAddress: (address, range) => ipRangeHolds(range, address),
};

/** Operators that are true where another one is false. */
const NEGATIONS: Readonly<Record<string, string>> = {
  StringNotEquals: "StringEquals",
  StringNotEqualsIgnoreCase: "StringEqualsIgnoreCase",
  StringNotLike: "StringLike",
  ArnNotEquals: "ArnEquals",
  ArnNotLike: "ArnLike",
  NumericNotEquals: "NumericEquals",
  DateNotEquals: "DateEquals",
  NotIpAddress: "IpAddress",
};

export interface Condition {
  readonly operator: string;
  /** In lower case. */
  readonly key: string;
  readonly values: readonly string[];
}

interface Operator {
  readonly set: "any" | "all" | undefined;
  readonly compare: Comparison | undefined;
  readonly negated: boolean;
  readonly ifExists: boolean;
}

function operatorOf(name: string): Operator | undefined {
  const [, quantifier, base = "", exists] = /^(?:(ForAnyValue|ForAllValues):)?(\w+?)(IfExists)?$/.exec(name) ?? [];
  const positive = Object.hasOwn(NEGATIONS, base) ? NEGATIONS[base] : base;
  const compare = positive !== undefined && Object.hasOwn(COMPARISONS, positive) ? COMPARISONS[positive] : undefined;
  if (compare === undefined && base !== "Null") return undefined;
  const set = quantifier === "ForAnyValue" ? "any" : quantifier === "ForAllValues" ? "all" : undefined;
  return { set, compare, negated: positive !== base, ifExists: exists !== undefined };
}

export function isOperator(name: string): boolean {
  return operatorOf(name) !== undefined;
}

/** Whether a value can be compared by an operator, such as an address range by IpAddress. */
export function isValueOf(operator: string, value: string): boolean {
  if (operator.includes("IpAddress")) return ipRangeSize(value) !== undefined;
  if (operator.includes("Numeric")) return value.trim() !== "" && !Number.isNaN(Number(value));
  if (operator.includes("Date")) return !Number.isNaN(time(value));
  return true;
}

/**
 * Whether a request meets a condition. A key that the request lacks meets negated conditions and those with IfExists,
 * and no others.
 */
export function isMet(condition: Condition, actual: readonly string[] | undefined): boolean {
  const operator = operatorOf(condition.operator);
  if (operator === undefined) throw new Error(`a policy was stored with the unknown operator ${condition.operator}`);
  const { set, compare, negated, ifExists } = operator;
  if (compare === undefined)
    return condition.values.some((value) => (value.toLowerCase() === "true") === (actual === undefined));
  if (actual === undefined || actual.length === 0) return set === undefined ? negated || ifExists : set === "all";
  const meets = (value: string) => condition.values.some((wanted) => compare(value, wanted)) !== negated;
  return set === "all" || (set === undefined && negated) ? actual.every(meets) : actual.some(meets);
}
