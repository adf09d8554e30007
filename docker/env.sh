#!/bin/sh
# sh docker/env.sh > .env: .env.example with an address, keys and passwords filled in, the latter new each time it is run.
# sh docker/env.sh https://pay.example.com > .env: for that address. Needs nothing but a POSIX shell.
set -eu
address=${1:-https://localhost}
cd "$(dirname "$0")/.."

key() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
password() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

# `|` is in none of the values: addresses, base64, hexadecimal digits.
sed \
  -e "s|^PUBLIC_URL=.*|PUBLIC_URL=$address|" \
  -e "s|^API_KEY_PEPPER=.*|API_KEY_PEPPER=k1:$(key)|" \
  -e "s|^ENCRYPTION_KEYS=.*|ENCRYPTION_KEYS=k1:$(key)|" \
  -e "s|^AUDIT_KEY=.*|AUDIT_KEY=$(key)|" \
  -e "s|^#POSTGRES_PASSWORD=.*|POSTGRES_PASSWORD=$(password)|" \
  -e "s|^#DATABASE_OWNER_PASSWORD=.*|DATABASE_OWNER_PASSWORD=$(password)|" \
  -e "s|^#DATABASE_SERVICE_PASSWORD=.*|DATABASE_SERVICE_PASSWORD=$(password)|" \
  -e "s|^#REDIS_PASSWORD=.*|REDIS_PASSWORD=$(password)|" \
  .env.example
