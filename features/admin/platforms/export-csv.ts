import { csvOfList, type CsvColumns } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { findPlatforms, type Filters, type ListedPlatform } from './list.ts'

const columns: CsvColumns<ListedPlatform> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ active }) => (active ? 'active' : 'inactive'),
  clientAuthentication: ({ proof }) => proof,
  homeUrl: ({ url }) => url,
  redirectUris: ({ redirectUris }) => redirectUris.join('; '),
  undeliveredLogoutNotices: ({ notices }) => String(notices.waiting),
  lastTestLogin: ({ tested }) => (tested ? new Date(tested.at).toISOString() : ''),
}

/** Generates the CSV file of the listed platforms in chunks. */
export function csvOfPlatforms(db: Db, filters: Filters): AsyncGenerator<string> {
  return csvOfList(columns, async (page) => ({ rows: await findPlatforms(db, filters, page) }))
}
