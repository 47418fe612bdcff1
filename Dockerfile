# docker build -t portico .
FROM node:26-slim AS built
WORKDIR /portico
COPY package.json package-lock.json ./
# Without install scripts: they would only fetch another Node and a PostgreSQL.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26-slim AS needed
WORKDIR /portico
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /portico
COPY --from=needed /portico/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY server server
COPY domain domain
COPY features features
COPY app app
COPY client/src client/src
COPY migrations migrations
COPY web/theme.css web/theme.css
COPY --from=built /portico/dist dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Commands: docker compose exec portico-one node app/commands/main.ts --help
CMD ["node", "app/main.ts"]
