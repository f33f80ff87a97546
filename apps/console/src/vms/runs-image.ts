import type { Image, Site } from "@fulmar/contract";

export const firmwareName = (firmware: "bios" | "uefi") => firmware.toUpperCase();

/** What an image needs and no host of the site gives, such as `aarch64` or `BIOS`. Null where either does not say. */
export function missing(
  { architecture, firmware }: Pick<Image, "architecture" | "firmware">,
  site: Pick<Site, "architectures" | "firmware">,
): string | null {
  if (architecture !== null && site.architectures?.includes(architecture) === false) return architecture;
  return firmware !== null && site.firmware?.includes(firmware) === false ? firmwareName(firmware) : null;
}

/** Whether one of the sites runs the image. @param siteId the only one that counts; "" for any */
export function runsAt(image: Image, sites: readonly Site[], siteId: string): boolean {
  const asked = sites.filter(({ site_id }) => siteId === "" || site_id === siteId);
  return asked.length === 0 || asked.some((site) => missing(image, site) === null);
}
