import cors from '@fastify/cors'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Brand } from '#server/brand.ts'
import { brandIcon } from '#server/brand-icon.ts'
import { config } from '#server/config.ts'
import type { Part } from '#server/config-server.ts'
import { isAdminUrl } from '#server/cookies.ts'
import { registerCsrf } from '#server/csrf.ts'
import { recoveryDelayHours } from '#domain/sign-in/recovery.ts'
import { recordRefusedAccess } from '#domain/audit/refused-access.ts'
import { onRefusedAccess } from '#server/access-refusal.ts'
import { currentBrand } from '#server/current-brand.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { answerUnrouted, createServer, type Server } from '#server/http.ts'
import { forwardAuth } from '../features/platforms/forward-auth/routes.ts'
import { authProxyRoutes } from '../features/account/sign-in/routes.ts'
import { platformApi } from '../features/platforms/api/routes.ts'
import { sandboxKeys } from '../features/platforms/sandbox/routes.ts'
import { singleSignOn } from '../features/platforms/single-sign-on/routes.ts'
import { corsOptions } from './cors.ts'
import { adminDevelopersPath, developerPages, developersPath } from './developers.ts'
import { apiDocs } from './docs.ts'
import { errorPage } from './error-page.ts'
import { health } from './health.ts'
import { keepHostsApart, pageOriginOf } from './hosts.ts'
import { identify } from './identify.ts'
import { openapi } from './openapi.ts'
import { findOperationNames } from './operation-names.ts'
import { hasOwnIcon, logosOf, pageStyle } from './brand.ts'
import { brandPreviews } from './brand-preview.ts'
import { pages } from './pages.ts'
import { routes } from './registry/routes.ts'
import { wellKnown } from './well-known.ts'

const areas = ['users', 'admin'] as const

/** Builds the server with the parts that SERVE names; `extend` adds to it. Reads the signing keys from the database. */
export async function buildServer(extend?: (server: Server) => void): Promise<Server> {
  const server = createServer(identify)
  extend?.(server)
  onRefusedAccess((kind, caller) => {
    void recordRefusedAccess(db, kind, caller).catch((error: unknown) =>
      logger.error({ err: error }),
    )
  })
  server.decorate('errorPage', errorPage)
  keepHostsApart(server)
  await registerApi(server)
  describe(server)
  health(server)
  wellKnown(server)
  await pageStyle(server, currentBrand)
  if (serves('sso')) {
    await singleSignOn(server)
    forwardAuth(server)
  }
  if (serves('users')) sandboxKeys(server)
  if (serves('admin') && config.adminSignIn === 'oidc') await authProxyRoutes(server)
  if (serves('admin')) brandPreviews(server, settingsOf)
  const settings = () => settingsOf(currentBrand())
  await pages(server, { settings, areas: areas.filter(serves) })
  return server
}

/** Registers the endpoints below /api and /platform. Needs no database. */
export async function registerApi(server: Server): Promise<void> {
  // CSRF and CORS apply below /api only, not to the provider, the pages and the health checks.
  await server.register(
    async (api) => {
      api.addHook('onRequest', (_, reply, done) => {
        reply.header('cache-control', 'no-store')
        done()
      })
      await api.register(cors, { delegator: corsOptions })
      registerCsrf(api, pageOriginOf)
      // Errors carry the CSRF token, too, even where there is no endpoint.
      api.setNotFoundHandler((request, reply) => answerUnrouted(request, reply))
      api.get('/*', (_, reply) => reply.callNotFound())
      for (const area of areas.filter(serves)) for (const register of routes[area]) register(api)
    },
    { prefix: '/api' },
  )
  if (serves('sso')) await server.register(platformApi)
}

/**
 * Serves the description of the API. If it is split, as in production, only admins can read the calls of the admin
 * area, at its host.
 */
function describe(server: Server): void {
  const isSplit = config.apiDocs === 'split'
  const publicDocument = () => describeApi(server, ({ path }) => !isSplit || !isAdminCall(path))
  apiDocs(server, {
    base: '/api',
    access: 'anyone',
    document: publicDocument,
    pages: developersPath,
  })
  developerPages(server, { isSplit, servesAdmins: serves('admin') })
  if (!isSplit || !serves('admin')) return
  const adminDocument = () => describeApi(server, ({ path }) => isAdminCall(path))
  const pages = adminDevelopersPath
  apiDocs(server, { base: '/api/admin', access: 'admin', document: adminDocument, pages })
}

function isAdminCall(path: string): boolean {
  return isAdminUrl(`/api${path}`)
}

/** Returns the OpenAPI document of the registered endpoints, or of those that `isDescribed` selects. */
export async function describeApi(
  server: Server,
  isDescribed: (endpoint: Endpoint) => boolean = () => true,
): Promise<object> {
  return openapi(server.endpoints, {
    names: await findOperationNames(),
    isDescribed,
    name: currentBrand().name,
    url: serves('users') ? config.publicUrl : config.adminUrl,
    publicUrl: config.publicUrl,
  })
}

function serves(part: Part): boolean {
  return config.serve.includes(part)
}

/** Returns the settings that pages read at run time, except the language and host of a page. */
function settingsOf(brand: Brand) {
  const { name, legalName, regulator, licenseNumber, statusUrl } = brand
  const { supportEmail, texts } = brand
  return {
    publicUrl: config.publicUrl,
    usersApi: config.usersApiUrl,
    adminApi: config.adminApiUrl,
    adminSignIn: config.adminSignIn,
    businessHubUrl: config.businessHubUrl,
    onboardingUrl: config.onboardingUrl,
    sandboxBusinessHubUrl: config.sandboxBusinessHubUrl,
    sandboxSsoUrl: config.sandboxSsoUrl,
    isSandbox: config.sandboxTrustedIssuer !== '',
    isProduction: config.isProduction,
    isLoginUniform: config.loginUniform,
    isStepUpByTwo: config.stepUpFactors === 2,
    humanCheck: { kind: 'altcha' as const, siteKey: config.humanCheckSiteKey },
    brand: {
      name,
      supportEmail,
      ...logosOf(brand),
      icon: hasOwnIcon(brand) ? brandIcon(brand) : undefined,
      tagline: texts.tagline,
      claim: texts.claim,
      claimSource: texts.claimSource,
      legalName: legalName === name ? undefined : legalName,
      regulator: regulator || undefined,
      licenseNumber: licenseNumber || undefined,
      statusUrl: statusUrl || undefined,
      terms: texts.terms,
    },
    mfaRequired: config.mfaRequired,
    recoveryHours: recoveryDelayHours,
    idleMinutes: { user: config.sessionIdleMinutes, admin: config.adminSessionIdleMinutes },
    passkeys: { user: config.passkeys.users.mode, admin: config.passkeys.admins.mode },
  }
}
