import { pino } from 'pino'
import { config } from './config.ts'

// Lines are written some at a time, none later than a tenth of a second: one write each costs a request a tenth more.
const out = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 100 })

const lines = {
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
}

/** One JSON line a thing that happened. What could hold a secret is never given to it, and cut out if it is. */
export const logger = pino(
  {
    ...lines,
    serializers: { req: () => undefined, res: () => undefined, err: describeError },
    redact: {
      paths: ['*.password', '*.token', '*.secret', '*.otp', '*.cookie', '*.authorization'],
      censor: '[secret]',
    },
  },
  out,
)

/** For the line of each request alone, of known fields: to look for secrets in it costs more than the rest of it. */
export const requestLog = pino(lines, out)

/** Its place and kind. The database's detail is left out: it quotes the values of a row. */
function describeError(error: Error & { code?: string }): object {
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {}
  return {
    name: error.name,
    message: error.message,
    code: error.code,
    stack: error.stack,
    ...cause,
  }
}
