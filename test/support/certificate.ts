import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a certificate that is valid for two days. */
export type Certificate = { crt: string; key: string }

export function certificateIn(folder: string): Certificate {
  return { crt: join(folder, 'portico.crt'), key: join(folder, 'portico.key') }
}

/** Creates a certificate for `localhost` in the folder with openssl. */
export function makeCertificate(folder: string): Certificate {
  const { crt, key } = certificateIn(folder)
  mkdirSync(folder, { recursive: true })
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      crt,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return { crt, key }
}

/** Returns the SHA-256 of the public key in base64, for Chromium's `--ignore-certificate-errors-spki-list`. */
export function keyHashOf({ crt }: Certificate): string {
  const { publicKey } = new X509Certificate(readFileSync(crt))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}
