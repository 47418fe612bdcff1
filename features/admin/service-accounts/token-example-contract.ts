import { machineScopeNames, type MachineScope } from '#contract/machine.ts'

type Facts = {
  id: string
  scopes: readonly MachineScope[]
  issuer: string
  /** Base URL of the admin API. */
  api: string
  /** Key that signs; undefined if a URL publishes the keys. */
  key: { alg: string; kid: string | undefined } | undefined
}

/** Path of an example request for each scope. */
const calls: Readonly<Record<MachineScope, string>> = {
  'admin:users.read': '/admin/users',
  'admin:users': '/admin/users',
  'admin:invitations.read': '/admin/invitations',
  'admin:invitations': '/admin/invitations',
  'admin:companies.read': '/admin/partners',
  'admin:companies': '/admin/partners',
  'admin:platforms.read': '/admin/platforms',
  'admin:audit.read': '/admin/auditlogs/actions',
  // Answers 404 even with a valid token, because the other calls of the scope need a file or a request’s id.
  'admin:configuration': '/admin/configuration/requests/none',
}

export const scopeText = (scopes: readonly string[]) => scopes.join(' ')

/**
 * Returns shell commands that run a Node script. The script gets a token with the package jose and a private key as
 * JWK, and calls the API.
 */
export function tokenExample({ id, scopes, issuer, api, key }: Facts): string {
  const [exampleScope = machineScopeNames[0] as MachineScope] = scopes
  // Without a known key, the script reads algorithm and key id from its own key file.
  const header = key
    ? `alg: ${quoted(key.alg)}${key.kid === undefined ? '' : `, kid: ${quoted(key.kid)}`}`
    : `alg: key.alg ?? 'ES256', kid: key.kid`
  return `npm install jose
node --input-type=module -e "
import { readFile } from 'node:fs/promises'
import { importJWK, SignJWT } from 'jose'
// The private key as JWK. For one in PEM: await importPKCS8(text, header.alg)
const key = JSON.parse(await readFile('service-account-key.json', 'utf8'))
const header = { ${header} }
const assertion = await new SignJWT({ jti: crypto.randomUUID() })
  .setProtectedHeader(header)
  .setIssuer('${id}')
  .setSubject('${id}')
  .setAudience('${issuer}')
  .setIssuedAt()
  .setExpirationTime('1m')
  .sign(await importJWK(key, header.alg))
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
console.log(await (await fetch('${api}${calls[exampleScope]}', { headers })).json())
"`
}

/** Quotes a string, escaping characters that would end the literal or the surrounding shell argument. */
function quoted(text: string): string {
  const escaped = text.replaceAll(
    /[^\w.:/+=-]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `'${escaped}'`
}
