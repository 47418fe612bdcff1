import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Cluster } from './cluster.ts'
import { findTool } from './tools.ts'

type Condition = { type: string; status: string }
export type Watched = {
  kind: string
  metadata: {
    name: string
    uid: string
    resourceVersion: string
    generation?: number
    deletionTimestamp?: string
    labels?: Record<string, string>
    ownerReferences?: { kind: string; name: string }[]
  }
  spec: { nodeName?: string; template?: { spec: { containers: { image: string }[] } } }
  status?: { conditions?: Condition[] }
}
type Change = { type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'ERROR'; at: number; object: Watched }

const watchedPaths = {
  Job: 'apis/batch/v1',
  Deployment: 'apis/apps/v1',
  Pod: 'api/v1',
} as const

/** Records every change of jobs, deployments and pods of a namespace, in the order of the API server. */
export function watchNamespace({ folder }: Cluster, namespace: string) {
  const changes: Change[] = []
  const pods = new Map<string, Watched>()
  const least = new Map<string, number>()
  const children = Object.entries(watchedPaths).map(([kind, base]) => {
    const path = `/${base}/namespaces/${namespace}/${kind.toLowerCase()}s?watch=1&resourceVersion=0`
    return follow(`${folder}/config`, path, (change) => {
      changes.push(change)
      if (kind === 'Pod') recordPod(change)
    })
  })

  function recordPod({ type, object }: Change): void {
    if (type === 'DELETED') pods.delete(object.metadata.name)
    else pods.set(object.metadata.name, object)
    const kind = kindOf(object)
    least.set(kind, Math.min(least.get(kind) ?? Infinity, available(kind).length))
  }

  /** Returns the pods of a kind that accept requests. */
  function available(kind: string): Watched[] {
    return [...pods.values()].filter((pod) => kindOf(pod) === kind && takesRequests(pod))
  }

  return {
    available,
    /** Resets the minimum of available pods of each kind; returns the number of changes so far. */
    begin: () => {
      least.clear()
      for (const kind of ['portal', 'admin', 'worker']) least.set(kind, available(kind).length)
      return changes.length
    },
    /** Returns the minimum number of available pods of a kind since `begin`. */
    fewest: (kind: string) => least.get(kind) ?? 0,
    /** Returns the changes of a kind of object after the first `place` changes. */
    since: (place: number, kind: keyof typeof watchedPaths) =>
      changes.slice(place).filter(({ object }) => object.kind === kind),
    stop: () => children.forEach((child) => child.kill('SIGTERM')),
  }
}

export type Watch = ReturnType<typeof watchNamespace>

function follow(config: string, path: string, onChange: (change: Change) => void): ChildProcess {
  const args = [`--kubeconfig=${config}`, 'get', '--raw', path]
  const child = spawn(findTool('kubectl') ?? 'kubectl', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { type, object } = JSON.parse(line) as Omit<Change, 'at'>
    if (type === 'ERROR') throw new Error(`the API server ended the watch ${path}: ${line}`)
    onChange({ type, object, at: Number(object.metadata.resourceVersion) })
  })
  return child
}

function kindOf({ metadata }: Watched): string {
  return metadata.labels?.['app.kubernetes.io/component'] ?? ''
}

function takesRequests(pod: Watched): boolean {
  return pod.metadata.deletionTimestamp === undefined && hasCondition(pod, 'Ready')
}

export function hasCondition({ status }: Watched, condition: string): boolean {
  return (
    status?.conditions?.some(({ type, status: is }) => type === condition && is === 'True') ?? false
  )
}
