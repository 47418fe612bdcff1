type Cause = { code?: string; message?: string; syscall?: string }

const hint = 'Check DATABASE_URL and DATABASE_OWNER_URL.'

/**
 * Formats the error of a start or of a command as a message for the operator. Database errors name the variables to
 * check.
 */
export function reasonOf(error: unknown): string {
  const { code = '', message = '' } = error as Cause
  const detail = message || code
  if (isDatabaseAway(error)) return `The database does not answer (${detail}). ${hint}`
  // Invalid role or password (28…), unknown database, no connections left.
  if (/^28|^3D000$|^53300$/.test(code)) return `The database refuses the login (${detail}). ${hint}`
  if (code === '42501')
    return `The database denies this to its role (${detail}). Where \`node app/commands/main.ts migrate\` runs, DATABASE_OWNER_URL must name the role that owns the tables.`
  return detail
}

/** Returns true for errors that prevent or break a database connection; false for a missing file. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '', syscall = '' } = error as Cause
  return (
    // Every address of the host was tried.
    error instanceof AggregateError ||
    ['connect', 'getaddrinfo'].includes(syscall) ||
    ['ECONNRESET', '57P03'].includes(code) ||
    /^(timeout |Connection terminated|none of the database addresses)/.test(message)
  )
}

/** Returns an error that names the variable of a port that another program uses. Returns any other error unchanged. */
export function explainPort(error: unknown, port: number, variable: string): unknown {
  if ((error as Cause).code !== 'EADDRINUSE') return error
  const message = `Port ${port} is in use by another program. Choose another with ${variable}=…`
  return new Error(message, { cause: error })
}
