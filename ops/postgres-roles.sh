#!/bin/sh
# The image of PostgreSQL runs this once, on an empty volume, as the owner POSTGRES_USER: makes the role that the server
# connects as. It owns nothing and gets its rights from the migrations; without a password of the owner's own
# (DATABASE_MIGRATION_PASSWORD) it owns the database instead, and there is one role for everything.
set -eu
psql --set ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set server="$DATABASE_USER" --set password="$DATABASE_PASSWORD" --set database="$POSTGRES_DB" \
  --set one_role="$([ -n "${DATABASE_MIGRATION_PASSWORD:-}" ] && echo false || echo true)" <<'SQL'
CREATE ROLE :"server" LOGIN PASSWORD :'password';
\if :one_role
ALTER DATABASE :"database" OWNER TO :"server";
\endif
SQL
