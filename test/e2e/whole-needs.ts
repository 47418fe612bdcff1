import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each program of the whole stack has the name of its Debian package. */
const programs = ['nginx', 'pgbouncer', 'openssl']

/** What the whole stack lacks on this machine, in a sentence; undefined where nothing is missing. */
export function missingPackages(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  const missing = programs.filter(
    (program) => !folders.some((folder) => existsSync(join(folder, program))),
  )
  if (missing.length === 0) return undefined
  return `JOURNEYS_STACK=whole needs the Debian packages ${missing.join(', ')}: apt-get install ${missing.join(' ')}`
}
