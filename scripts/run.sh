#!/bin/sh
# Entry of every root script: makes sure of the pinned Node and pnpm in toolchain/, then becomes run.mjs under that Node.
# A shell script, because `exec` leaves one process: npm's signals reach the task itself, and its exit code is npm's.
here=$(cd "$(dirname "$0")" && pwd -P)
tools=$here/../toolchain
wanted="$(uname -sm) $(cksum <"$tools/package-lock.json")"
if [ "$(cat "$tools/node_modules/.installed" 2>/dev/null)" != "$wanted" ]; then
  node "$here/toolchain.mjs" || exit
  echo "$wanted" >"$tools/node_modules/.installed"
fi
PATH=$tools/node_modules/.bin:$PATH
export PATH
exec node "$here/run.mjs" "$@"
