import { sql, row, db } from '#server/db.ts'
import { config } from '#server/config.ts'
import { cookies } from '#server/cookies.ts'
import { guardAgainstForgery } from '#server/forgery.ts'
import { createServer, type Server } from '#server/http.ts'
import { changePasswordRoutes } from '../features/change-password/routes.ts'
import { humanCheckRoutes } from '../features/human-check/routes.ts'
import { linkRoutes } from '../features/links/routes.ts'
import { logMeOutRoutes } from '../features/log-me-out/routes.ts'
import { loginRoutes } from '../features/login/routes.ts'
import { loginHistoryRoutes } from '../features/login-history/routes.ts'
import { profileRoutes } from '../features/profile/routes.ts'
import { recoveryCodeRoutes } from '../features/recovery-codes/routes.ts'
import { resetPasswordRoutes } from '../features/reset-password/routes.ts'
import { resetTwoFactorRoutes } from '../features/reset-two-factor/routes.ts'
import { sessionRoutes } from '../features/sessions/routes.ts'
import { signUpRoutes } from '../features/sign-up/routes.ts'
import { singleSignOn } from '../features/single-sign-on/routes.ts'
import { twoFactorRoutes } from '../features/two-factor/routes.ts'
import { apiDocs } from './docs.ts'
import { identify } from './identify.ts'
import { openapi } from './openapi.ts'
import { pages } from './pages.ts'
import { securityHeaders } from './security-headers.ts'

/** Every feature of the server, by name. Deleting one is deleting its folder and its line here. */
export async function buildServer(): Promise<Server> {
  const server = createServer(identify)
  server.addHook('onRequest', async (_, reply) => {
    reply.headers(securityHeaders({ secure: config.isSecure }))
  })
  // Both hooks stand inside /api: the provider, the pages and the health checks go without.
  await server.register(
    async (api) => {
      api.addHook('onRequest', async (_, reply) => {
        reply.header('cache-control', 'no-store')
        reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      })
      guardAgainstForgery(api, () => cookies.session, [config.publicUrl])
      changePasswordRoutes(api)
      humanCheckRoutes(api)
      linkRoutes(api)
      logMeOutRoutes(api)
      loginRoutes(api)
      loginHistoryRoutes(api)
      profileRoutes(api)
      recoveryCodeRoutes(api)
      resetPasswordRoutes(api)
      resetTwoFactorRoutes(api)
      sessionRoutes(api)
      signUpRoutes(api)
      twoFactorRoutes(api)
    },
    { prefix: '/api' },
  )
  const document = openapi(server.served, {
    name: config.brand.name,
    url: `${config.publicUrl}/api`,
  })
  apiDocs(server, { title: `${config.brand.name} API`, document: () => document })
  health(server)
  await singleSignOn(server)
  await pages(server, { settings: settings(), secure: config.isSecure })
  return server
}

function health(server: Server): void {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    const isReady = await row(db, sql`select name from migrations limit 1`).then(
      Boolean,
      () => false,
    )
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}

function settings() {
  return {
    usersApi: config.usersApiUrl,
    adminApi: config.adminApiUrl,
    businessHubUrl: config.businessHubUrl,
    onboardingUrl: config.onboardingUrl,
    sandboxBusinessHubUrl: config.sandboxBusinessHubUrl,
    sandboxSsoUrl: config.sandboxSsoUrl,
    humanCheck: { kind: config.humanCheck.kind, siteKey: config.humanCheck.siteKey },
    brand: config.brand,
    mfaRequired: config.mfaRequired,
  }
}
