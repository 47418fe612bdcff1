import { versionOf } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { loginScopes } from '#contract/scope.ts'
import { listApis } from '#domain/service-accounts/api.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { listClientRefusals } from '#domain/platforms/client-refusal.ts'
import { callerIdOf } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { sendCsv } from '#server/csv.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import { acceptPng } from '#server/png.ts'
import { addOrRequest, changeOrRequest, replaceOrRequest } from './approvals.ts'
import * as contract from './contract.ts'
import { csvOfPlatforms } from './export-csv.ts'
import {
  countLoginsOfLastHour,
  countPlatforms,
  countReach,
  countUsers,
  findLastOpened,
  findPlatform,
  findPlatforms,
  withUse,
} from './list.ts'
import * as logos from './logo-contract.ts'
import { removeLogo, setLogo } from './logo.ts'
import { previewClaims, type DescribeUser } from './preview-claims.ts'
import * as tests from './test-contract.ts'
import { beginTestLogin, finishTestLogin, type RedeemCode } from './test-login.ts'
import { resendNotifications } from './save.ts'

/** The OpenID provider: `redeem` exchanges the code of a test login, `describe` returns the claims of a login. */
type OpenIdProvider = { redeem: RedeemCode; describe: DescribeUser }

export function platformRoutes(server: Server, provider: OpenIdProvider): void {
  serve(server, contract.listPlatforms, (call) =>
    findPage(
      call,
      `platforms for ${callerIdOf(call.caller)}`,
      async (page) => withUse(call.reader, await findPlatforms(call.reader, call.query, page)),
      () => countPlatforms(call.reader, call.query),
    ),
  )
  exportRoute(server)
  serve(server, contract.getPlatform, async ({ params }) => {
    const platform = await requirePlatform(params.id)
    const issuer = `${config.publicUrl}/oidc`
    return {
      ...platform,
      settings: {
        issuer,
        discovery: `${issuer}/.well-known/openid-configuration`,
        scopes: [...loginScopes, ...platform.extraScopes].join(' '),
      },
      offeredApis: await findOfferedApis(),
      effect: { people: await countUsers(db, params.id) },
      loginsOfLastHour: await countLoginsOfLastHour(db, params.id),
      reach: await countReach(db, params.id),
      openedAt: (await findLastOpened(db, params.id))?.toISOString() ?? null,
      refusals: await listClientRefusals(db, params.id),
    }
  })
  serve(server, contract.addPlatform, async ({ body, caller }) => {
    const result = await addOrRequest(db, caller, body)
    return 'approval' in result ? result : { id: body.id, ...result }
  })
  serve(server, contract.changePlatform, async ({ params, headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    const result = await changeOrRequest(db, caller, { id: params.id, version, input: body })
    return 'approval' in result ? result : { ...(await requirePlatform(params.id)), ...result }
  })
  serve(server, contract.replaceSecret, async ({ params, headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    const result = await replaceOrRequest(db, caller, { ...params, ...body, version })
    return 'approval' in result ? result : { ...(await requirePlatform(params.id)), ...result }
  })
  logoRoutes(server)
  serve(server, contract.resendNotifications, async ({ params, caller }) => {
    const { id } = await requirePlatform(params.id)
    return { again: await resendNotifications(db, caller, id) }
  })
  testRoutes(server, provider)
}

function testRoutes(server: Server, { redeem, describe }: OpenIdProvider): void {
  serve(server, tests.beginTestLogin, ({ params, caller }) => beginTestLogin(db, caller, params.id))
  serve(server, tests.finishTestLogin, ({ params, body, caller }) =>
    finishTestLogin(db, caller, redeem, { ...body, platformId: params.id }),
  )
  serve(server, tests.previewClaims, ({ params, body, caller }) =>
    previewClaims(db, caller, describe, { ...body, platformId: params.id }),
  )
}

function logoRoutes(server: Server): void {
  serve(server, logos.removeLogo, async ({ params, caller }) => {
    await removeLogo(db, caller, params.id)
    return {}
  })
  // Only this endpoint accepts a body that is not JSON.
  server.register(async (scope) => {
    acceptPng(scope)
    serve(scope, logos.setLogo, async ({ params, body, caller }) => ({
      logo: await setLogo(db, caller, { ...params, bytes: body as Buffer }),
    }))
  })
}

async function findOfferedApis() {
  const active = (await listApis(db)).filter((api) => api.active)
  return active.map(({ id, name, scopes }) => ({ id, name, scopes }))
}

async function requirePlatform(id: string) {
  const platform = await findPlatform(db, id)
  if (!platform) throw new Refusal(commonErrors.notFound)
  return platform
}

function exportRoute(server: Server): void {
  serve(server, contract.exportPlatforms, ({ query, caller, reply, reader }) =>
    sendCsv(reply, 'platforms', csvOfPlatforms(reader, query), () =>
      recordAudit(db, caller, 'platforms_exported', { data: { filters: query } }),
    ),
  )
}
