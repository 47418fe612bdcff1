import { pino } from 'pino'
import { noteRefusedAccess, type RefusedCaller } from './access-refusal.ts'
import { config } from './config.ts'

// Lines are written in batches, at most 0.1 s late: one write per line makes a request 10 % slower.
const out = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 100 })

const lines = {
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
}

/** Writes one JSON line per event. Callers never pass secrets; known fields are redacted all the same. */
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

/** For the line of each request, which has known fields only: redaction would cost more than the line itself. */
export const requestLog = pino(lines, out)

/** Logs only the host of a redirect target that is not followed (RT-29): the rest may be confidential. */
export function logDroppedRedirect(name: string, target: string, caller: RefusedCaller): void {
  const { requestId } = caller
  const url = URL.parse(target, config.publicUrl)
  logger.warn({ requestId, name, host: url?.host ?? 'none' }, 'a redirect target was rejected')
  noteRefusedAccess('redirect', caller)
}

/** Omits the database's `detail`, which quotes values of a row. */
function describeError(error: Error & { code?: string }): object {
  const { name, message, code, stack, cause } = error
  return {
    name,
    message,
    code,
    stack,
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}
