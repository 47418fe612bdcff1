import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { declareBacklog } from '#domain/jobs/backlog.ts'
import { config } from '#server/config.ts'
import { declareDatabaseMetrics } from '#server/database-metrics.ts'
import { logger } from '#server/log.ts'
import { gaugeOfMany, metricsText } from '#server/metrics.ts'
import { explainPort } from './reason.ts'
import { version } from './version.ts'

declareBacklog()
declareDatabaseMetrics()
gaugeOfMany(
  'portico_info',
  'Version of this process and the parts that it serves (SERVE); always 1',
  ['version', 'serve'],
  async () => [{ value: 1, version, serve: config.serve.join(',') }],
)

/** Serves /metrics for Prometheus on METRICS_PORT. Returns undefined if that is not set. */
export async function serveMetrics(): Promise<{ stop: () => Promise<void> } | undefined> {
  const { metricsPort: port, metricsHost: host } = config
  if (port === undefined) return undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metricsText().then(
      ({ text, type }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        logger.error({ err: error }, 'could not collect the metrics')
        response.writeHead(500).end()
      },
    )
  })
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    throw explainPort(error, port, 'METRICS_PORT')
  })
  // Starts Node's default metrics before the first scrape.
  await metricsText()
  logger.info({ metrics: (server.address() as AddressInfo).port }, 'metrics')
  return {
    stop: async () => {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
