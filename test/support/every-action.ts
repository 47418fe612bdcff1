import { globSync } from 'node:fs'
import path from 'node:path'
import type { AuditCase } from './actions/audit-cases.ts'

type Module = {
  actions: Record<string, AuditCase>
  /** Endpoints that are not GET and write no audit row, each with the reason. */
  readsOnly?: Record<string, string>
  /** Endpoints that exist only with another configuration, each with the test of its audit row. */
  elsewhere?: Record<string, string>
}

const folder = path.join(import.meta.dirname, 'actions')
const files = globSync('*.ts', { cwd: folder, exclude: ['audit-cases.ts'] })
const modules = await Promise.all(
  files.toSorted().map((file) => import(path.join(folder, file)) as Promise<Module>),
)

/** The audit cases of all files in `actions/`, by method and path of the endpoint. */
export const everyAction: Record<string, AuditCase> = Object.assign(
  {},
  ...modules.map(({ actions }) => actions),
)

/** The endpoints that need no audit case, by method and path. */
export const withoutAction: Record<string, string> = Object.assign(
  {},
  ...modules.map(({ readsOnly, elsewhere }) => ({ ...readsOnly, ...elsewhere })),
)
