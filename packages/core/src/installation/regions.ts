// Regions of object storage, as operators see, add, check and remove them (docs/adr/0174).
import { OperatorRegion, REGION_BACKENDS } from "@fulmar/contract";
import {
  addRegion,
  askRegionCheck,
  listAllRegions,
  readRegion,
  removeRegion,
  type SeenRegion,
} from "../object-storage/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

const shown = wireForm(
  OperatorRegion.pick({
    ...{ region: true, name: true, endpoint_url: true, admin_url: true, site_id: true, checked_at: true, server: true },
    ...{ buckets: true, failing: true, created_at: true },
  }),
);

function toRegion(row: SeenRegion): OperatorRegion {
  const { backend, access_key_id, connected_at, check_at, unsupported, unknown_users, reachable } = row;
  return {
    ...shown(row),
    backend: REGION_BACKENDS.find((one) => one === backend) ?? "embedded",
    access_key: access_key_id,
    state: connected_at === null ? "waiting" : reachable === false ? "away" : "connected",
    seen: seenOf(row),
    checking: check_at !== null,
    unsupported: textsOf(unsupported),
    unknown_users: textsOf(unknown_users ?? []),
  };
}

const textsOf = (texts: readonly (string | null)[]) => texts.filter((one) => one !== null);

/** How the server of a region was at the last look, in a sentence. */
function seenOf({ backend, server, reachable, error_message, unknown_users }: SeenRegion): string {
  if (backend === "embedded") return "The installation's own object store keeps its buckets.";
  if (reachable === null) return "No worker has asked its server yet.";
  if (!reachable) return error_message ?? "Its server did not answer.";
  const unknown = unknown_users?.length ?? 0;
  const users = unknown === 0 ? "" : ` The database does not know ${unknown === 1 ? "a user" : "users"} there.`;
  return `${server ?? "Its server"} answers and takes the key.${users}`;
}

export const listRegionsForOperator: Handler<"operatorRegion.list"> = async ({ sql }) =>
  (await listAllRegions(sql)).map(toRegion);

export const getRegion: Handler<"operatorRegion.get"> = async ({ sql }, { region }) =>
  toRegion(await readRegion(sql, region));

export const createRegion: Handler<"operatorRegion.create"> = async ({ sql, configuration }, wanted) => {
  await addRegion(sql, configuration.secrets, wanted);
  return toRegion(await readRegion(sql, wanted.region));
};

export const checkRegionForOperator: Handler<"operatorRegion.check"> = async ({ sql }, { region }) => {
  await askRegionCheck(sql, region);
  return toRegion(await readRegion(sql, region));
};

/** The reason is in the trail. */
export const removeRegionForOperator: Handler<"operatorRegion.remove"> = async ({ sql }, { region }) => {
  await removeRegion(sql, region);
  return { region };
};
