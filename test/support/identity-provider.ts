import '../../features/platforms/single-sign-on/node-lts.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Provider } from 'oidc-provider'

/** A real OpenID provider on a port of its own, which logs `person` in without a form. */
export type IdentityProvider = {
  issuer: string
  /** The user of the next login, with claims. */
  person: { sub: string; email: string; email_verified: boolean }
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
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    at.asked += 1
    const result = { login: { accountId: at.person.sub } }
    return void provider.interactionFinished(request, response, result)
  })
  after(() => server.closeAllConnections())
  after(() => server.close())
  return at
}

function configurationOf(
  at: IdentityProvider,
  callback: string,
): ConstructorParameters<typeof Provider>[1] {
  return {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [callback] }],
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
