import { etagOf, versionOf } from '#contract/fields.ts'
import { nameOf } from '#contract/full-name.ts'
import { findAdminOfActor } from '#domain/accounts/admin.ts'
import { listTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import {
  listServiceAccounts,
  type ServiceAccount,
} from '#domain/service-accounts/service-account.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import * as listing from './list-contract.ts'
import type { ServiceAccountReply } from './contract.ts'
import {
  addServiceAccount,
  changeServiceAccount,
  requireServiceAccount,
  revokeServiceAccount,
} from './save.ts'

export function serviceAccountRoutes(server: Server): void {
  serve(server, listing.listServiceAccounts, async ({ query: { state: states } }) =>
    (await listServiceAccounts(db))
      .map((each) => ({ ...each, state: stateOf(each) }))
      .filter(({ state }) => states?.includes(state) ?? true),
  )
  serve(server, contract.getServiceAccountTerms, async () => ({
    takesTwoPeople: (await listTwoPersonKinds(db)).includes('service-account-add'),
  }))
  serve(server, contract.getServiceAccount, ({ params }) => describeById(params.id))
  serve(
    server,
    contract.addServiceAccount,
    async ({ body, caller }) =>
      (await addServiceAccount(db, caller, body)) ?? describeById(body.id),
  )
  serve(
    server,
    contract.changeServiceAccount,
    async ({ params: { id }, headers, body, caller }) => {
      const version = versionOf(headers['if-match'])
      const approval = await changeServiceAccount(db, caller, { id, version, input: body })
      return approval ?? describeById(id)
    },
  )
  serve(server, contract.revokeServiceAccount, async ({ params, caller }) => {
    await revokeServiceAccount(db, caller, params.id)
    return describeById(params.id)
  })
}

async function describeById(id: string) {
  return describe(await requireServiceAccount(db, id))
}

async function describe({ version, madeBy, ...account }: ServiceAccount) {
  const maker = await findAdminOfActor(db, madeBy)
  return {
    ...account,
    state: stateOf(account),
    jwks: account.jwks as ServiceAccountReply['jwks'],
    madeBy: maker ? nameOf(maker) : null,
    etag: etagOf(version),
  }
}

type Lifetime = Pick<ServiceAccount, 'expiresAt' | 'revokedAt'>

function stateOf({ revokedAt, expiresAt }: Lifetime): ServiceAccountReply['state'] {
  if (revokedAt) return 'revoked'
  return expiresAt > new Date() ? 'active' : 'expired'
}
