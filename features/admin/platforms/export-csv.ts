import { csvOfList, type CsvTexts } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { exportPlatforms } from './contract.ts'
import { findPlatforms, type Filters, type ListedPlatform } from './list.ts'

const texts: CsvTexts<ListedPlatform, keyof typeof exportPlatforms.csvColumns> = {
  status: ({ active }) => (active ? 'active' : 'inactive'),
  clientAuthentication: ({ proof }) => proof,
  homeUrl: ({ url }) => url,
  redirectUris: ({ redirectUris }) => redirectUris.join('; '),
  undeliveredLogoutNotices: ({ notices }) => String(notices.waiting),
  lastTestLogin: ({ tested }) => (tested ? new Date(tested.at).toISOString() : ''),
}

/** Generates the CSV file of the listed platforms in chunks. */
export function csvOfPlatforms(db: Db, filters: Filters): AsyncGenerator<string> {
  return csvOfList(exportPlatforms.csvColumns, texts, async (page) => ({
    rows: await findPlatforms(db, filters, page),
  }))
}
