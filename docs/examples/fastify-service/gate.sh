#!/usr/bin/env bash
# What CI runs for each change: it starts the service, judges it, and ends with the status of the verdict.
set -euo pipefail
export PORT="${PORT:-4020}" EVENT_DELIVERY_BASE_URL="http://127.0.0.1:${PORT:-4020}"
export EVENT_DELIVERY_LIVE_KEY=sk_live_gate EVENT_DELIVERY_TEST_KEY=sk_test_gate
node server.js &
trap "kill $!" EXIT
until curl --silent --output /dev/null "$EVENT_DELIVERY_BASE_URL"; do sleep 0.1; done
npm run --silent judge
npm run --silent twin
