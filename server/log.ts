import { pino } from 'pino'
import { reportRefusedAccess, type RefusedCaller } from './access-refusal.ts'
import { config } from './config.ts'

// Lines are written in batches, at most 0.1 s late, because a write per line makes requests 10 % slower.
const stdout = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 100 })

const lineOptions = {
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
}

/** Writes a JSON line per event. Callers must not pass secrets; as a second defense, known fields are redacted. */
export const logger = pino(
  {
    ...lineOptions,
    serializers: { req: () => undefined, res: () => undefined, err: describeError },
    redact: {
      paths: ['*.password', '*.token', '*.secret', '*.otp', '*.cookie', '*.authorization'],
      censor: '[secret]',
    },
  },
  stdout,
)

/** A logger for request lines. Has no redaction, which takes longer than writing a line: their fields are fixed. */
export const requestLog = pino(lineOptions, stdout)

/** Logs only the host of a rejected redirect target (RT-29), because the rest may be confidential. */
export function logDroppedRedirect(name: string, target: string, caller: RefusedCaller): void {
  const { requestId } = caller
  const url = URL.parse(target, config.publicUrl)
  logger.warn({ requestId, name, host: url?.host ?? 'none' }, 'a redirect target was rejected')
  reportRefusedAccess('redirect', caller)
}

/** Serializes an error without the database's `detail`, which quotes row values. */
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
