import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Check } from './checks.ts'

/** Folders that no check reads. Packages are identified by npm's list of installed packages. */
const skippedFolder = /^(\.git|\.data|node_modules|dist|test-results|playwright-report)$/
const installed = 'node_modules/.package-lock.json'
const everyFile = /(?:)/
const folder = '.data/checks'

/** Every file of the tree with the hash of its content, or with the target of a link. */
export type Tree = ReadonlyMap<string, string>

/** Reads the contents of all files; takes about 0.3 s. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>()
  const readFolder = (below: string): void => {
    for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
      const name = path.posix.join(below, entry.name)
      if (entry.isDirectory()) {
        if (!skippedFolder.test(entry.name)) readFolder(name)
      } else tree.set(name, stateOf(path.join(root, name), entry.isSymbolicLink()))
    }
  }
  readFolder('')
  tree.set(installed, stateOf(path.join(root, installed), false))
  return tree
}

function stateOf(file: string, isLink: boolean): string {
  try {
    return isLink ? `link to ${readlinkSync(file)}` : hash(readFileSync(file))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable'
  }
}

/**
 * Returns the cache key of a result: a hash of the check, the files that it reads, and the versions of Node and packages.
 * The key changes every day, because a check may reject what is too old.
 */
export function keyOf(check: Check, tree: Tree): string {
  const { reads = everyFile } = check
  const files = [...tree].filter(([name]) => name === installed || reads.test(name))
  const { version, platform, arch } = process
  const day = new Date().toISOString().slice(0, 10)
  const { program, args = [] } = check
  return hash(JSON.stringify([program, args, String(reads), version, platform, arch, day, files]))
}

/** Returns true if the check has passed with this key. */
export function hasPassed(root: string, name: string, key: string): boolean {
  try {
    return readFileSync(path.join(root, folder, name), 'utf8') === key
  } catch {
    return false
  }
}

export function recordPass(root: string, name: string, key: string): void {
  mkdirSync(path.join(root, folder), { recursive: true })
  writeFileSync(path.join(root, folder, name), key)
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
