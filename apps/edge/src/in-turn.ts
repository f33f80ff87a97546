/** Makes what runs work one after the other, in the order of the calls. Work that fails does not hold up the next. */
export function inTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined); // the caller hears of it
    return done;
  };
}
