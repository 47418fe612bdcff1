import { equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { imagePath } from '#contract/image.ts'
import { storeImage } from '#domain/settings/image.ts'
import { db, transaction } from '#server/db.ts'
import { reencodePng, type Png } from '#server/png.ts'
import { newBrowser, theServer } from '#test/browser.ts'
import { pngOf } from '#test/images.ts'

const png = await reencodePng(pngOf(16), 'image')
const hash = await store(png)

test('an image is served by its hash, can be used only as an image, and may be cached forever', async () => {
  const { fetch } = await newBrowser()
  const answer = await fetch(imagePath(hash))
  equal(answer.status, 200)
  equal(answer.headers.get('content-type'), 'image/png')
  equal(answer.headers.get('x-content-type-options'), 'nosniff')
  equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const policy = answer.headers.get('content-security-policy')
  equal(
    policy,
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  equal(Buffer.from(await answer.arrayBuffer()).equals(png.png), true)
})

test('an image that is stored again keeps its hash', async () => {
  equal(await store(png), hash)
  notEqual(await store(await reencodePng(pngOf(17), 'image')), hash)
})

test('an unknown or malformed image name answers 404', async () => {
  const server = await theServer()
  for (const name of ['0'.repeat(64), 'x', hash.toUpperCase(), `${hash}0`, '%00', "' or true --"]) {
    const { statusCode } = await server.inject({ url: imagePath(encodeURIComponent(name)) })
    equal(statusCode, 404, name)
  }
})

function store(image: Png): Promise<string> {
  return transaction(db, (tx) => storeImage(tx, image))
}
