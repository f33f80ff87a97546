import { ConsoleClient } from "../src/console-client.ts";
import { expect, test } from "../src/fixtures.ts";
import { EMPTY_WORKSPACE, findWorkspace, joinOrganization, PEOPLE, sessionFile, signInOf } from "../src/people.ts";
import { consoleUrlOf, productsUnderTest, readCredentials } from "../src/product.ts";
import { forgetUses } from "../src/uses.ts";

// Serial, because the owner invites the others. Users from an earlier run are kept.
test.describe.configure({ mode: "serial" });

for (const product of productsUnderTest()) {
  const baseURL = consoleUrlOf(product);

  for (const person of PEOPLE) {
    test(`${person} signs in at ${baseURL}`, async ({ playwright }) => {
      const credentials = readCredentials(product.dataDir);
      const file = sessionFile(person, product);
      const client = await ConsoleClient.open(playwright, { baseURL, credentials, session: file });
      if (!(await client.isSignedIn())) {
        const answer = await client.send("/api/session", signInOf(person, credentials));
        if (!answer.ok()) {
          expect(person).not.toBe("owner");
          const owner = await ConsoleClient.open(playwright, {
            baseURL,
            credentials,
            session: sessionFile("owner", product),
          });
          const name = `${person.charAt(0).toUpperCase()}${person.slice(1)}`;
          const { organization_id } = credentials;
          await joinOrganization(owner, client, {
            ...signInOf(person, credentials),
            organization_id,
            name,
            role: person,
          });
          await owner.close();
        }
        await client.keep(file);
      }
      await client.close();
    });
  }

  test(`the record of used actions and pages is emptied at ${baseURL}`, () => forgetUses(product));

  test(`an empty workspace exists at ${baseURL}`, async ({ playwright }) => {
    const credentials = readCredentials(product.dataDir);
    const owner = await ConsoleClient.open(playwright, {
      baseURL,
      credentials,
      session: sessionFile("owner", product),
    });
    if ((await findWorkspace(owner, credentials, EMPTY_WORKSPACE)) === undefined) {
      await owner.mutate("workspace.create", { workspace_id: credentials.workspace_id, name: EMPTY_WORKSPACE });
    }
    await owner.close();
  });
}
