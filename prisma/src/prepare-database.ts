import { migrate } from "./migrate.ts";
import { admitLogin } from "./process-roles.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

/** The logins of an installation: the owner's, that of API, console and object store, and that of workers. */
export interface Logins {
  readonly url: string;
  readonly requestUrl: string;
  readonly workerUrl: string;
}

/**
 * Creates the database if needed, applies new migrations, and lets the processes log in.
 * @returns the names of the migrations applied now
 * @throws one sentence when the server does not answer or the login may not migrate
 */
export async function prepareDatabase({ url, requestUrl, workerUrl }: Logins): Promise<string[]> {
  try {
    const applied = await migrate(url);
    await admitLogin(url, requestUrl, "fulmar_request");
    await admitLogin(url, workerUrl, "fulmar_worker");
    return applied;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    const { host, username } = new URL(url);
    const sentence =
      cause.code === INSUFFICIENT_PRIVILEGE
        ? `The user ${username} does not own the tables of the database at ${host} (${cause.message}): ` +
          "set FULMAR_OWNER_URL to the owner's URL."
        : `The database at ${host} cannot be used (${cause.code}${cause.message && `: ${cause.message}`}): check DATABASE_URL.`;
    throw new Error(sentence, { cause });
  }
}
