// Resources that a task releases at its end.

/**
 * Releases one resource after the other. A failure is printed and does not prevent the others: a database must not keep
 * running because a process did not stop.
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
