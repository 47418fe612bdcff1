import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { config } from '#server/config.ts'
import { logger } from '#server/log.ts'
import { metricsText } from '#server/metrics.ts'

type Served = { stop: () => Promise<void> }

/** `/metrics` for Prometheus, on a port of its own that no visitor reaches. Without METRICS_PORT there is none. */
export async function serveMetrics(): Promise<Served | undefined> {
  const { port, host } = config.metrics
  if (port === undefined) return undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metricsText().then(
      ({ text, type }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        logger.error({ err: error }, 'the metrics could not be gathered')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  }).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE'
      ? new Error(`Port ${port} is taken by another program. Choose another with METRICS_PORT=…`, {
          cause,
        })
      : cause
  })
  // What was seen before the first visit counts, too.
  await metricsText()
  logger.info({ metrics: (server.address() as AddressInfo).port }, 'metrics')
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
