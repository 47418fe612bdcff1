import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'

process.env['API_DOCS'] = 'split'
const { addAdmin, addUser, logIn, logInAdmin } = await import('#test/people.ts')
const { readConfig } = await import('#server/config.ts')

type Paths = { paths: Record<string, unknown> }

test('S15: split, the description of the API has no call of the admin area, and admins read those', async () => {
  const user = await logIn(await addUser())
  const open = (await (await user.fetch('/api/openapi.json')).json()) as Paths
  const [first] = Object.keys(open.paths).filter((path) => path.startsWith('/api/admin'))
  equal(first, undefined)
  ok('/api/users/me' in open.paths && '/platform/invitations' in open.paths)
  const files = ['openapi.json', 'docs', 'docs/start.js', 'docs/viewer.js']
  for (const file of files) equal((await user.fetch(`/api/admin/${file}`)).status, 401, file)

  const admin = await logInAdmin(await addAdmin())
  for (const file of files) equal((await admin.fetch(`/api/admin/${file}`)).status, 200, file)
  const closed = (await (await admin.fetch('/api/admin/openapi.json')).json()) as Paths
  deepEqual(
    Object.keys(closed.paths).filter((path) => !path.startsWith('/api/admin/')),
    [],
  )
  ok('/api/admin/users' in closed.paths)
  match(
    await (await admin.fetch('/api/admin/docs/start.js')).text(),
    /'\/api\/admin\/openapi\.json'/,
  )
})

test('S15: production splits the description unless told otherwise', () => {
  const production = {
    ...process.env,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:8080',
    PASSWORD_HASH_MEMORY_KIB: '',
    PASSWORD_HASH_PASSES: '',
    API_DOCS: '',
  }
  equal(readConfig(production).apiDocs, 'split')
  equal(readConfig({ ...production, NODE_ENV: 'development' }).apiDocs, 'public')
  equal(readConfig({ ...production, API_DOCS: 'public' }).apiDocs, 'public')
})
