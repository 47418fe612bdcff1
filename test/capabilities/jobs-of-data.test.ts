// covers admin/keys, job:fill-user-search-text, job:fill-partner-search-text
// covers job:fill-invitation-search-text, job:take-snapshot, job:note-two-person-kinds
// covers job:hash-encrypted-secrets, job:rotate-aged-key, queue:given-up-mail, job:purge-expired
// covers job:purge-retained
import { equal, ok } from 'node:assert/strict'
import * as client from 'openid-client'
import { listPartners } from '../../features/admin/companies/contract.ts'
import { listInvitations } from '../../features/admin/invitations/contract.ts'
import { getOverview } from '../../features/admin/overview/contract.ts'
import { listUndelivered } from '../../features/admin/users/undelivered-contract.ts'
import { listUsers } from '../../features/admin/users/contract.ts'
import { testDueWork, type DueWork } from './due-work.ts'
import { encrypt } from './encryption.ts'
import { addExpiredRows, addRetainedRows, expectDeleted } from './expired-rows.ts'
import { mails, newCompany, newInvitation, newUser } from './people.ts'
import { place } from './place.ts'
import { newPlatform } from './platforms.ts'
import { admin } from './staff.ts'
import { executeSql } from './time.ts'
import { until } from './until.ts'

const { call } = admin.browser

const cases: DueWork[] = [
  {
    title: 'missing search texts of users, companies and invitations are filled in',
    prepare: async () => {
      const company = await newCompany()
      const user = await newUser({ companyId: company.id })
      const invitation = await newInvitation({ companyId: company.id })
      await forgetSearchText('users', user.id)
      await forgetSearchText('partners', company.id)
      await forgetSearchText('invitations', invitation.id)
      return async () => {
        for (const [table, id] of [
          ['users', user.id],
          ['partners', company.id],
          ['invitations', invitation.id],
        ] as const)
          await until(`the search text of ${table}`, async () => {
            const sql = `select from ${table} where id = $1 and search_text <> ''`
            return (await executeSql(sql, [id])).length > 0
          })
        equal((await call(listUsers, { query: { q: user.email } }))[0]?.id, user.id)
        equal((await call(listPartners, { query: { q: company.name } }))[0]?.id, company.id)
        const [listed] = await call(listInvitations, { query: { q: invitation.email } })
        equal(listed?.id, invitation.id)
      }
    },
  },
  {
    title: 'the overview takes a new snapshot',
    prepare: async () => {
      const [{ now } = { now: new Date() }] = await executeSql<{ now: Date }>('select now()')
      await executeSql(`update snapshots set taken_at = taken_at - interval '1 hour'`)
      await executeSql(`insert into snapshots (taken_at, counts) values ($1, '{}')`, [
        new Date(now.getTime() - 101 * 86_400_000),
      ])
      return async () => {
        await until('a snapshot', async () => {
          const { statesAsOf } = await call(getOverview, { query: {} })
          return statesAsOf !== null && new Date(statesAsOf) >= now
        })
        await until('the end of old snapshots', async () => {
          const old = `select from snapshots where taken_at < now() - interval '100 days'`
          return (await executeSql(old)).length === 0
        })
      }
    },
  },
  {
    title: 'two-person approval is switched on once two admins can share it',
    prepare: async () => {
      await executeSql('delete from two_person_kinds')
      return () =>
        until('the kinds of approvals', async () => {
          const rows = await executeSql(`select from two_person_kinds where kind = 'admin-add'`)
          return rows.length > 0
        })
    },
  },
  {
    title:
      'a client secret that an earlier version encrypted is replaced by a hash, and still works',
    prepare: async () => {
      const platform = await newPlatform({ mayInvite: true })
      const key = place.environment['SECRET_KEYS'] ?? ''
      await executeSql(
        `update subsystems set client_secret = $2, client_secret_hash = null where id = $1`,
        [platform.id, encrypt(key, 'client-secret', platform.id, platform.clientSecret)],
      )
      await executeSql(`update migrations set applied_at = applied_at - interval '2 hours'`)
      return async () => {
        await until('the hash', async () => {
          const sql = `select from subsystems where id = $1 and client_secret is null`
          return (await executeSql(sql, [platform.id])).length > 0
        })
        ok(await client.clientCredentialsGrant(platform.config, { scope: 'invitations' }))
      }
    },
  },
  {
    title: 'a signing key older than 91 days is replaced by a new one, which is published',
    prepare: async () => {
      const before = await publishedKeys()
      await executeSql(
        `update signing_keys set created_at = created_at - interval '91 days'
         where use = 'oidc' and retired_at is null`,
      )
      return () =>
        until('the new key', async () =>
          (await publishedKeys()).some((kid) => !before.includes(kid)),
        )
    },
  },
  {
    title: 'a mail whose last attempt failed with its worker is listed as undelivered',
    prepare: async () => {
      const user = await newUser()
      await mails.next(user.email, /Welcome/)
      const [mail] = await executeSql<{ id: string }>(
        `select id from mails where user_id = $1 and kind = 'welcome'`,
        [user.id],
      )
      await until('the end of the job', async () => {
        const sql = `update pgboss.job set state = 'active', retry_count = retry_limit, completed_on = null,
             started_on = now() - interval '1 hour'
           where name = 'mail' and data ->> 'mailId' = $1 and state = 'completed' returning id`
        return (await executeSql(sql, [mail?.id])).length > 0
      })
      await executeSql(`update mails set state = 'queued', sent_at = null where id = $1`, [
        mail?.id,
      ])
      return () =>
        until('the undelivered mail', async () => {
          const query = { q: user.email, state: 'failed' as const }
          return (await call(listUndelivered, { query })).some(({ id }) => id === mail?.id)
        })
    },
  },
  {
    title: 'expired rows are deleted',
    prepare: async () => {
      const all = await addExpiredRows()
      return () => Promise.all(all.map(expectDeleted))
    },
  },
  {
    title: 'rows are deleted after their retention',
    prepare: async () => {
      const all = await addRetainedRows()
      return () => Promise.all(all.map(expectDeleted))
    },
  },
]

testDueWork('a worker runs the due jobs for data', cases, { TWO_PERSON: 'auto' })

async function forgetSearchText(table: string, id: string): Promise<void> {
  await executeSql(`update ${table} set search_text = null where id = $1`, [id])
}

async function publishedKeys(): Promise<string[]> {
  const answer = await fetch(new URL('/oidc/jwks', place.url))
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}
