import type { DnsRecordType } from "@fulmar/contract";
import { APEX, wholeName } from "./names.ts";
import { targetsOf } from "./normal-values.ts";
import { RecordProblem } from "./record-problem.ts";

/** A record set in its normal form. */
export interface NormalSet {
  /** Relative to the zone. */
  readonly name: string;
  readonly type: DnsRecordType;
  readonly ttl: number;
  readonly values: readonly string[];
}

/** What a rule finds, and the record set that has it. */
interface Finding {
  readonly set: NormalSet;
  readonly problem: RecordProblem;
}

/** These are addresses themselves, or stand for them. */
const ADDRESSES: ReadonlySet<DnsRecordType> = new Set(["A", "AAAA", "ALIAS"]);
/** RFC 2181 §10.3: what these lead to is no alias. */
const LEAD_TO_HOSTS: ReadonlySet<DnsRecordType> = new Set(["MX", "NS", "SRV"]);

/**
 * The first thing that keeps record sets from standing together in a zone. Undefined if they may. It takes time linear
 * in the number of values.
 */
export function findMisfit(zone: string, sets: readonly NormalSet[]): Finding | undefined {
  const byName = Map.groupBy(sets, ({ name }) => wholeName(name, zone));
  for (const set of sets) {
    const problem = aloneProblem(set, byName.get(wholeName(set.name, zone)) ?? []) ?? targetProblem(set, byName);
    if (problem !== undefined) return { set, problem };
  }
  return findLoop(zone, sets, byName);
}

function aloneProblem({ name, type }: NormalSet, beside: readonly NormalSet[]): RecordProblem | undefined {
  if (name === APEX && type === "CNAME")
    return new RecordProblem("type", "must be ALIAS for the zone's own name, which has no CNAME");
  if (name === APEX && type === "NS")
    return new RecordProblem("type", "must not be NS for the zone's own name: its name servers are name_servers");
  const others = beside.filter((other) => other.type !== type);
  const [other] = others;
  if (type === "CNAME" && other !== undefined)
    return new RecordProblem("type", `must not be CNAME, which stands alone at its name: ${name} has ${other.type}`);
  const address = others.find((one) => ADDRESSES.has(one.type));
  if (type === "ALIAS" && address !== undefined)
    return new RecordProblem("type", `must not be ALIAS beside addresses: ${name} has ${address.type}`);
  return undefined;
}

function targetProblem(
  { type, values }: NormalSet,
  byName: ReadonlyMap<string, readonly NormalSet[]>,
): RecordProblem | undefined {
  if (!LEAD_TO_HOSTS.has(type)) return undefined;
  for (const [index, target] of targetsOf(type, values).entries()) {
    if (byName.get(target)?.some((set) => set.type === "CNAME"))
      return new RecordProblem(`values.${index}`, `must not lead to ${target.slice(0, -1)}, which is a CNAME`);
  }
  return undefined;
}

/** CNAME and ALIAS records that lead in a circle. Each is followed once. */
function findLoop(
  zone: string,
  sets: readonly NormalSet[],
  byName: ReadonlyMap<string, readonly NormalSet[]>,
): Finding | undefined {
  const isAlias = ({ type }: NormalSet) => type === "CNAME" || type === "ALIAS";
  const ended = new Set<string>();
  for (const set of sets.filter(isAlias)) {
    const walked = new Set<string>();
    let name: string | undefined = wholeName(set.name, zone);
    while (name !== undefined && !ended.has(name)) {
      if (walked.has(name))
        return { set, problem: new RecordProblem("values.0", `must not lead in a circle: ${name.slice(0, -1)}`) };
      walked.add(name);
      name = byName.get(name)?.find(isAlias)?.values[0];
    }
    for (const one of walked) ended.add(one);
  }
  return undefined;
}
