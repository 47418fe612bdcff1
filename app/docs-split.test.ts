// own process: sets API_DOCS
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'

process.env['API_DOCS'] = 'split'
const { addAdmin, addUser, logIn, logInAdmin } = await import('#test/people.ts')
const { readConfig } = await import('#server/config.ts')

type Paths = { paths: Record<string, unknown> }

test('S15: with a split description, the public one has no call of the admin area, and only admins can read those', async () => {
  const user = await logIn(await addUser())
  const open = (await (await user.fetch('/api/openapi.json')).json()) as Paths
  const [first] = Object.keys(open.paths).filter((path) => path.startsWith('/api/admin'))
  equal(first, undefined)
  ok('/api/users/me' in open.paths && '/platform/invitations' in open.paths)
  equal((await user.fetch('/api/admin/openapi.json')).status, 401)

  const admin = await logInAdmin(await addAdmin())
  const closed = (await (await admin.fetch('/api/admin/openapi.json')).json()) as Paths
  deepEqual(
    Object.keys(closed.paths).filter((path) => !path.startsWith('/api/admin/')),
    [],
  )
  ok('/api/admin/users' in closed.paths)
})

const listUsers = '/api/users/list-users'

test('S15: with a split description, public pages neither describe nor list a call of the admin area', async () => {
  const user = await logIn(await addUser())
  const open = async (path: string) => (await user.fetch(path)).text()
  equal((await user.fetch(`/developers${listUsers}`)).status, 404)
  equal((await user.fetch('/developers/roles')).status, 404)
  for (const path of ['', '/api', '/errors', '/api/log-in', '/search.json']) {
    const text = await open(`/developers${path}`)
    ok(text.length > 1_000, path)
    doesNotMatch(text, /api\/admin\/|list-users|>admin-->/, path)
  }
  match(await open('/developers/errors'), /\/developers\/api\/log-in\/login"/)
  equal(
    (await user.fetch('/api/docs', { redirect: 'manual' })).headers.get('location'),
    '/developers',
  )
})

test('S15: with a split description, admins read all pages below /admin, and others are redirected to the admin login', async () => {
  const user = await logIn(await addUser())
  const admin = await logInAdmin(await addAdmin())
  for (const path of ['', listUsers, '/search.json']) {
    const refused = await user.fetch(`/admin/developers${path}`, { redirect: 'manual' })
    deepEqual([refused.status, refused.headers.get('location')], [302, '/admin/login'])
    equal((await admin.fetch(`/admin/developers${path}`)).status, 200, path)
  }
  const page = await (await admin.fetch(`/admin/developers${listUsers}`)).text()
  match(page, /\/api\/<wbr>admin|api\/admin/)
  match(page, /href="\/admin\/developers\/errors#e\d+/)
  doesNotMatch(page, /href="\/developers/)
  match(await (await admin.fetch('/admin/developers/errors')).text(), /list-users/)
  match(await (await admin.fetch('/admin/developers/api')).text(), /"\/api\/admin\/openapi\.json"/)
  const moved = await admin.fetch('/api/admin/docs', { redirect: 'manual' })
  equal(moved.headers.get('location'), '/admin/developers')
})

test('S15: production splits the description by default', () => {
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
