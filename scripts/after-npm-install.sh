#!/bin/sh
# pnpm installs this workspace. Someone who typed `npm install` by habit gets the same: npm finds nothing of its own to do,
# except to remove the links that pnpm made at the top, so those are made again.
case $npm_config_user_agent in npm/*) ;; *) exit 0 ;; esac
# A lock file of npm's would only be a second truth (and turbo refuses to choose).
rm -f package-lock.json node_modules/.modules.yaml node_modules/.pnpm-workspace-state-v1.json node_modules/.fulmar-installed
exec sh scripts/run.sh install
