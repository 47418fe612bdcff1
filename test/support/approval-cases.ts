import type { ApprovalAsked } from '#contract/call.ts'
import type { ApprovalKind } from '#contract/approval.ts'
import { db, run, scalar } from '#server/db.ts'
import { enter, requestApproval, type ApprovalCase } from './approval-requests.ts'
import { addSeniorAdmin } from './approvals.ts'
import { addAdmin, addUser, startUserSession, type TestUser, type Visitor } from './people.ts'
import { platformApprovalCases } from './platform-approval-cases.ts'
import { addService, newServiceFacts } from './service-accounts.ts'
import * as admins from '../../features/admin/admins/contract.ts'
import { startBulk } from '../../features/admin/bulk/contract.ts'
import { changePartner, getPartner } from '../../features/admin/companies/contract.ts'
import { addServiceAccount } from '../../features/admin/service-accounts/contract.ts'
import { activateUser, resetTwoFactor } from '../../features/admin/users/contract.ts'

let count = 0

const reason = 'Asked for in ticket 4711'

async function adminCase(
  isDone: (id: string) => Promise<boolean>,
  ask: (browser: Visitor, target: TestUser) => Promise<ApprovalAsked>,
): Promise<ApprovalCase> {
  const { asker, browser } = await enter()
  const target = await addSeniorAdmin({ firstname: 'Tara' })
  const { approval } = await ask(browser, target)
  return {
    asker,
    approvalId: approval.id,
    targetId: target.id,
    target,
    isDone: () => isDone(target.id),
    change: () => run(db)`update admins set version = version + 1 where id = ${target.id}`,
  }
}

const holds = async (text: string, id: string) =>
  (await db.query(`select ${text}`, [id])).rows[0]?.['holds'] === true

/** Kinds that an admin requests. A service account requests the other one: app/configuration-requests.test.ts. */
type KindOfAdmin = Exclude<ApprovalKind, 'configuration-apply'>

export const approvalCases: Readonly<Record<KindOfAdmin, () => Promise<ApprovalCase>>> = {
  ...platformApprovalCases,
  'replace-factors': async () => {
    const { asker, browser } = await enter()
    const { id } = await addUser()
    const { approval } = await requestApproval(browser, resetTwoFactor, {
      params: { id },
      body: { reason },
    })
    return {
      asker,
      approvalId: approval.id,
      targetId: id,
      isDone: () =>
        holds(
          `exists (select from one_time_links where user_id = $1 and kind = 'reset-mfa') as holds`,
          id,
        ),
    }
  },
  'admin-roles': () =>
    adminCase(
      (id) =>
        holds(
          `not exists (select from admin_roles where admin_id = $1 and role = 'super_admin') as holds`,
          id,
        ),
      (browser, { id }) =>
        requestApproval(browser, admins.setRoles, {
          params: { adminUserId: id },
          headers: {},
          body: { roles: ['auditor'], reason },
        }),
    ),
  'admin-reset': () =>
    adminCase(
      (id) => holds(`not exists (select from second_factors where user_id = $1) as holds`, id),
      (browser, { id }) =>
        requestApproval(browser, admins.resetAdmin, {
          params: { adminUserId: id },
          body: { reason },
        }),
    ),
  'admin-deactivate': () =>
    adminCase(
      (id) => holds(`exists (select from admins where id = $1 and not active) as holds`, id),
      (browser, { id }) =>
        requestApproval(browser, admins.deactivateAdmin, {
          params: { adminUserId: id },
          body: { reason },
        }),
    ),
  'admin-activate': async () => {
    const { asker, browser } = await enter()
    const target = await addSeniorAdmin({ firstname: 'Tara' })
    await run(db)`update admins set active = false where id = ${target.id}`
    const { approval } = await requestApproval(browser, admins.activateAdmin, {
      params: { adminUserId: target.id },
      body: { reason },
    })
    return {
      asker,
      approvalId: approval.id,
      targetId: target.id,
      isDone: () =>
        holds(`exists (select from admins where id = $1 and active) as holds`, target.id),
      change: () => run(db)`update admins set version = version + 1 where id = ${target.id}`,
    }
  },
  'admin-add': async () => {
    const { asker, browser } = await enter()
    count += 1
    const email = `new${count}@portico.example`
    const body = { email, firstname: 'Nina', lastname: 'Clarke', roles: ['auditor' as const] }
    const { approval } = await requestApproval(browser, admins.inviteAdmin, {
      body: { ...body, preferredLanguage: 'en', reason },
    })
    return {
      asker,
      approvalId: approval.id,
      targetId: email,
      isDone: () =>
        holds(
          `exists (select from admins where email = $1 and firstname = 'Nina') as holds`,
          email,
        ),
      change: () => addAdmin({ email, firstname: 'Other' }),
    }
  },
  'service-account-add': async () => {
    const { asker, browser } = await enter()
    count += 1
    const id = `svc-case-${count}`
    const { approval } = await requestApproval(browser, addServiceAccount, {
      body: { ...(await newServiceFacts()), id, reason },
    })
    return {
      asker,
      approvalId: approval.id,
      targetId: id,
      isDone: () =>
        holds(
          `exists (select from service_accounts where id = $1 and name = 'Nightly') as holds`,
          id,
        ),
      change: () => addService({ id, name: 'Other' }),
    }
  },
  'company-deactivate': async () => {
    const { asker, browser } = await enter()
    count += 1
    const company = `Company ${count}`
    for (let session = 0; session < 2; session += 1)
      await startUserSession(await addUser({ company }))
    const id = (await scalar<string>(db)`select id from partners where name = ${company}`) ?? ''
    const { etag, name, subsystems, ipAllowRules } = await browser.call(getPartner, {
      params: { id },
    })
    const { approval } = await requestApproval(browser, changePartner, {
      params: { id },
      headers: { 'if-match': etag },
      body: { name, subsystems, ipAllowRules, active: false },
    })
    return {
      asker,
      approvalId: approval.id,
      targetId: id,
      isDone: () =>
        holds(`exists (select from partners where id = $1 and not active) as holds`, id),
      change: () => run(db)`update partners set version = version + 1 where id = ${id}`,
    }
  },
  'users-deactivate': async () => {
    const { asker, browser } = await enter()
    const ids: string[] = []
    while (ids.length < 11) ids.push((await addUser()).id)
    const { approval } = await requestApproval(browser, startBulk, {
      body: { action: 'deactivate', ids, reason },
    })
    const targetId = await scalar<string>(db)`
      select target_id from approvals where id = ${approval.id}`
    return {
      asker,
      approvalId: approval.id,
      targetId: targetId ?? '',
      isDone: () =>
        holds(`exists (select from bulk_items where target_id = $1) as holds`, ids[0] ?? ''),
    }
  },
  'user-unlock': async () => {
    const { asker, browser } = await enter()
    const { id } = await addUser()
    await run(db)`update users set active = false, locked_by_owner_at = now() where id = ${id}`
    const { approval } = await requestApproval(browser, activateUser, {
      params: { id },
      body: { reason },
    })
    return {
      asker,
      approvalId: approval.id,
      targetId: id,
      isDone: () => holds(`exists (select from users where id = $1 and active) as holds`, id),
      // Unlocked and locked again since the request.
      change: () =>
        run(db)`update users set locked_by_owner_at = now() + interval '1 second' where id = ${id}`,
    }
  },
}
