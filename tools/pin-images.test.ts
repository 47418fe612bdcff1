import { deepEqual, equal, rejects } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { pinImages } from './pin-images.ts'

const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`
const known: Readonly<Record<string, string>> = {
  'node:26-slim': digestOf('a'),
  'postgres:18': digestOf('b'),
  'nginx:1.29-alpine': digestOf('c'),
}
const resolve = async (reference: string) => known[reference] ?? `unknown ${reference}`

test('3Z14: a release pins every image of Dockerfile and compose.yaml by digest', async () => {
  const dockerfile = await pinImages(readFileSync('Dockerfile', 'utf8'), resolve)
  deepEqual(
    [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image),
    Array.from({ length: 3 }, () => `node:26-slim@${digestOf('a')}`),
  )
  equal(dockerfile.replaceAll(`@${digestOf('a')}`, ''), readFileSync('Dockerfile', 'utf8'))
  const composed = parse(await pinImages(readFileSync('compose.yaml', 'utf8'), resolve), {
    merge: true,
  }) as { services: Record<string, { image: string }> }
  deepEqual([...new Set(Object.values(composed.services).map(({ image }) => image))].sort(), [
    `nginx:1.29-alpine@${digestOf('c')}`,
    'portico',
    `postgres:18@${digestOf('b')}`,
  ])
})

test('3Z14: a digest is replaced by the current one, and stages keep their names', async () => {
  const text = `FROM node:26-slim@${digestOf('f')} AS built\nFROM built\n`
  equal(await pinImages(text, resolve), `FROM node:26-slim@${digestOf('a')} AS built\nFROM built\n`)
})

test('3Z14: an image without a tag or a digest stops the release', async () => {
  await rejects(pinImages('FROM node\n', resolve), /node has no tag/)
  await rejects(pinImages('FROM redis:8\n', resolve), /redis:8 has no digest/)
  await rejects(
    pinImages('FROM node:26-slim\n', async () => 'sha256:abc'),
    /has no digest/,
  )
})
