import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addColleague, addDelegated, inviteBy, newRow } from '#test/delegated.ts'
import { updateRows } from '#test/rows.ts'
import { getCompanyOverview } from './contract.ts'

test('U17: the overview has the invitations that expire within two days, only of the own company and for those who invite', async () => {
  const harbour = await addDelegated('Harbour Overview')
  const owner = await addColleague(harbour, ['owner'])
  const auditor = await addColleague(harbour, ['auditor'])
  const other = await addColleague(await addDelegated('Quay Overview'), ['owner'])
  const [soon, later] = [newRow(), newRow()]
  const [invitation] = await inviteBy(owner, [soon, later])
  const expiresAt = new Date(Date.now() + 86_400_000)
  await updateRows('one_time_links', { invitationId: invitation?.id }, { expiresAt })
  const expiringFor = async ({ browser }: typeof owner) =>
    (await browser.call(getCompanyOverview, {})).expiring?.map(({ email }) => email)
  deepEqual(await expiringFor(owner), [soon.email])
  deepEqual(await expiringFor(auditor), [])
  deepEqual(await expiringFor(other), [])
  equal((await owner.browser.call(getCompanyOverview, {})).waiting.invitations, 2)
})
