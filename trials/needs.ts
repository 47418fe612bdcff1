import { execFileSync, spawnSync } from 'node:child_process'

/** A condition of a trial: returns undefined if this machine meets it, else a sentence. */
type Need = () => Promise<string | undefined>

/** Conditions of trials beyond the project's dependencies. */
export const needs = {
  'the npm registry': isRegistryThere,
  'Python 3.11': () => runs('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)']),
  Go: () => runs('go', ['version']),
  kubectl: () => runs('kubectl', ['version', '--client']),
  etcd: () => runs('etcd', ['--version']),
  git: () => runs('git', ['--version']),
} satisfies Record<string, Need>

export type NeedName = keyof typeof needs

/** Returns why a trial cannot run here; undefined if it can. */
export async function missingNeed(names: readonly NeedName[]): Promise<string | undefined> {
  for (const name of names) {
    const reason = await needs[name]()
    if (reason !== undefined) return `it needs ${name}: ${reason}`
  }
  return undefined
}

async function runs(program: string, args: readonly string[]): Promise<string | undefined> {
  const { status, error } = spawnSync(program, args, { stdio: 'ignore', timeout: 30_000 })
  if (status === 0) return undefined
  return error ? `${program} does not run here` : `${[program, ...args].join(' ')} fails here`
}

async function isRegistryThere(): Promise<string | undefined> {
  try {
    const url = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
    const answer = await fetch(new URL('node', url), {
      method: 'HEAD',
      signal: AbortSignal.timeout(10_000),
    })
    return answer.ok ? undefined : `it answers ${answer.status}`
  } catch (error) {
    return `it does not answer (${(error as Error).message})`
  }
}
