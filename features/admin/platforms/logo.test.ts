import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { imagePath, maxImageBytes } from '#contract/image.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { auditOf } from '#test/audit.ts'
import { newBrowser } from '#test/browser.ts'
import { chunk, pngOf, rawPng } from '#test/images.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { register } from '#test/registered-platforms.ts'
import { getPlatform, listPlatforms } from './contract.ts'
import { removeLogo, setLogo } from './logo-contract.ts'

const owner = await logInAdmin(await addAdmin())
const file = (bytes: Buffer, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })

const upload = (id: string, bytes: Buffer, type?: string) =>
  owner.call(setLogo, { params: { id }, body: file(bytes, type) })

async function rulesOf(id: string, bytes: Buffer) {
  const error = await upload(id, bytes).catch((thrown: unknown) => thrown)
  ok(error instanceof Refusal, String(error))
  return error.faults.map(({ field, rule }) => `${field} ${rule}`)
}

test('B8 a new logo appears immediately for admins, users and at the login, re-encoded without metadata', async () => {
  const { id, name, url } = await register(owner)
  const user = await logIn(await addUser({ platforms: [id] }))
  const before = await owner.call(getPlatform, { params: { id } })
  equal(before.logo, null)
  const uploaded = rawPng({ width: 1, height: 1 }, Buffer.from([0, 11, 93, 59, 255]), [
    chunk('tEXt', Buffer.from('Comment\0secret')),
  ])
  const { logo } = await upload(id, uploaded)

  const after = await owner.call(getPlatform, { params: { id } })
  deepEqual([after.logo, after.etag], [logo, before.etag])
  const listed = await owner.call(listPlatforms, {})
  equal(listed.find((each) => each.id === id)?.logo, logo)
  const { subsystems } = await user.call(getMe, {})
  equal(subsystems.find((each) => each.id === id)?.logo, logo)

  const { fetch } = await newBrowser()
  const login = await fetch(`/login?redirect_url=${encodeURIComponent(url)}`)
  const html = await login.text()
  ok(html.includes(name) && html.includes(`src="${imagePath(logo)}"`))
  const served = Buffer.from(await (await fetch(imagePath(logo))).arrayBuffer())
  notDeepEqual(served, uploaded)
  ok(!served.includes('secret'))
  equal(createHash('sha256').update(served).digest('hex'), logo)
})

test('B8 the audit log contains the logo before and after, and a removed logo no longer appears', async () => {
  const { id, url } = await register(owner)
  const { logo: first } = await upload(id, pngOf(20))
  const { logo: second } = await upload(id, pngOf(21))
  await owner.call(removeLogo, { params: { id }, body: {} })
  const entries = (await auditOf(id)).filter(({ action }) => action === 'platform_logo_changed')
  deepEqual(
    entries.map(({ data }) => data),
    [
      { before: { logo: null }, after: { logo: first } },
      { before: { logo: first }, after: { logo: second } },
      { before: { logo: second }, after: { logo: null } },
    ],
  )
  equal((await owner.call(getPlatform, { params: { id } })).logo, null)
  const { fetch } = await newBrowser()
  const login = await fetch(`/login?redirect_url=${encodeURIComponent(url)}`)
  ok(!(await login.text()).includes('src="/images/'))
})

test('B8 an invalid PNG is refused at its field, and the logo stays', async () => {
  const { id } = await register(owner)
  const { logo } = await upload(id, pngOf(22))
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  deepEqual(await rulesOf(id, svg), ['image notPng'])
  deepEqual(await rulesOf(id, Buffer.from('ffd8ffe000104a464946', 'hex')), ['image notPng'])
  deepEqual(await rulesOf(id, Buffer.concat([pngOf(8), svg])), ['image notPng'])
  deepEqual(await rulesOf(id, pngOf(1025, 1)), ['image imageTooLarge'])
  const bomb = rawPng({ width: 8, height: 8 }, Buffer.alloc(50 * 1024 * 1024))
  ok(bomb.length < maxImageBytes)
  deepEqual(await rulesOf(id, bomb), ['image damagedImage'])
  deepEqual(await rulesOf(id, pngOf(8).subarray(0, 60)), ['image damagedImage'])
  const moving = rawPng({ width: 1, height: 1 }, Buffer.alloc(5), [chunk('acTL', Buffer.alloc(8))])
  deepEqual(await rulesOf(id, moving), ['image animatedImage'])
  await refusedWith(errorCodes.tooLarge, upload(id, Buffer.alloc(maxImageBytes + 1)))
  await refusedWith(errorCodes.notJson, upload(id, svg, 'image/svg+xml'))
  equal((await owner.call(getPlatform, { params: { id } })).logo, logo)
})

test('B8 setting or removing the logo of an unknown platform answers 404', async () => {
  await refusedWith(errorCodes.notFound, upload('no-such-platform', pngOf(8)))
  const params = { id: 'no-such-platform' }
  await refusedWith(errorCodes.notFound, owner.call(removeLogo, { params, body: {} }))
})

test('B8 an admin without manage_platform cannot change a logo', async () => {
  const { id } = await register(owner)
  const others = await logInAdmin(await addAdmin({ roles: ['support', 'auditor', 'user_admin'] }))
  const request = { params: { id }, body: file(pngOf(8)) }
  await refusedWith(errorCodes.forbidden, others.call(setLogo, request))
  await refusedWith(errorCodes.forbidden, others.call(removeLogo, { params: { id }, body: {} }))
})
