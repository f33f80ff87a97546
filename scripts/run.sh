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
# What Node compiled once it need not compile again: half of the time in which the processes start.
NODE_COMPILE_CACHE=$here/../node_modules/.cache/node
export PATH NODE_COMPILE_CACHE
exec node "$here/run.mjs" "$@"
