import '../../features/platforms/single-sign-on/node-lts.ts'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Provider } from 'oidc-provider'

/** A real OpenID provider on its own port, which logs `person` in without a form. */
export type IdentityProvider = {
  issuer: string
  /** The user of the next login, with claims. */
  person: { sub: string; email: string; email_verified: boolean }
  /** The `acr` of the next login; no claim if undefined. */
  acr?: string
  /** The `acr_values` of the latest request. */
  wantedAcr?: string | null
  wantedScope?: string | null
  /** Changes the ID token before it is returned. */
  forge?: (idToken: string) => string
  /** The number of logins. */
  asked: number
}

export const client = { id: 'portico-admin', secret: 'the secret of that client' }

export async function startIdentityProvider(callback: string): Promise<IdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const at: IdentityProvider = {
    issuer,
    person: { sub: 'none', email: '', email_verified: false },
    asked: 0,
  }
  const provider = new Provider(issuer, configurationOf(at, callback))
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/auth?')) {
      const { searchParams } = new URL(request.url, issuer)
      at.wantedAcr = searchParams.get('acr_values')
      at.wantedScope = searchParams.get('scope')
    }
    if (request.url === '/token') forgeAnswer(at, response)
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    at.asked += 1
    const result = { login: { accountId: at.person.sub, ...(at.acr && { acr: at.acr }) } }
    return void provider.interactionFinished(request, response, result)
  })
  after(() => server.closeAllConnections())
  after(() => server.close())
  return at
}

function forgeAnswer(at: IdentityProvider, response: ServerResponse): void {
  const end = response.end.bind(response)
  response.end = ((body: string) => {
    const tokens = JSON.parse(String(body)) as { id_token: string }
    if (at.forge) tokens.id_token = at.forge(tokens.id_token)
    const text = JSON.stringify(tokens)
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

function configurationOf(
  at: IdentityProvider,
  callback: string,
): ConstructorParameters<typeof Provider>[1] {
  return {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [callback] }],
    acrValues: ['pwd', 'mfa', 'phr'],
    cookies: { keys: ['of a test'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...at.person, sub }) }),
    loadExistingGrant: async (ctx) => {
      const { account, client: asking, provider } = ctx.oidc
      const grant = new provider.Grant({
        accountId: account?.accountId ?? '',
        clientId: asking?.clientId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}
