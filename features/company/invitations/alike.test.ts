import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addColleague, addDelegated, inviteBy, newRow } from '#test/delegated.ts'
import { addUser, type UserOptions } from '#test/people.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const [given] = harbour.platforms
const boss = await addColleague(harbour, ['owner'])
const rival = await addDelegated('Rival Ltd')
const competitor = await addColleague(rival, ['owner'])

const emailOf = async (options: UserOptions) =>
  (await addUser({ hasSecondFactor: false, ...options })).email

/** Every kind of address that is none of the company. */
const kinds: Record<string, () => Promise<string>> = {
  fresh: async () => newRow().email,
  'of another company': () => emailOf({ company: rival.name }),
  'of no company': () => emailOf({ company: null }),
  deactivated: async () => {
    const email = await emailOf({ company: rival.name })
    await updateRows('users', { email }, { active: false })
    return email
  },
  'invited by another company': async () => {
    const guest = newRow()
    await inviteBy(competitor, [guest])
    return guest.email
  },
}

/** What an administrator can learn of an address, also by a refusal, with the statements that the calls have sent. */
async function findAnswers(email: string) {
  let told: unknown
  const statements = await statementsOf(async () => {
    told = await findTold(newRow({ email })).catch(String)
  })
  return { told: JSON.stringify(told), statements }
}

async function findTold(guest: ReturnType<typeof newRow>) {
  const body = { subsystems: [given], rows: [guest] }
  const checked = await boss.browser.call(contract.checkGuests, { body })
  const [sent] = await inviteBy(boss, [guest], { subsystems: [given] })
  const [listed] = await boss.browser.call(contract.listCompanyInvitations, {
    query: { q: guest.email },
  })
  const params = { id: sent?.id ?? '' }
  await boss.browser.call(contract.resendCompanyInvitation, { params, body: {} })
  const { id: _, email: __, createdAt, expiresAt, sentAt: ___, ...facts } = listed!
  const days = Math.round((Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / 86_400_000)
  return { rows: checked.rows, state: sent?.state, facts, days }
}

test('U17: an address of another company, an unknown one and a fresh one answer alike, by the same statements', async () => {
  await findAnswers(newRow().email)
  const found = new Map<string, Awaited<ReturnType<typeof findAnswers>>>()
  for (const [kind, address] of Object.entries(kinds))
    found.set(kind, await findAnswers(await address()))
  const fresh = found.get('fresh')
  for (const [kind, { told, statements }] of found) {
    equal(told, fresh?.told, kind)
    deepEqual(statements, fresh?.statements, kind)
  }
})

test('U17: the times of the answers do not differ', async (t) => {
  const company = await addDelegated('Swift Ltd')
  const swift = await addColleague(company, ['owner'])
  const times: Record<string, number[]> = {}
  for (let one = 0; one < 15; one += 1) {
    for (const [kind, address] of Object.entries(kinds)) {
      const email = await address()
      const start = performance.now()
      await inviteBy(swift, [newRow({ email })])
      times[kind] = [...(times[kind] ?? []), performance.now() - start]
    }
  }
  // The quarter that a busy machine disturbs least.
  const quartiles = Object.fromEntries(
    Object.entries(times).map(([kind, all]) => [kind, all.toSorted((a, b) => a - b)[3] ?? 0]),
  )
  t.diagnostic(JSON.stringify(quartiles))
  const all = Object.values(quartiles)
  // The same statements: what remains is the noise of the machine.
  equal(Math.max(...all) < Math.min(...all) * 2 + 10, true, JSON.stringify(quartiles))
  await deleteRows('pgboss.job', { name: 'company-invitation' })
})
