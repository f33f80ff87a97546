import type { SeenSettings } from "@fulmar/contract";

/** Where an installation sends who needs help, and its terms. What operators have not set is left out. */
export function helpOf({ support_email, support_url, terms_url }: SeenSettings) {
  const help = support_url ?? (support_email === null ? null : `mailto:${support_email}`);
  return [
    { label: "Help", href: help },
    { label: "Terms of service", href: terms_url },
  ].flatMap(({ label, href }) => (href === null ? [] : [{ label, href }]));
}
