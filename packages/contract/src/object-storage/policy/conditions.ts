import { Day, Moment } from "../../values/fields.ts";
import { comparedRange, ipRangeSize, isInRange, parseIpAddress } from "../../values/ip-network.ts";
import { matches, type Steps, spend } from "./glob.ts";

/** Whether one of the values of a policy is a value of a request. */
type AnyOf = (actual: string, steps: Steps) => boolean;
/** Reads the values of a policy once, for many requests. */
type Comparison = (values: readonly string[]) => AnyOf;

/** @param each the steps for each of the values, where `compare` counts none itself */
function comparison<Actual, Wanted>(
  { ofRequest, ofPolicy }: { ofRequest: (text: string) => Actual; ofPolicy: (text: string) => Wanted },
  compare: (actual: Actual, wanted: Wanted, steps: Steps) => boolean,
  each = 1,
): Comparison {
  return (values) => {
    const wanted = values.map(ofPolicy);
    return (text, steps) => {
      const actual = ofRequest(text);
      return wanted.some((value) => {
        spend(steps, each);
        return compare(actual, value, steps);
      });
    };
  };
}

const alike = <Value>(read: (text: string) => Value) => ({ ofRequest: read, ofPolicy: read });
const texts = alike((text) => text);
const number = (compare: (a: number, b: number) => boolean) => comparison(alike(Number), compare);
const time = (text: string) => (/^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text));
const date = (compare: (a: number, b: number) => boolean) => comparison(alike(time), compare);
const equal = comparison(texts, (a, b) => a === b);
const equalInAnyCase = comparison(
  alike((text) => text.toLowerCase()),
  (a, b) => a === b,
);
const like = comparison(texts, (actual, wanted, steps) => matches(wanted, actual, steps));
const inRange = comparison({ ofRequest: parseIpAddress, ofPolicy: comparedRange }, isInRange, 16);

/** Comparisons by operator (AWS: IAM JSON policy elements, Condition operators). */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  StringEquals: equal,
  StringEqualsIgnoreCase: equalInAnyCase,
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
  Bool: equalInAnyCase,
  IpAddress: inRange,
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
  /** Undefined for `Null`, which compares no values. */
  readonly anyOf: AnyOf | undefined;
}

/** @param operator `isOperator` */
export function readCondition(operator: string, key: string, values: readonly string[]): Condition {
  return { operator, key, values, anyOf: operatorOf(operator)?.compare?.(values) };
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
  if (operator.includes("Date"))
    return /^\d+$/.test(value) || Day.safeParse(value).success || Moment.safeParse(value).success;
  return true;
}

/**
 * Whether a request meets a condition. A key that the request lacks meets negated conditions and those with IfExists,
 * and no others.
 * @throws TooManySteps
 */
export function isMet(condition: Condition, actual: readonly string[] | undefined, steps: Steps): boolean {
  const operator = operatorOf(condition.operator);
  if (operator === undefined) throw new Error(`a policy was stored with the unknown operator ${condition.operator}`);
  const { set, negated, ifExists } = operator;
  const { anyOf } = condition;
  if (anyOf === undefined)
    return condition.values.some((value) => (value.toLowerCase() === "true") === (actual === undefined));
  if (actual === undefined || actual.length === 0) return set === undefined ? negated || ifExists : set === "all";
  const meets = (value: string) => anyOf(value, steps) !== negated;
  return set === "all" || (set === undefined && negated) ? actual.every(meets) : actual.some(meets);
}
