#!/bin/sh
# Runs LXD on a host of a cluster, in the host's namespaces.
#   daemon.sh FOLDER
echo $$ >"$1/lxd.pid"
export LXD_DIR="$1/lxd"
export PATH="${0%/*}/host-bin:$PATH"
exec lxd --group root >>"$1/logs/lxd" 2>&1 </dev/null
