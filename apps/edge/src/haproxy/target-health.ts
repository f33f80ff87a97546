import type { BalancerDocument, BalancerPool, BalancerTarget, TargetHealth } from "@fulmar/edge-protocol";

/** The type of the lines of servers. */
const SERVER = "2";

/** A server in HAProxy's statistics (Management Guide §9.1). */
type ServerStatistics = Readonly<Record<"status" | "check_status" | "check_code" | "check_desc" | "last_chk", string>>;

/** The servers of `show stat`, by `backend/server`. */
export function readStatistics(csv: string): ReadonlyMap<string, ServerStatistics> {
  const [head = "", ...lines] = csv.split("\n");
  const names = head.replace(/^# /, "").split(",");
  return new Map(
    lines.flatMap((line) => {
      const values = fieldsOf(line);
      const field = (name: string) => values[names.indexOf(name)] ?? "";
      if (field("type") !== SERVER) return [];
      const [status, check_status, check_code] = [field("status"), field("check_status"), field("check_code")];
      const [check_desc, last_chk] = [field("check_desc"), field("last_chk")];
      const row: ServerStatistics = { status, check_status, check_code, check_desc, last_chk };
      return [[`${field("pxname")}/${field("svname")}`, row] as const];
    }),
  );
}

/** Fields of a line in CSV. What a check has answered is quoted, and may have commas. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

/** The health of a balancer's targets, as HAProxy's own checks see it. */
export function healthOf(
  { pools }: BalancerDocument,
  statistics: ReadonlyMap<string, ServerStatistics>,
): TargetHealth[] {
  return pools.flatMap((pool) =>
    pool.targets.map((target) => ({
      targetId: target.targetId,
      ...stateOf(pool, target, statistics.get(`${pool.poolId}/${target.targetId}`)),
    })),
  );
}

type State = Pick<TargetHealth, "status" | "reason">;

function stateOf(pool: BalancerPool, target: BalancerTarget, row: ServerStatistics | undefined): State {
  if (!target.enabled) return { status: "draining", reason: "It is disabled." };
  if (target.weight === 0) return { status: "draining", reason: "Its weight is 0." };
  if (target.address === null) return { status: "offline", reason: "The VM has no address." };
  // Before its first check, a server counts as up. An asterisk marks a check in progress whose last result is shown.
  const check = row?.check_status.replace(/^\* /, "") ?? "";
  if (row === undefined || check === "" || check === "INI")
    return {
      status: "unknown",
      reason: "The target has not been checked yet; the first check takes some seconds.",
    };
  if (row.status.startsWith("UP")) return { status: "online", reason: null };
  return { status: "offline", reason: reasonOf(pool, check, row) };
}

function reasonOf({ healthCheck }: BalancerPool, check: string, row: ServerStatistics): string {
  if (check.endsWith("OK"))
    return `The last check passed; ${healthCheck.healthyThreshold} in a row make the target online again.`;
  if (check.endsWith("TOUT")) return `No answer came within ${healthCheck.timeoutSeconds} s.`;
  if (check === "L7STS")
    return `The check answered ${row.check_code}; expected is ${healthCheck.expectedStatuses.join(", ")}.`;
  if (check === "L4CON" && row.last_chk.includes("Connection refused")) return "The connection was refused.";
  const said = row.last_chk === "" ? row.check_desc : row.last_chk;
  return `The check failed: ${said}.`;
}
