import type { Query } from '#contract/endpoint.ts'
import { settings } from '#web/settings.ts'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import type { texts } from './columns.tsx'
import type { listAdminUsers } from './contract.ts'

type Filters = ListFilters<Query<typeof listAdminUsers>, typeof texts>

/** Returns the filters of the list. Includes the second factor only if the portal itself logs admins in. */
export function filtersOf(): Filters {
  return settings().adminSignIn === 'local' ? [...filters, factorFilter] : filters
}

const filters: Filters = [
  { name: 'role', title: 'roles', label: (value, t) => t[value] },
  { name: 'status', title: 'state', label: (value, t) => t[`status_${value}`] },
]

const factorFilter: Filters[number] = {
  name: 'secondFactor',
  label: (value, t) => t[`factor_${value}`],
}
