// covers pages/help, pages/terms
import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { listRequirements, exportRequirements } from '../../features/admin/compliance/contract.ts'
import { getIncident } from '../../features/admin/incidents/contract.ts'
import { getOverview } from '../../features/admin/overview/contract.ts'
import { searchEverything } from '../../features/admin/search/contract.ts'
import { openBrowser } from './browser.ts'
import { newUser } from './people.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'

test('public pages respond with a document', async () => {
  const { fetch } = openBrowser(place.url)
  for (const path of ['/login', '/terms-conditions', '/developers', '/admin/login']) {
    const answer = await fetch(path, { headers: { accept: 'text/html' } })
    equal(answer.status, 200, path)
    match(await answer.text(), /<title>[^<]+<\/title>/, path)
  }
})

test('the help page responds with a document to a logged-in user', async () => {
  const { browser } = await newUser()
  const answer = await browser.fetch('/main/help', { headers: { accept: 'text/html' } })
  equal(answer.status, 200)
  match(await answer.text(), /<title>[^<]+<\/title>/)
})

test('an admin finds a user, and sees overview, failed logins and requirements', async () => {
  const user = await newUser()
  const { call } = admin.browser
  const { series } = await call(getOverview, { query: {} })
  equal(series.length > 0, true)
  const [first, last] = [series.at(0), series.at(-1)]
  const query = { from: first?.from ?? '', to: last?.from ?? '' }
  equal((await call(getIncident, { query })).from, query.from)
  equal((await call(listRequirements, {})).length > 0, true)
  match(await ((await call(exportRequirements, {})) as Blob).text(), /"clause"/)
  const results = await call(searchEverything, { query: { q: user.email } })
  match(JSON.stringify(results), new RegExp(user.id))
})
