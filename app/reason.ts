type Cause = { code?: string; message?: string; syscall?: string }

const where = 'Look at DATABASE_URL and DATABASE_OWNER_URL.'

/** Why a program ends, for whoever started it: what the database's driver says in two words becomes a sentence. */
export function reasonOf(error: unknown): string {
  const { code = '', message = '' } = error as Cause
  const said = message || code
  if (isDatabaseAway(error)) return `The database does not answer (${said}). ${where}`
  // No such role, no such password, no such database, no connection left.
  if (/^28|^3D000$|^53300$/.test(code)) return `The database lets nobody in (${said}). ${where}`
  if (code === '42501')
    return `The database refuses this to its role (${said}). DATABASE_OWNER_URL has to name the one that owns the tables.`
  return said
}

/** True for whatever keeps a connection from coming about, or breaks it; false for a file that is not there. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '', syscall = '' } = error as Cause
  return (
    // Each address of one host was tried.
    error instanceof AggregateError ||
    ['connect', 'getaddrinfo'].includes(syscall) ||
    ['ECONNRESET', '57P03'].includes(code) ||
    /^(timeout |Connection terminated|none of the addresses)/.test(message)
  )
}
