/**
 * Runs once when the server starts: an invalid variable stops the start with its name instead of failing the first
 * page.
 */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { checkConfiguration } = await import("@/server/check-configuration.ts");
    checkConfiguration();
  }
}
