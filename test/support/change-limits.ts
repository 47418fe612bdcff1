import { config } from '#server/config.ts'
import { loadLimits } from '#server/load-limits.ts'
import { changesVariable, type LimitChanges } from './limits.ts'

/** Changes the limits of the process that preloads this module, before its server starts. */
const {
  every,
  rate = {},
  load = {},
} = JSON.parse(process.env[changesVariable] ?? '{}') as LimitChanges
for (const [name, limit] of Object.entries(config.limits)) {
  const hasMany = limit.max > 1
  Object.assign(
    limit,
    hasMany && every !== undefined && { max: every },
    rate[name as keyof typeof rate],
  )
}
Object.assign(loadLimits, load)
