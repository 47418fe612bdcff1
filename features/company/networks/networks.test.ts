import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { auditOf } from '#test/audit.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import { addPlatform, refusedWith } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const [hub, vault] = harbour.platforms
const { browser, id: userId } = await addColleague(harbour, ['security'])
/** A network with the IP address that `addColleague` uses for its browser. */
const here = '198.51.100.0/24'
const elsewhere = '203.0.113.0/24'

const read = () => browser.call(contract.getNetworks, {})

type Rule = { subsystem: string | null; cidr: string; name?: string }

const rules = (...all: [string | null, string][]) =>
  all.map(([subsystem, cidr]) => ({ subsystem, cidr, name: '' }))

async function save(ipAllowRules: Rule[], iKnow?: boolean, etag?: string) {
  const headers = { 'if-match': etag ?? (await read()).etag }
  return browser.call(contract.setNetworks, { headers, body: { ipAllowRules, iKnow } })
}

test('U17: the networks of the company are read and saved, and the audit log contains the values before and after', async () => {
  const before = await read()
  deepEqual(
    [before.platforms.map(({ id }) => id), before.yourAddress, before.ipAllowRules],
    [[hub], '198.51.100.42', []],
  )
  const rule = { subsystem: null, cidr: here, name: 'Lisbon office' }
  deepEqual((await save([rule])).ipAllowRules, [rule])
  const [row] = await auditOf(harbour.partnerId)
  deepEqual(
    [row?.action, row?.actorId, row?.subSystem, row?.data],
    [
      'partner_changed',
      userId,
      'company',
      { before: { ipAllowRules: [] }, after: { ipAllowRules: [rule] } },
    ],
  )
  await refusedWith(errorCodes.changedMeanwhile, save([], false, before.etag))
  await save([])
})

test('409007 ownAddressExcluded U17: networks that exclude the own address must be confirmed', async () => {
  const excluding = [
    rules([null, elsewhere]),
    rules([hub, elsewhere]),
    rules([null, here], [hub, elsewhere]).slice(1),
  ]
  for (const each of excluding) await refusedWith(errorCodes.ownAddressExcluded, save(each))
  const including = [
    rules([null, here]),
    rules([hub, here]),
    rules([null, here], [hub, elsewhere]),
    rules([hub, here], [vault, here]),
    [],
  ]
  for (const each of including) equal((await save(each)).ipAllowRules.length, each.length)
  equal((await save(rules([null, elsewhere]), true)).ipAllowRules.length, 1)
  await save([])
})

const idsOf = ({ platforms }: contract.Networks) => platforms.map(({ id }) => id)

test('3K5: The platforms of the networks are those that the company grants, and those with a network', async () => {
  const dock = await addDelegated('Dock Ltd')
  const guard = await addColleague(dock, ['security'])
  const change = async (ipAllowRules: Rule[]) => {
    const { etag } = await guard.browser.call(contract.getNetworks, {})
    const body = { ipAllowRules, iKnow: true }
    return guard.browser.call(contract.setNetworks, { headers: { 'if-match': etag }, body })
  }
  const [first = '', second = ''] = dock.platforms
  await change(rules([second, elsewhere]))
  await updateRows('partners', { id: dock.partnerId }, { delegatedSubsystems: [first] })
  deepEqual(idsOf(await guard.browser.call(contract.getNetworks, {})), [first, second])
  deepEqual(idsOf(await change([])), [first])
})

test('U17: a network must be for a platform of the company, and the preview counts only its own users', async () => {
  await addPlatform({ id: 'foreign' })
  const rules = [{ subsystem: 'foreign', cidr: here }]
  await refusedWith(errorCodes.invalidInput, save(rules))
  await refusedWith(
    errorCodes.invalidInput,
    browser.call(contract.previewNetworks, { body: { ipAllowRules: rules } }),
  )
  const body = { ipAllowRules: [{ subsystem: null, cidr: elsewhere }] }
  const { people } = await browser.call(contract.previewNetworks, { body })
  equal(people, 0)
})
