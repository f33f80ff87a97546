/** A user account of a guest. */
export interface Account {
  readonly user: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/**
 * Lower ids belong to system accounts, higher ones to `nobody` and the like (login.defs of the common distributions).
 */
export const [FIRST_PERSON, LAST_PERSON] = [1000, 60_000];

/** The first regular user in a passwd file (passwd(5)); undefined where there is none. */
export function firstPerson(passwd: string): Account | undefined {
  const accounts = passwd.split("\n").map((line) => {
    const [user = "", , uid, gid, , home = ""] = line.split(":");
    return { user, uid: Number(uid), gid: Number(gid), home };
  });
  const people = accounts.filter(({ uid, home }) => uid >= FIRST_PERSON && uid <= LAST_PERSON && home.startsWith("/"));
  return people.toSorted((a, b) => a.uid - b.uid).at(0);
}
