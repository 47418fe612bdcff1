import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { processReviews } from '#domain/platform-access/access-review-work.ts'
import { db } from '#server/db.ts'
import { addColleague, addDelegated, inviteBy, newRow } from '#test/delegated.ts'
import { ago, updateRows } from '#test/rows.ts'
import { requestAccess } from '../requests/contract.ts'
import { getCompanyWaiting } from './contract.ts'

const harbour = await addDelegated('Harbour Waiting')
const boss = await addColleague(harbour, ['owner'])
const auditor = await addColleague(harbour, ['auditor'])
const ada = await addColleague(harbour)
const [hub = ''] = harbour.platforms

const waiting = ({ browser }: typeof boss) => browser.call(getCompanyWaiting, {})

test('U17: the menu counts pending requests, users to review and pending invitations for administrators who can decide', async () => {
  deepEqual(await waiting(boss), { requests: 0, review: 0, invitations: 0 })
  await ada.browser.call(requestAccess, { body: { subsystem: hub, reason: '' } })
  await inviteBy(boss, [newRow()])
  const due = { reviewMonths: 6, createdAt: ago('7 months') }
  await updateRows('partners', { id: harbour.partnerId }, due)
  await processReviews(db)
  // The owner does not review their own access.
  deepEqual(await waiting(boss), { requests: 1, review: 2, invitations: 1 })
  deepEqual(await waiting(auditor), { requests: 0, review: 0, invitations: 0 })
})
