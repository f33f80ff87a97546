// What a task holds, let go of at its end.

/**
 * Releases one after the other. What cannot be released is told, and keeps nothing else: a database must not run on
 * because a process did not stop.
 */
export async function releaseAll(held) {
  let all = true;
  for (const each of held) {
    try {
      await each.release();
    } catch (error) {
      all = false;
      console.error(error);
    }
  }
  return all;
}
