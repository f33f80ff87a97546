import { poolExhausted, requireFree, requireSameSite, sitedReservedIp } from "../../networking/index.ts";
import { conflict } from "../../request/domain-error.ts";
import { dedicatedHostsFull, siteFull } from "../../site/index.ts";
import { vmNameTaken } from "../constraint-errors.ts";
import { requirePlace } from "../placement.ts";
import type { Found } from "./gather.ts";
import type { Choice } from "./offer.ts";

/**
 * @throws DomainError 409 when the name is taken, the site is full, a strict placement group has no place, or a part of
 * the VM is in use or at another site
 */
export function requireFit(
  { site_id, name_taken, has_room, dedicated }: Choice,
  { volumes, network, placement, hasAddress }: Found,
): void {
  if (name_taken) throw vmNameTaken();
  if (has_room === false) throw dedicated ? dedicatedHostsFull() : siteFull();
  requirePlace(placement);
  requireVolumesFit(site_id, volumes);
  requireNetworkFit(site_id, network);
  if (!hasAddress) throw poolExhausted();
}

function requireVolumesFit(siteId: string, volumes: Found["volumes"]): void {
  const blockersOf = (those: Found["volumes"]) =>
    those.map(({ volume_id: id, name }) => ({ type: "volume", id, name }));
  const elsewhere = volumes.filter((volume) => volume.site_id !== siteId);
  if (elsewhere.length > 0)
    throw conflict(
      "site_mismatch",
      `A VM can only be created with volumes of its site; choose volumes at ${siteId}.`,
      blockersOf(elsewhere),
    );
  const taken = volumes.filter(({ status, operation_id }) => status !== "available" || operation_id !== null);
  if (taken.length > 0)
    throw conflict(
      "volume_not_available",
      "A VM can only be created with volumes that are available; choose others.",
      blockersOf(taken),
    );
}

function requireNetworkFit(siteId: string, { subnet, reservedIp }: Found["network"]): void {
  requireSameSite(siteId, [
    ...(subnet === undefined
      ? []
      : [{ siteId: subnet.site_id, blocker: { type: "subnet", id: subnet.subnet_id, name: subnet.name } }]),
    ...(reservedIp === undefined ? [] : [sitedReservedIp(reservedIp)]),
  ]);
  if (reservedIp !== undefined) requireFree(reservedIp);
}
