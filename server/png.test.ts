import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { PNG } from 'pngjs'
import { Refusal } from '#contract/refusal.ts'
import { chunk, pngOf, rawPng } from '#test/images.ts'
import { reencodePng } from './png.ts'

/** The position after the header of a file from `pngOf`. */
const afterHeader = 33

function insert(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)])
}

async function refuses(bytes: Buffer, rule: string): Promise<void> {
  await rejects(reencodePng(bytes, 'image'), (error) => {
    ok(error instanceof Refusal, String(error))
    deepEqual(error.faults, [{ code: 400001, field: 'image', rule }])
    return true
  })
}

test('reencodePng keeps only the pixels', async () => {
  const secret = Buffer.from('Comment\0taken at 52.5200 N 13.4050 E <script>')
  const { png, width, height } = await reencodePng(
    insert(pngOf(30, 20, [1, 2, 3, 100]), chunk('tEXt', secret), chunk('eXIf', secret)),
    'image',
  )
  deepEqual([width, height], [30, 20])
  ok(!png.includes('script'))
  deepEqual([...PNG.sync.read(png).data.subarray(0, 4)], [1, 2, 3, 100])
  const types = [...png.toString('latin1').matchAll(/IHDR|IDAT|IEND|tEXt|eXIf|gAMA/g)].map(String)
  deepEqual(types, ['IHDR', 'IDAT', 'IEND'])
})

test('reencodePng accepts an interlaced 16-bit image', async () => {
  // Two columns and two rows: passes 1, 6 and 7 have 1, 1 and 2 pixels.
  const pixel = Buffer.alloc(8, 0xff)
  const row = Buffer.from([0])
  const data = Buffer.concat([row, pixel, row, pixel, row, pixel, pixel])
  const header = { width: 2, height: 2, depth: 16, interlace: 1 }
  const { png } = await reencodePng(rawPng(header, data), 'image')
  deepEqual([...PNG.sync.read(png).data], Array(16).fill(255))
})

test('reencodePng rejects a file that does not begin like a PNG', async () => {
  for (const other of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'GIF89a',
    '\u0089PNG\r\n\u001a\n',
  ]) {
    await refuses(Buffer.from(other, 'latin1'), 'notPng')
  }
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), pngOf(8)])
  await refuses(jpeg, 'notPng')
})

test('reencodePng rejects a PNG with data after its end', async () => {
  await refuses(Buffer.concat([pngOf(8), Buffer.from('PK\u0003\u0004 a zip')]), 'notPng')
  await refuses(Buffer.concat([pngOf(8), Buffer.from('<script>alert(1)</script>')]), 'notPng')
})

test('reencodePng rejects an animated PNG', async () => {
  await refuses(insert(pngOf(8), chunk('acTL', Buffer.alloc(8))), 'animatedImage')
})

test('reencodePng rejects an image with too many pixels or bytes before decoding it', async () => {
  await refuses(pngOf(1025, 1), 'imageTooLarge')
  await refuses(pngOf(1, 1025), 'imageTooLarge')
  await refuses(
    rawPng({ width: 0xffff_ffff, height: 0xffff_ffff }, Buffer.alloc(1)),
    'imageTooLarge',
  )
  await refuses(insert(pngOf(8), chunk('tEXt', Buffer.alloc(100 * 1024))), 'imageTooLarge')
  const { width } = await reencodePng(pngOf(1024), 'image')
  equal(width, 1024)
})

test('reencodePng does not inflate a decompression bomb beyond the size in its header', async () => {
  const bomb = Buffer.alloc(80 * 1024 * 1024)
  for (const interlace of [0, 1]) {
    const file = rawPng({ width: 8, height: 8, interlace }, bomb)
    ok(file.length < 100 * 1024)
    const before = process.resourceUsage().maxRSS
    await refuses(file, 'damagedImage')
    // `maxRSS` is the peak memory in KiB.
    ok(process.resourceUsage().maxRSS - before < 60 * 1024)
  }
})

test('reencodePng rejects a truncated, empty or corrupt image', async () => {
  const png = pngOf(64)
  for (let length = afterHeader + 1; length < png.length; length += 7)
    await refuses(png.subarray(0, length), 'damagedImage')
  await refuses(rawPng({ width: 0, height: 8 }, Buffer.alloc(8)), 'damagedImage')
  await refuses(rawPng({ width: 8, height: 8 }, Buffer.alloc(100)), 'damagedImage')
  await refuses(rawPng({ width: 8, height: 8, colours: 7 }, Buffer.alloc(264)), 'damagedImage')
  const flipped = Buffer.from(png)
  flipped[afterHeader + 12]! ^= 1
  await refuses(flipped, 'damagedImage')
  const longChunk = Buffer.from(png)
  longChunk.writeUInt32BE(0xffff_ffff, afterHeader)
  await refuses(longChunk, 'damagedImage')
})

test('the event loop is not blocked while the largest image is decoded', async () => {
  const png = pngOf(1024)
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await reencodePng(png, 'image')
  clearInterval(timer)
  // Decoding in this thread would leave no turns in between.
  ok(turns >= 5, `${turns} turns`)
})
