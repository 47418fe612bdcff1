import { readFileSync, statSync } from 'node:fs'

/** Reads a secret from a file, without a trailing line break. Throws if it is empty or accessible to other users. */
export function readSecretFile(file: string): string {
  const { mode } = statSync(file)
  if ((mode & 0o007) !== 0) throw new Error(`is accessible to other users: run chmod o= ${file}`)
  const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (secret === '') throw new Error(`is empty: ${file}`)
  return secret
}
