import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs of the whole stack. Each name is also that of the Debian package. */
const programs = ['nginx', 'pgbouncer', 'openssl']

/** Returns a sentence about programs missing on this machine; undefined if none is. */
export function missingPackages(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  const missing = programs.filter(
    (program) => !folders.some((folder) => existsSync(join(folder, program))),
  )
  if (missing.length === 0) return undefined
  return `JOURNEYS_STACK=whole needs the Debian packages ${missing.join(', ')}: apt-get install ${missing.join(' ')}`
}
