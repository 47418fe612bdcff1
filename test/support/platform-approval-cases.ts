import { ok } from 'node:assert/strict'
import type { CallInput } from '#contract/endpoint.ts'
import { etagOf } from '#contract/fields.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { findApi, findApiById } from '#domain/service-accounts/api.ts'
import { db, run } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { addApi } from './apis.ts'
import { enter, requestApproval, type ApprovalCase } from './approval-requests.ts'
import { addPlatform } from './people.ts'
import { newRegistration } from './registered-platforms.ts'
import { addApi as addApiEndpoint, replaceApiSecret } from '../../features/admin/apis/contract.ts'
import * as platforms from '../../features/admin/platforms/contract.ts'

let count = 0

/** Requests about platforms and APIs. */
export const platformApprovalCases = {
  'platform-addresses': async (): Promise<ApprovalCase> => {
    const { asker, browser } = await enter()
    count += 1
    const id = `shop-${count}`
    const url = `https://${id}.example`
    await addPlatform({ id, url, redirectUris: [`${url}/first`] })
    const { approval } = await requestApproval(browser, platforms.changePlatform, await withUri(id))
    return {
      asker,
      approvalId: approval.id,
      targetId: id,
      isDone: async () => (await findSubsystem(db, id))?.redirectUris.length === 2,
      change: () => run(db)`update subsystems set version = version + 1 where id = ${id}`,
    }
  },
  'platform-add': async (): Promise<ApprovalCase> => {
    const { asker, browser } = await enter()
    const body = newRegistration()
    const { id } = body
    const { approval } = await requestApproval(browser, platforms.addPlatform, { body })
    return {
      asker,
      approvalId: approval.id,
      targetId: id,
      isDone: async () => (await findSubsystem(db, id))?.name === body.name,
      change: () => addPlatform({ id, name: `Other ${id}` }),
    }
  },
  'api-add': async (): Promise<ApprovalCase> => {
    const { asker, browser } = await enter()
    count += 1
    const id = `https://api.example.com/added-${count}`
    const facts = { name: 'Orders', scopes: ['orders.read'], format: 'jwt' as const, active: true }
    const body = { id, ...facts }
    const { approval } = await requestApproval(browser, addApiEndpoint, { body })
    return {
      asker,
      approvalId: approval.id,
      targetId: id,
      isDone: async () => (await findApiById(db, id))?.name === facts.name,
      change: () => addApi({ id, name: 'Other orders' }),
    }
  },
  'api-secret': async (): Promise<ApprovalCase> => {
    const { asker, browser } = await enter()
    const { clientId } = await addApi()
    const asked = await requestApproval(browser, replaceApiSecret, {
      params: { clientId },
      headers: { 'if-match': etagOf((await findApi(db, clientId))?.version ?? 0) },
      body: { graceHours: 24 },
    })
    const hash = tokenHash(asked.clientSecret ?? '')
    return {
      asker,
      approvalId: asked.approval.id,
      targetId: clientId,
      isDone: async () => (await findApi(db, clientId))?.clientSecretHash.equals(hash) ?? false,
      change: () => run(db)`update apis set version = version + 1 where client_id = ${clientId}`,
    }
  },
}

/** Returns the call that adds a redirect URI to a platform. */
async function withUri(id: string): Promise<CallInput<typeof platforms.changePlatform>> {
  const platform = await findSubsystem(db, id)
  ok(platform)
  const { name, url, active, jwksUri, pkce, mayInvite, redirectUris, postLogoutUris } = platform
  const { backchannelLogoutUri, origins, entryOrigin, version } = platform
  return {
    params: { id },
    headers: { 'if-match': etagOf(version) },
    body: {
      name,
      url,
      active,
      jwks: null,
      jwksUri,
      pkce,
      mayInvite,
      postLogoutUris,
      backchannelLogoutUri,
      origins,
      entryOrigin,
      proof: 'none',
      redirectUris: [...redirectUris, `${url}/second`],
    },
  }
}
