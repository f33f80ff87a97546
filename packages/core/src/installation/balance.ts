// Evening out the hosts of a site, as who runs the installation decides it (docs/adr/0143).
import { OperatorBalance, type OperatorBalancePreview } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { balanceOf, keptRam } from "../compute/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";

const get = statement(
  "operator_balance_get",
  `SELECT s.site_id, coalesce(s.balance_state, 'none') AS state, s.balance_restarts AS restarts, s.balance_reason AS reason,
          s.balance_by AS begun_by, s.balance_at AS begun_at, s.balance_ended_at AS ended_at,
          (SELECT count(*)::int FROM vm v WHERE v.site_id = s.site_id AND v.next_host_id IS NOT NULL) AS moving
     FROM site s WHERE s.site_id = $site_id AND s.removed_at IS NULL`,
);

const begin = statement(
  "operator_balance_begin",
  `UPDATE site SET balance_state = 'running', balance_restarts = $restarts, balance_reason = $reason,
          balance_by = $begun_by, balance_at = now(), balance_ended_at = NULL
    WHERE site_id = $site_id AND balance_state IS DISTINCT FROM 'running' RETURNING site_id`,
);

const stop = statement(
  "operator_balance_stop",
  `UPDATE site SET balance_state = 'stopped', balance_ended_at = now()
    WHERE site_id = $site_id AND balance_state = 'running' RETURNING site_id`,
);

/** How many moves a preview plans. The worker plans anew after each. */
const PREVIEWED = 200;

const { state: State, restarts: Restarts } = OperatorBalance.shape;
const shown = wireForm(OperatorBalance.omit({ state: true, restarts: true }));

export const getBalance: Handler<"operatorSite.getBalance"> = ({ sql }, { site_id }) => readBalance(sql, site_id);

export const previewBalance: Handler<"operatorSite.previewBalance"> = async ({ sql }, { site_id, restarts }) => {
  await readBalance(sql, site_id);
  const { hosts, moves } = await balanceOf(sql, site_id, restarts, PREVIEWED);
  const names = new Map(hosts.map(({ host_id, name }) => [host_id, name]));
  const changed = (host_id: string) =>
    moves.reduce((sum, { vm, to }) => sum + (to === host_id ? vm.ram_mb : vm.host_id === host_id ? -vm.ram_mb : 0), 0);
  return {
    site_id,
    hosts: hosts.map(({ host_id, name, ram_mb, ...ram }) => ({
      ...{ host_id, name, ram_mb: ram_mb ?? 0, promised_ram_mb: ram.promised_ram_mb },
      promised_ram_mb_after: keptRam(ram) + changed(host_id),
    })),
    vms: moves.length,
    moves: moves.map(({ vm, to }) => ({
      ...{ vm_id: vm.vm_id, name: vm.name, organization_name: vm.organization_name },
      ...{ from_host: names.get(String(vm.host_id)) ?? "", to_host: names.get(to) ?? "", way: wayOf(vm) },
    })),
  };
};

type Way = OperatorBalancePreview["moves"][number]["way"];

const wayOf = ({ running, live }: { readonly running: boolean | null; readonly live: boolean | null }): Way =>
  running !== true ? "stopped" : live === true ? "live" : "restarted";

export const balanceSite: Handler<"operatorSite.balance"> = async (
  { sql, operator },
  { site_id, restarts, reason },
) => {
  const { state } = await readBalance(sql, site_id);
  if (state === "running") throw running();
  if ((await balanceOf(sql, site_id, restarts, 1)).moves.length === 0)
    throw conflict("hosts_even", "No move makes the hosts of the site more equal; there is nothing to do.");
  const begun = await sql.maybe(begin, { site_id, restarts, reason, begun_by: operator.userId });
  if (begun === undefined) throw running();
  return readBalance(sql, site_id);
};

export const stopBalance: Handler<"operatorSite.stopBalance"> = async ({ sql }, { site_id }) => {
  const stopped = await sql.maybe(stop, { site_id });
  const balance = await readBalance(sql, site_id);
  if (stopped === undefined)
    throw conflict("no_balance", "The hosts of the site are not being balanced; there is nothing to stop.");
  return balance;
};

function running(): DomainError {
  return conflict(
    "balance_running",
    "The hosts of the site are being balanced already; wait until that is done, or stop it.",
  );
}

/** @throws DomainError 404 */
async function readBalance(sql: Sql, site_id: string): Promise<OperatorBalance> {
  const row = await sql.maybe(get, { site_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such site; check the id.");
  const { state, restarts, ...rest } = row;
  return { ...shown(rest), state: State.parse(state), restarts: Restarts.parse(restarts) };
}
