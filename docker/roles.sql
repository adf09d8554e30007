-- Run by the image of PostgreSQL when its volume is empty, as the superuser and in the database of the service
-- (docker-compose.yml); the same statements are for every other installation (docs/operations.md).
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv service_password DATABASE_SERVICE_PASSWORD

-- Owns the tables and migrates. No superuser: it has no rights outside of its database.
CREATE ROLE repasse_owner LOGIN PASSWORD :'owner_password';
ALTER DATABASE repasse OWNER TO repasse_owner;

-- The API and the worker. What it may do is granted by `db migrate`, with DATABASE_SERVICE_ROLE.
CREATE ROLE repasse_service LOGIN PASSWORD :'service_password';

REVOKE ALL ON DATABASE repasse FROM PUBLIC;
GRANT CONNECT ON DATABASE repasse TO repasse_service;
