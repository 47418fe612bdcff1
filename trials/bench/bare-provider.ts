import '../../features/platforms/single-sign-on/node-lts.ts'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import type { BareSettings } from './sso-calls.ts'

/**
 * The baseline of `bench -- sso`: oidc-provider without Portico, in memory, with Portico's signing key and the settings
 * that decide the contents of tokens. `/auth` returns a code without a login.
 */

const { client, challenge, scope, key } = JSON.parse(
  process.env['BARE_PROVIDER'] ?? '{}',
) as BareSettings
const port = Number(process.env['PORT'])

const claims = {
  name: 'Ada Byron',
  given_name: 'Ada',
  family_name: 'Byron',
  preferred_username: 'ada@quay.example',
  locale: 'en',
  partner: { id: randomUUID(), name: 'Harbour Ltd' },
  email: 'ada@quay.example',
  email_verified: true,
}

const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [key] },
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [client.callback],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      scope: `${scope} invitations`,
    },
  ],
  scopes: [...scope.split(' '), 'invitations'],
  claims: {
    openid: ['sub', 'auth_time', 'acr', 'amr'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'partner'],
    email: ['email', 'email_verified'],
  },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...claims }) }),
  conformIdTokenClaims: false,
  expiresWithSession: () => false,
  issueRefreshToken: () => true,
  rotateRefreshToken: false,
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
  },
})

const answer = provider.callback()
createServer((request, response) => {
  if (request.url !== '/auth') return void answer(request, response)
  void createCode().then((code) => {
    const location = `${client.callback}?code=${code}`
    response.writeHead(303, { location, 'content-length': 0 }).end()
  })
}).listen(port, '127.0.0.1')

async function createCode(): Promise<string> {
  const accountId = randomUUID()
  const grant = new provider.Grant({ accountId, clientId: client.id })
  grant.addOIDCScope(scope)
  const code = new provider.AuthorizationCode({
    accountId,
    client: (await provider.Client.find(client.id))!,
    grantId: await grant.save(),
    redirectUri: client.callback,
    scope,
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
    authTime: Math.floor(Date.now() / 1000),
    acr: 'https://refeds.org/profile/mfa',
    amr: ['pwd', 'otp'],
    gty: 'authorization_code',
  })
  return code.save()
}
