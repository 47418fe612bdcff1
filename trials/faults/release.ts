import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { listReleases, type Release } from '../../tools/released/released.ts'

const run = promisify(execFile)

/**
 * Returns the reason if this machine cannot build the release, such as a truncated git history; otherwise undefined.
 */
export async function releaseIsMissing({ version, commit }: Release): Promise<string | undefined> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`]).then(
    () => undefined,
    () => `the history has no commit ${commit} of version ${version}`,
  )
}

export const releases = await listReleases()

/** Builds a release from its commit, once per machine. Returns its folder. */
export async function buildRelease({ version, commit }: Release): Promise<string> {
  const folder = resolve('.data/releases', `${version}-${commit.slice(0, 12)}`)
  const stamp = join(folder, 'dist/.built')
  if (existsSync(stamp)) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await run('sh', ['-c', `git archive ${commit} | tar x -C '${folder}'`])
  await npm(folder, ['ci', '--include=dev', '--no-audit', '--no-fund'])
  await npm(folder, ['run', '-s', 'build'])
  await writeFile(stamp, '')
  return folder
}

async function npm(folder: string, args: readonly string[]): Promise<void> {
  const child = spawn('npm', args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (part) => (text = (text + part).slice(-2_000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${text}`)
}
