import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addColleague, addDelegated, inviteBy, newRow } from '#test/delegated.ts'
import { addUser, type UserOptions } from '#test/people.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const [hub] = harbour.platforms
const boss = await addColleague(harbour, ['owner'])
const rival = await addDelegated('Rival Ltd')
const competitor = await addColleague(rival, ['owner'])

const addUserEmail = async (options: UserOptions) =>
  (await addUser({ hasSecondFactor: false, ...options })).email

/** Kinds of addresses that are not of the company, each with a function that creates one. */
const kinds: Record<string, () => Promise<string>> = {
  fresh: async () => newRow().email,
  'of another company': () => addUserEmail({ company: rival.name }),
  'of no company': () => addUserEmail({ company: null }),
  deactivated: async () => {
    const email = await addUserEmail({ company: rival.name })
    await updateRows('users', { email }, { active: false })
    return email
  },
  'invited by another company': async () => {
    const guest = newRow()
    await inviteBy(competitor, [guest])
    return guest.email
  },
}

/** Returns the responses about an address, including refusals, and the statements that the calls ran. */
async function observe(email: string) {
  let responses: unknown
  const statements = await statementsOf(async () => {
    responses = await collectResponses(newRow({ email })).catch(String)
  })
  return { responses: JSON.stringify(responses), statements }
}

async function collectResponses(guest: ReturnType<typeof newRow>) {
  const body = { subsystems: [hub], rows: [guest] }
  const checked = await boss.browser.call(contract.checkGuests, { body })
  const [invitation] = await inviteBy(boss, [guest], { subsystems: [hub] })
  const [listed] = await boss.browser.call(contract.listCompanyInvitations, {
    query: { q: guest.email },
  })
  const params = { id: invitation?.id ?? '' }
  await boss.browser.call(contract.resendCompanyInvitation, { params, body: {} })
  const { id: _, email: __, createdAt, expiresAt, sentAt: ___, ...facts } = listed!
  const days = Math.round((Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / 86_400_000)
  return { rows: checked.rows, state: invitation?.state, facts, days }
}

test('U17: addresses that are not of the company get the same responses by the same statements', async () => {
  await observe(newRow().email)
  const observations = new Map<string, Awaited<ReturnType<typeof observe>>>()
  for (const [kind, address] of Object.entries(kinds))
    observations.set(kind, await observe(await address()))
  const fresh = observations.get('fresh')
  for (const [kind, { responses, statements }] of observations) {
    equal(responses, fresh?.responses, kind)
    deepEqual(statements, fresh?.statements, kind)
  }
})

test('U17: response times do not differ between kinds of addresses', async (t) => {
  const company = await addDelegated('Swift Ltd')
  const swift = await addColleague(company, ['owner'])
  const times: Record<string, number[]> = {}
  for (let count = 0; count < 15; count += 1) {
    for (const [kind, address] of Object.entries(kinds)) {
      const email = await address()
      const start = performance.now()
      await inviteBy(swift, [newRow({ email })])
      times[kind] = [...(times[kind] ?? []), performance.now() - start]
    }
  }
  // The quartile that a busy machine disturbs least.
  const quartiles = Object.fromEntries(
    Object.entries(times).map(([kind, all]) => [kind, all.toSorted((a, b) => a - b)[3] ?? 0]),
  )
  t.diagnostic(JSON.stringify(quartiles))
  const all = Object.values(quartiles)
  // The statements are equal, so only noise of the machine remains.
  equal(Math.max(...all) < Math.min(...all) * 2 + 10, true, JSON.stringify(quartiles))
  await deleteRows('pgboss.job', { name: 'company-invitation' })
})
