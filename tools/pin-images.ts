import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * `node tools/pin-images.ts` adds to each image of Dockerfile and compose.yaml the digest that its tag has now. The
 * workflow of a release runs it; it needs `docker buildx` and the registry. The sources name tags alone.
 */
const files = ['Dockerfile', 'compose.yaml']
const isDigest = /^sha256:[0-9a-f]{64}$/
/** A line that names an image: the keyword, the reference, and its digest if there is one. */
const imageLine = /^(FROM |\s+image: )([^\s@]+)(@\S+)?/gm
/** The image that compose.yaml builds. */
const ownImage = 'portico'

type ResolveDigest = (reference: string) => Promise<string>

/**
 * Returns a text of Dockerfile or compose.yaml with every image pinned. An earlier digest is replaced. Throws for a
 * reference without a tag, and for a digest that is malformed.
 */
export async function pinImages(text: string, resolve: ResolveDigest): Promise<string> {
  const stages = [...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, stage]) => stage)
  const digests = new Map<string, string>()
  for (const [, , reference = ''] of text.matchAll(imageLine)) {
    if (reference === ownImage || stages.includes(reference) || digests.has(reference)) continue
    if (!/:[\w.-]+$/.test(reference)) throw new Error(`${reference} has no tag`)
    const digest = await resolve(reference)
    if (!isDigest.test(digest)) throw new Error(`${reference} has no digest: ${digest}`)
    digests.set(reference, digest)
  }
  return text.replaceAll(imageLine, (line, keyword: string, reference: string) => {
    const digest = digests.get(reference)
    return digest === undefined ? line : `${keyword}${reference}@${digest}`
  })
}

/** Asks the registry for the digest of the index of all architectures. */
async function resolveDigest(reference: string): Promise<string> {
  const args = ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', reference]
  const { stdout } = await promisify(execFile)('docker', args)
  const { digest } = JSON.parse(stdout) as { digest?: string }
  return String(digest)
}

if (import.meta.main) {
  for (const file of files) {
    const pinned = await pinImages(await readFile(file, 'utf8'), resolveDigest)
    await writeFile(file, pinned)
    for (const [line] of pinned.matchAll(imageLine)) console.log(`${file}: ${line.trim()}`)
  }
}
