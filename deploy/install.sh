#!/bin/sh
# Installs the release that this script is in, or upgrades to it, on Debian 12 with systemd. Run as root; repeatable.
#
#   deploy/install.sh [--processes api,worker,console,object-store,edge] [--no-migrate]
#
# --processes   which processes this host runs; without it, those that it runs already, else all but edge
# --no-migrate  on every host but one: the first one brings the database to this version
#
# Settings are in /etc/fulmar. Its first run makes them, with new secrets; `FULMAR_OWNER_URL` in the environment is
# written there as the owner's login.
set -eu

processes=
migrate=yes
while [ $# -gt 0 ]; do
  case $1 in
    --processes)
      processes=$(echo "${2-}" | tr , ' ')
      shift 2
      ;;
    --no-migrate)
      migrate=no
      shift
      ;;
    *)
      echo "There is no option $1: it is --processes or --no-migrate." >&2
      exit 2
      ;;
  esac
done

here=$(cd "$(dirname "$0")/.." && pwd -P)
version=$(cat "$here/VERSION")
base=/opt/fulmar
target=$base/releases/$version
units=/usr/local/lib/systemd/system

fail() {
  echo "$1" >&2
  exit 1
}

say() {
  echo "  $1"
}

[ "$(id -u)" = 0 ] || fail "Installing needs root."
[ -d /run/systemd/system ] || fail "This host does not run systemd."

installed_processes() {
  for process in api worker console object-store edge; do
    if systemctl is-enabled -q "fulmar-$process.service" 2>/dev/null; then echo "$process"; fi
  done
}

# Whether a process is among those of this host.
has() {
  case " $processes " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

[ -n "$processes" ] || processes=$(installed_processes | tr '\n' ' ')
[ -n "$processes" ] || processes="api worker console object-store"
for process in $processes; do
  case $process in
    api | worker | console | object-store | edge) ;;
    *) fail "There is no process $process: it is api, worker, console, object-store or edge." ;;
  esac
done

install_release() {
  if [ "$here" != "$target" ] && [ ! -e "$target/VERSION" ]; then
    mkdir -p "$base/releases"
    rm -rf "$target.new"
    cp -a "$here" "$target.new"
    chown -R root:root "$target.new"
    mv "$target.new" "$target"
  fi
  say "The release $version is in $target."
}

hexadecimal() {
  od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'
}

# Writes a file of settings that does not exist yet. Existing ones are never changed.
settings() {
  [ ! -e "/etc/fulmar/$1" ] || return 0
  sed -e "s|@SECRET@|$secret|" -e "s|@REQUEST_PASSWORD@|$request_password|" -e "s|@WORKER_PASSWORD@|$worker_password|" \
    -e "s|@OWNER_URL@|${FULMAR_OWNER_URL-}|" "$here/deploy/etc/$1" >"/etc/fulmar/$1"
  say "/etc/fulmar/$1 is new."
}

make_settings() {
  umask 077
  mkdir -p /etc/fulmar
  secret=$(hexadecimal 32) request_password=$(hexadecimal 16) worker_password=$(hexadecimal 16)
  if has edge; then settings edge.env; fi
  if [ "$processes" != edge ]; then
    for file in fulmar.env worker.env owner.env; do settings "$file"; done
    if [ ! -e /etc/fulmar/master-key ]; then
      hexadecimal 32 >/etc/fulmar/master-key
      say "/etc/fulmar/master-key is new: keep a copy apart from the database. Nothing else opens what it has sealed."
    fi
  fi
  umask 022
}

install_units() {
  systemd-sysusers "$here/deploy/sysusers.conf"
  mkdir -p "$units"
  cp -R "$here/deploy/systemd/." "$units/"
  chmod -R u=rwX,go=rX "$units"
  ln -sfn "$base/current/deploy/bin/fulmar" /usr/local/bin/fulmar
  systemctl daemon-reload
}

# Lets `current` point at this release, in one step.
switch() {
  ln -sfn "releases/$version" "$base/current.new"
  mv -T "$base/current.new" "$base/current"
}

# The release whose folder a process works in.
release_of() {
  pid=$(systemctl show -p MainPID --value "fulmar-$1.service")
  [ "$pid" = 0 ] || readlink "/proc/$pid/cwd" || true
}

# Starts a process, or replaces that of another release. systemctl returns when it is ready.
run_process() {
  systemctl enable -q "fulmar-$1.service"
  if [ "$(release_of "$1")" = "$target" ]; then
    say "fulmar-$1 runs already."
    return 0
  fi
  systemctl restart "fulmar-$1.service" || {
    journalctl -u "fulmar-$1.service" -n 20 --no-pager >&2
    fail "fulmar-$1 did not start: see its log above, correct /etc/fulmar and run this again."
  }
  systemctl is-active -q "fulmar-$1.service" || fail "fulmar-$1 stopped: see journalctl -u fulmar-$1."
  say "fulmar-$1 runs."
}

install_release
make_settings
if [ "$processes" != edge ] && [ -z "$(sed -n 's/^FULMAR_OWNER_URL=//p' /etc/fulmar/owner.env)" ]; then
  fail "Set FULMAR_OWNER_URL in /etc/fulmar/owner.env, check the other files there, and run this again."
fi
install_units
switch
if [ "$processes" != edge ] && [ $migrate = yes ]; then
  systemctl start fulmar-migrate.service || {
    journalctl -u fulmar-migrate.service -n 20 --no-pager >&2
    fail "The database could not be brought to this version: see the log above. Running processes are as they were."
  }
  say "The database is at this version."
fi
for process in object-store worker api console edge; do
  if has $process; then run_process $process; fi
done
say "Fulmar $version is installed."
