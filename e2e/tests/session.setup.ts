import { existsSync } from "node:fs";
import { expect, test } from "../src/fixtures.ts";
import { PEOPLE, sessionFile, signInOf } from "../src/people.ts";

for (const person of PEOPLE) {
  test(`${person} signs in`, async ({ playwright, baseURL, credentials }) => {
    const file = sessionFile(person);
    const options = { baseURL: baseURL ?? "", extraHTTPHeaders: { origin: credentials.console_url } };
    const known = await playwright.request.newContext({ ...options, ...(existsSync(file) && { storageState: file }) });
    const signedIn = (await known.get("/api/trpc/session.me")).ok();
    if (!signedIn) {
      const answer = await known.post("/api/session", { data: signInOf(person, credentials) });
      expect(answer.status(), await answer.text()).toBe(200);
      await known.storageState({ path: file });
    }
    await known.dispose();
  });
}
