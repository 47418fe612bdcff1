import { machineScopeNames, type MachineScope } from '#contract/machine.ts'

type Facts = {
  id: string
  scopes: readonly MachineScope[]
  issuer: string
  /** Base URL of the admin API. */
  api: string
}

/** A call that each scope allows. */
const calls: Readonly<Record<MachineScope, string>> = {
  'admin:users.read': '/admin/users',
  'admin:users': '/admin/users',
  'admin:invitations.read': '/admin/invitations',
  'admin:invitations': '/admin/invitations',
  'admin:companies.read': '/admin/partners',
  'admin:companies': '/admin/partners',
  'admin:platforms.read': '/admin/platforms',
  'admin:audit.read': '/admin/auditlogs/actions',
}

export const scopeText = (scopes: readonly string[]) => scopes.join(' ')

/** Gets a token and makes a call with it, by Node and the package jose, with the key that `keyExample` made. */
export function tokenExample({ id, scopes, issuer, api }: Facts): string {
  const [first = machineScopeNames[0] as MachineScope] = scopes
  return `npm install jose
node --input-type=module -e "
import { readFile } from 'node:fs/promises'
import { importJWK, SignJWT } from 'jose'
const key = JSON.parse(await readFile('service-account-key.json', 'utf8'))
const assertion = await new SignJWT({ jti: crypto.randomUUID() })
  .setProtectedHeader({ alg: key.alg, kid: key.kid })
  .setIssuer('${id}')
  .setSubject('${id}')
  .setAudience('${issuer}')
  .setIssuedAt()
  .setExpirationTime('1m')
  .sign(await importJWK(key, key.alg))
const answer = await fetch('${issuer}/token', {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    scope: '${scopeText(scopes)}',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }).toString(),
})
const { access_token: token } = await answer.json()
const headers = { authorization: 'Bearer ' + token }
console.log(await (await fetch('${api}${calls[first]}', { headers })).json())
"`
}
