import { maxListedCount } from '#contract/list.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import { csvOfList, type CsvTexts } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { exportPartners } from './contract.ts'
import { findCompanies, type Filters, type ListedCompany } from './list.ts'

/** Value of the platforms column for a company with access to all platforms. */
const everyPlatform = 'all'

export async function* csvOfCompanies(db: Db, filters: Filters): AsyncGenerator<string> {
  const names = new Map((await listSubsystems(db)).map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? id
  const texts: CsvTexts<ListedCompany, keyof typeof exportPartners.csvColumns> = {
    status: ({ active }) => (active ? 'active' : 'inactive'),
    users: ({ people }) => countOf(people),
    withoutSecondFactor: ({ withoutFactor }) => countOf(withoutFactor),
    invited: ({ pendingInvitations }) => countOf(pendingInvitations),
    platforms: ({ subsystems }) => subsystems?.map(nameOf).join('; ') ?? everyPlatform,
    networks: ({ ipAllowRules }) =>
      ipAllowRules
        .map(({ subsystem, cidr, name }) =>
          [name, subsystem === null ? '' : nameOf(subsystem), cidr].filter(Boolean).join(': '),
        )
        .join('; '),
    lastLogin: ({ lastLogin }) => (lastLogin === null ? '' : new Date(lastLogin).toISOString()),
  }
  yield* csvOfList(exportPartners.csvColumns, texts, (page) => findCompanies(db, filters, page))
}

function countOf(count: number): string {
  return count > maxListedCount ? `${maxListedCount}+` : String(count)
}
