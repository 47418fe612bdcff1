import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { BrandSettings } from '#contract/brand.ts'
import { Refusal } from '#contract/refusal.ts'
import { deleteUnusedImages, hasImage, storeImage } from '#domain/settings/image.ts'
import { replaceLogo } from '#domain/platforms/subsystem.ts'
import { affects, db, row, scalar, transaction } from '#server/db.ts'
import { reencodePng } from '#server/png.ts'
import { pngOf } from '#test/images.ts'
import { addAdmin, logInAdmin } from '#test/people.ts'
import { newPlatform } from '#test/platform.ts'
import { addRow, deleteRows, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { randomUUID } from 'node:crypto'
import { addImage, getBrand, saveBrand } from '../../features/admin/brand/contract.ts'

const browser = await logInAdmin(await addAdmin())
let width = 0

/** Uploads an image that is not stored yet. */
async function upload(): Promise<string> {
  width += 1
  return uploadAgain(width)
}

async function uploadAgain(size: number): Promise<string> {
  const body = new Blob([new Uint8Array(pngOf(size))], { type: 'image/png' })
  return (await browser.call(addImage, { body })).image
}

async function publish(change: Partial<BrandSettings>) {
  const { settings, etag } = await browser.call(getBrand, {})
  const body = { ...settings, ...change }
  return browser.call(saveBrand, { headers: { 'if-match': etag }, body })
}

const isStored = (hash: string) =>
  affects(db)`select from brand_images where sha256 = decode(${hash}, 'hex')`

/** Makes images older than a day by giving each another UUIDv7. */
async function makeOlder(...hashes: string[]): Promise<void> {
  for (const hash of hashes)
    await updateRows(
      'brand_images',
      { sha256: Buffer.from(hash, 'hex') },
      { id: `01900000-0000-7${randomUUID().slice(15)}` },
    )
}

/** Waits until another transaction waits for the lock of the images. */
function untilPurgeWaits(): Promise<void> {
  return until(async () => {
    const waiting = await scalar<number>(db)`
      select count(*) from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return (waiting ?? 0) > 0
  })
}

test('B11: an unused image is deleted after a day; an image of a platform, the brand or an earlier version is kept', async () => {
  const [platformLogo, replacedLogo, brandLogo, dark, earlierLogo, old, young] = [
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
  ] as const
  const { id } = await newPlatform()
  for (const logo of [replacedLogo, platformLogo])
    await transaction(db, (tx) => replaceLogo(tx, { id, logo }))
  await publish({ logo: earlierLogo })
  await publish({ logo: brandLogo, logoDark: dark })
  await makeOlder(platformLogo, replacedLogo, brandLogo, dark, earlierLogo, old)
  await deleteUnusedImages(db)
  const all = [platformLogo, brandLogo, dark, earlierLogo, young, replacedLogo, old]
  deepEqual(await Promise.all(all.map(isStored)), [true, true, true, true, true, false, false])
})

test('B11: only the newest 50 unused images are stored; uploading an image again makes it newest', async () => {
  const first = await upload()
  const firstWidth = width
  const second = await upload()
  for (let count = 0; count < 48; count += 1) await upload()
  equal(await uploadAgain(firstWidth), first)
  const last = await upload()
  deepEqual(await Promise.all([first, second, last].map(isStored)), [true, false, true])
  const unused = await scalar<number>(db)`
    select count(*) from brand_images i
    where not exists (select from subsystems s where s.logo = encode(i.sha256, 'hex'))
      and not exists (select from brands b where strpos(b.settings::text, encode(i.sha256, 'hex')) > 0)`
  equal(unused, 50)
})

test('B11: an image that is published during a purge is kept', async () => {
  const logo = await upload()
  await makeOlder(logo)
  let purged: Promise<void> | undefined
  await transaction(db, async (tx) => {
    ok(await hasImage(tx, logo))
    purged = deleteUnusedImages(db)
    await untilPurgeWaits()
    const brand = await row<{ version: number; settings: object; publishedBy: string }>(tx)`
      select version, settings, published_by from brands order by version desc limit 1`
    ok(brand)
    const settings = { ...brand.settings, logo }
    await addRow('brands', { ...brand, version: brand.version + 1, settings }, tx)
  })
  await purged
  ok(await isStored(logo))
})

test('B11: an image that is purged during its publication is refused, and can be uploaded again', async () => {
  const logo = await upload()
  await makeOlder(logo)
  let published: Promise<unknown> | undefined
  await transaction(db, async (tx) => {
    await hasImage(tx, logo)
    published = publish({ logo }).catch((thrown: unknown) => thrown)
    await untilPurgeWaits()
    await deleteRows('brand_images', { sha256: Buffer.from(logo, 'hex') }, tx)
  })
  const refusal = await published
  ok(refusal instanceof Refusal)
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [['logo', 'unknownImage']],
  )
  equal(await uploadAgain(width), logo)
  await publish({ logo })
  ok(await isStored(logo))
})

test('B11: concurrent uploads, platform changes and purges lose no used image and do not deadlock', async () => {
  const image = await reencodePng(pngOf(900, 3), 'image')
  const { id } = await newPlatform()
  for (let round = 0; round < 20; round += 1) {
    await transaction(db, (tx) => replaceLogo(tx, { id, logo: null }))
    const old = await transaction(db, (tx) => storeImage(tx, image))
    await makeOlder(old)
    await Promise.all([
      deleteUnusedImages(db),
      transaction(db, async (tx) => replaceLogo(tx, { id, logo: await storeImage(tx, image) })),
      transaction(db, (tx) => storeImage(tx, image)),
      deleteUnusedImages(db),
    ])
    ok(await isStored(old), `round ${round}`)
  }
})
