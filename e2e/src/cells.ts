import type { PlaywrightWorkerArgs } from "@playwright/test";
import { OwnInstallation } from "./own-installation.ts";
import { newPerson, openDevelopmentClient } from "./people.ts";
import { developmentCredentials, newProduct, type Product } from "./product.ts";
import { type SignInProvider, startSignInProvider } from "./sign-in-provider.ts";

/** By this key, `STRANGER` belongs to eu2. */
const KEY = "the key of the cells of the browser tests";

/** An address without an account, which the cells lead to eu2. */
export const STRANGER = "stranger-2@example.com";

/** The address of the user that the sign-in provider knows. No cell knows it. */
export const NEWCOMER = "newcomer@example.com";

/** A cell of its own database and processes. */
export interface Cell {
  readonly consoleUrl: string;
  readonly product: Product;
  readonly installation: OwnInstallation;
}

/** Two cells, of which only eu2 takes new accounts, and the sign-in provider that both trust. */
export interface Cells {
  readonly eu1: Cell;
  readonly eu2: Cell;
  stop(): Promise<void>;
}

export async function startCells(): Promise<Cells> {
  const [first, second] = await Promise.all([newProduct(), newProduct()]);
  // Browsers send cookies to every port of a host, so each cell has a host name.
  const urls = { eu1: `http://127.0.0.1:${first.consolePort}`, eu2: `http://localhost:${second.consolePort}` };
  const provider: SignInProvider = await startSignInProvider([urls.eu1, urls.eu2], NEWCOMER);
  const start = async (name: keyof typeof urls, product: typeof first): Promise<Cell> => {
    const settings = {
      ...provider.env,
      ...{ FULMAR_CELL: name, FULMAR_CELLS: `eu1=${urls.eu1},eu2=${urls.eu2}`, FULMAR_CELLS_KEY: KEY },
      ...{ FULMAR_OPEN_CELLS: "eu2", FULMAR_PUBLIC_CONSOLE_URL: urls[name] },
    };
    const installation = await OwnInstallation.start(product, { settings, page: "/sign-in" });
    return { consoleUrl: urls[name], product, installation };
  };
  const started: Cell[] = [];
  const stop = async () => {
    await Promise.all(started.map(({ installation }) => installation.remove()));
    provider.stop();
  };
  try {
    const eu1 = await start("eu1", first);
    started.push(eu1);
    const eu2 = await start("eu2", second);
    started.push(eu2);
    return { eu1, eu2, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes an account in a cell, as a member of its organization. */
export async function accountIn(
  { product }: Cell,
  playwright: PlaywrightWorkerArgs["playwright"],
): Promise<{ email: string; password: string }> {
  const client = await openDevelopmentClient(playwright, product);
  const { organization_id } = developmentCredentials(product);
  const person = await newPerson(client, { organization_id, role: "viewer" });
  await client.close();
  return person;
}

/**
 * Invites an address to the organization of a cell.
 * @returns the path of the invitation's page
 */
export async function inviteTo(
  { product }: Cell,
  { email, playwright }: { readonly email: string; readonly playwright: PlaywrightWorkerArgs["playwright"] },
): Promise<string> {
  const client = await openDevelopmentClient(playwright, product);
  const { organization_id } = developmentCredentials(product);
  const { secret } = await client.mutate<{ secret: string }>("invitation.create", {
    ...{ organization_id, email, role: "viewer" },
  });
  await client.close();
  return `/invitations/${secret}`;
}
