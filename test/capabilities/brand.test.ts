// covers apply:brand
import { equal, match } from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import {
  addImage,
  getBrand,
  listBrands,
  restoreBrand,
  saveBrand,
} from '../../features/admin/brand/contract.ts'
import { pngOf } from '#test/images.ts'
import { command } from './command.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'
import { until } from './until.ts'

const { call } = admin.browser

test('a published brand is on every page within seconds, and an earlier one can be restored', async () => {
  const before = await call(getBrand, {})
  const { image } = await call(addImage, {
    body: new Blob([new Uint8Array(pngOf(64))], { type: 'image/png' }),
  })
  const settings = { ...before.settings, name: 'Harbour Pay', logo: image }
  await call(saveBrand, { headers: { 'if-match': before.etag }, body: settings })
  await until('the new name on the login page', async () =>
    (await page('/login')).includes('Harbour Pay'),
  )
  match(await page('/login'), new RegExp(image))

  const { etag } = await call(getBrand, {})
  const params = { version: String(before.version) }
  await call(restoreBrand, { params, headers: { 'if-match': etag }, body: {} })
  await until('the earlier name', async () => !(await page('/login')).includes('Harbour Pay'))
  equal((await call(listBrands, {})).length >= 3, true)
})

test('the brand of a configuration file is applied', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-brand-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'portico.yaml')
  const { settings } = await call(getBrand, {})
  const color = settings.color === '#0f4c81' ? '#1a5276' : '#0f4c81'
  await writeFile(file, `brand:\n  color: "${color}"\n`)
  match(await command(['apply', file]), /1 to change/)
  equal((await call(getBrand, {})).settings.color, color)
  equal(await command(['apply', file]), 'Nothing to do.\n')
})

async function page(address: string): Promise<string> {
  return (await fetch(new URL(address, place.url))).text()
}
