// own process: compares all platforms, companies and admins
import { deepEqual, equal, match } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { createPool, db, run, scalars } from '#server/db.ts'
import { applyText, exportText, systemActions } from '#test/configuration.ts'
import { updateRows } from '#test/rows.ts'
import { addOwners } from './owners.ts'
import { variablesOf } from './register.ts'
import { firstPlatforms, seed } from './seed.ts'

const secrets = {
  password: 'Quay-Lantern-7Zr',
  adminPassword: 'Lamp-Harbour-4Kt',
  clientSecrets: { 'business-hub': 'a'.repeat(32), onboarding: 'b'.repeat(32) },
  sampleSecret: 'c'.repeat(32),
}
const samples = ['payouts', 'reporting', 'cards', 'tax-documents'].map((id) => ({
  id,
  name: id,
  url: `http://127.0.0.1:9/${id}`,
  clientSecret: 'd'.repeat(32),
}))

test('the demo’s platforms, companies and admins match its file, and applying the file again changes nothing', async (t) => {
  await seed(secrets, samples)
  await addOwners('no hash')
  const actions = new Set((await systemActions()).map((each) => each.split(' ')[0]))
  for (const each of ['platform_added', 'partner_added', 'admin_added'])
    equal(actions.has(each), true, each)
  deepEqual(
    await scalars(db)`select state from mails where kind in ('configuration-applied')`,
    [],
    'the first start notifies no admin',
  )
  Object.assign(process.env, variablesOf([...firstPlatforms(secrets), ...samples]))
  const text = await readFile('demo/portico.yaml', 'utf8')
  deepEqual(await applyText(t, text), { code: 0, text: 'Nothing to do.' })
  deepEqual(await applyText(t, await exportText(), ['--prune']), {
    code: 0,
    text: 'Nothing to do.',
  })

  await updateRows('partners', { name: 'Harbour Trading' }, { seats: 30 })
  const drift = await applyText(t, text, ['--dry-run'])
  equal(drift.code, 2)
  match(drift.text, /^~ companies Harbour Trading delegation\.seats: 30 → 25$/m)
})

test('after all demo data is deleted, applying the file restores it', async (t) => {
  const owner = createPool(config.databaseOwnerUrl, 1)
  await run(owner)`truncate subsystems, partners, admins cascade`.finally(() => owner.end())
  const { code, text } = await applyText(t, await readFile('demo/portico.yaml', 'utf8'))
  equal(code, 0, text)
  match(text, /^Done: 13 to add, 0 to change, 0 to remove\./m)
  const again = await applyText(t, await readFile('demo/portico.yaml', 'utf8'), ['--dry-run'])
  deepEqual([again.code, again.text.split('\n').at(-1)], [0, 'Nothing to do.'])
})

test('changes by visitors of the demo survive the next start, except addresses', async () => {
  await updateRows('subsystems', { id: 'payouts' }, { maxAgeMinutes: 30 })
  const moved = samples.map((each) => ({ ...each, url: `${each.url}/moved` }))
  await seed(secrets, moved)
  deepEqual(
    await scalars(db)`select url || ' ' || max_age_minutes from subsystems where id = 'payouts'`,
    ['http://127.0.0.1:9/payouts/moved 30'],
  )
})
