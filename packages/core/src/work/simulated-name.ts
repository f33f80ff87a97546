/** `simulated`, which the sites of a new installation share, and `simulated:<site_id>`, a world of its own. */
export function isSimulated(provider: string): boolean {
  return provider === "simulated" || provider.startsWith("simulated:");
}
